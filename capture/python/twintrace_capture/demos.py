# SPDX-License-Identifier: MIT
"""The built-in models: a plain MLP, and a small stack of GPT blocks whose many small ops are what fusion is for."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

MLP_BATCH = 16
MLP_WIDTH = 1024
MLP_HIDDEN = 4096

GPT_LAYERS = 6
GPT_WIDTH = 512
GPT_HEADS = 8
GPT_TOKENS = 128
GPT_BATCH = 1


class Mlp(nn.Module):
    """1024 → 4096 → 4096 → 1024 with SiLU."""

    def __init__(self, width: int = MLP_WIDTH, hidden: int = MLP_HIDDEN):
        super().__init__()
        self.fc1 = nn.Linear(width, hidden)
        self.fc2 = nn.Linear(hidden, hidden)
        self.fc3 = nn.Linear(hidden, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.silu(self.fc1(x))
        x = F.silu(self.fc2(x))
        return self.fc3(x)


class RmsNorm(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


class Block(nn.Module):
    """Attention written out (scores, scale, softmax) and a gated MLP, as the lesson's transformer has them."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm1 = RmsNorm(width)
        self.norm2 = RmsNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.gate = nn.Linear(width, 4 * width, bias=False)
        self.up = nn.Linear(width, 4 * width, bias=False)
        self.down = nn.Linear(4 * width, width, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.attend(self.norm1(x))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))

    def attend(self, y: torch.Tensor) -> torch.Tensor:
        batch, tokens, width = y.shape
        query = self.query(y).view(batch, tokens, self.heads, -1).transpose(1, 2)
        key = self.key(y).view(batch, tokens, self.heads, -1).transpose(1, 2)
        value = self.value(y).view(batch, tokens, self.heads, -1).transpose(1, 2)
        scores = query @ key.transpose(-1, -2) / (width // self.heads) ** 0.5
        mixed = torch.softmax(scores, dim=-1) @ value
        return self.out(mixed.transpose(1, 2).reshape(batch, tokens, width))


class Gpt(nn.Module):
    def __init__(self, width: int = GPT_WIDTH, layers: int = GPT_LAYERS, heads: int = GPT_HEADS):
        super().__init__()
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm = RmsNorm(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


def mlp() -> tuple[nn.Module, tuple[torch.Tensor]]:
    return Mlp(), (torch.randn(MLP_BATCH, MLP_WIDTH),)


def transformer() -> tuple[nn.Module, tuple[torch.Tensor]]:
    return Gpt(), (torch.randn(GPT_BATCH, GPT_TOKENS, GPT_WIDTH),)


DEMOS = {"mlp": mlp, "transformer": transformer}
