# SPDX-License-Identifier: GPL-3.0-or-later
"""Small modules, each with something that an executor of exported programs gets wrong easily."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F


class Views(nn.Module):
    def forward(self, x):
        y = x.transpose(0, 1).reshape(4, -1)
        first, second = y.chunk(2, dim=1)
        return torch.cat([first.unsqueeze(0), second[None]], 0).permute(1, 2, 0)[..., 0].contiguous().squeeze()


class InPlace(nn.Module):
    def forward(self, x):
        y = x.clone()
        y.add_(1).mul_(2)
        y[:, 1:3] = 0.5
        y.view(-1)[0] = 7
        return y.relu_(), x


class Embeddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(50, 16, padding_idx=0)
        self.positions = nn.Embedding(12, 16)
        self.bag = nn.EmbeddingBag(50, 16, mode="mean")

    def forward(self, ids):
        positions = torch.arange(ids.shape[1], device=ids.device)
        return self.words(ids) + self.positions(positions), self.bag(ids)


class ConvBatchNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU6(),
                                  nn.Conv2d(8, 8, 3, groups=8), nn.BatchNorm2d(8), nn.AdaptiveAvgPool2d(1))

    def forward(self, x):
        return self.body(x).flatten(1)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(32, 96)

    def forward(self, x, mask):
        q, k, v = self.qkv(x).view(2, 10, 3, 4, 8).permute(2, 0, 3, 1, 4).unbind(0)
        causal = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return causal + F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(8, 16, num_layers=2, batch_first=True, bidirectional=True)
        self.gru = nn.GRU(32, 8, batch_first=True)

    def forward(self, x):
        y, (h, c) = self.lstm(x)
        return self.gru(y)[0], h, c


class Numbers(nn.Module):
    """Numbers beside tensors: type promotion must be Python's."""

    def forward(self, x, scale: float = 1.5, times: int = 2, flag: bool = False):
        halves = x.half() * 0.18 + 2
        whole = x.long() // 3 + times
        return halves, whole, (x > 0.5) & flag, x * scale, 1 - x, x ** 2, torch.where(x > 0, x, 0.0), times


class Outputs(nn.Module):
    def forward(self, x):
        values, indices = x.topk(3, dim=-1)
        return {"top": (values, indices), "none": None, "sizes": [x.shape[0], 3.5], "whole": x.sum()}


class Buffers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.randn(6))
        self.register_buffer("unkept", torch.randn(6), persistent=False)
        self.constant = torch.tensor([1.0, 2.0, 3.0])
        self.tied = nn.Linear(6, 6)
        self.other = nn.Linear(6, 6, bias=False)
        self.other.weight = self.tied.weight

    def forward(self, x):
        return self.other(self.tied(x + self.kept) * self.unkept), torch.tensor([4.0, 5.0]) * self.constant[:2]


class Counter(nn.Module):
    """A buffer that a forward changes."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x):
        self.count.add_(1)
        return x * self.count


class Dynamic(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        rows = x.shape[0]
        y = self.linear(x).view(rows // 2 * 2, 8)
        padded = F.pad(y, (0, 0, 0, rows % 3))
        mask = torch.ones(rows, rows).tril() * (1.0 / rows)
        return padded.expand(2, rows + rows % 3, 8), mask, x.new_zeros(rows * 2 + 1), max(rows, 3) * 2


class Precision(nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype
        self.body = nn.Sequential(nn.Linear(16, 32), nn.LayerNorm(32), nn.GELU(), nn.Linear(32, 4)).to(dtype)

    def forward(self, x):
        return self.body(x.to(self.dtype)).softmax(-1)


class WholeNumbers(nn.Module):
    def forward(self, small, byte, flags):
        return small.to(torch.int32) + byte, small.cumsum(0), flags.logical_not(), byte.float().mean(), small.bitwise_and(3)


class Complex(nn.Module):
    def forward(self, x):
        spectrum = torch.fft.rfft(x)
        return torch.view_as_real(spectrum), torch.fft.irfft(spectrum * 2j, n=x.shape[-1])


class Indexing(nn.Module):
    def forward(self, x, index):
        return x[index], x[:, index], x.gather(0, index[None].expand(3, -1)), x.index_select(1, index), x[..., None, :]


class OptionalTensors(nn.Module):
    """index with holes (None) and ops whose tensor argument is left out."""

    def forward(self, x, rows):
        return x[:, rows, :, rows], F.layer_norm(x, (4,)), F.linear(x, x[0, 0]), torch.clamp(x, max=x.mean())


class NoGrad(nn.Module):
    """@torch.no_grad and disabled autocast around a part, as rotary embeddings have them."""

    def forward(self, x):
        with torch.no_grad():
            angles = torch.outer(torch.arange(4.0), torch.tensor([1.0, 0.5]))
        with torch.autocast("cpu", enabled=False):
            return x * angles.cos().sum(), angles
