# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiny random-weight models of the transformers package, outside the default run (ctest -L models)."""

from __future__ import annotations

import pytest
import torch

transformers = pytest.importorskip("transformers")
T = transformers


def ids(vocabulary=100, length=12):
    return torch.randint(0, vocabulary, (2, length))


def image(size=32):
    return torch.randn(2, 3, size, size)


SMALL = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}


class Logits(torch.nn.Module):
    """The tensors of a model's output alone, without caches."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        output = self.model(x)
        return [value for value in output.values() if isinstance(value, torch.Tensor)]


MODELS = {
    "bert": lambda: (T.BertModel(T.BertConfig(vocab_size=100, **SMALL)), ids()),
    "gpt2": lambda: (T.GPT2LMHeadModel(T.GPT2Config(vocab_size=100, n_embd=32, n_layer=2, n_head=4, use_cache=False)), ids()),
    "llama": lambda: (T.LlamaForCausalLM(T.LlamaConfig(vocab_size=100, num_key_value_heads=2, use_cache=False, **SMALL)), ids()),
    "qwen3": lambda: (T.Qwen3ForCausalLM(T.Qwen3Config(vocab_size=100, num_key_value_heads=2, head_dim=8, use_cache=False, **SMALL)), ids()),
    "vit": lambda: (T.ViTModel(T.ViTConfig(image_size=32, patch_size=8, **SMALL)), image()),
    "resnet": lambda: (T.ResNetModel(T.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1])), image()),
    "convnext": lambda: (T.ConvNextModel(T.ConvNextConfig(hidden_sizes=[8, 16], depths=[1, 1], num_stages=2)), image()),
    "mamba": lambda: (T.MambaForCausalLM(T.MambaConfig(vocab_size=100, hidden_size=32, num_hidden_layers=2, state_size=4, use_cache=False)), ids()),
    "swin": lambda: (T.SwinModel(T.SwinConfig(image_size=32, patch_size=2, embed_dim=8, depths=[1, 1], num_heads=[2, 2], window_size=4)), image()),
    "t5": lambda: (T.T5EncoderModel(T.T5Config(vocab_size=100, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4)), ids()),
    "distilbert": lambda: (T.DistilBertModel(T.DistilBertConfig(vocab_size=100, dim=32, n_layers=2, n_heads=4, hidden_dim=64)), ids()),
}


@pytest.mark.parametrize("name", MODELS)
def test_model(name, prepare, start):
    torch.manual_seed(0)
    model, example = MODELS[name]()
    model = prepare(Logits(model.eval()), example)
    with start() as runner:
        runner.ask("load", variant="eager", export=model.export, reference=model.reference, outputs=model.outputs)
        numerics = runner.ask("first")["numerics"]
        assert numerics["ok"] and numerics["max_abs"] <= 1e-5, numerics
        assert runner.ask("round", least_calls=2, seconds=0.01)["durations_us"]
        assert runner.quit() == 0
