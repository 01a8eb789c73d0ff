# SPDX-License-Identifier: MIT
"""Small models in the forms in which people give them."""

import dataclasses

import torch
from torch import nn

print("a line printed while the file is imported")  # must never reach the protocol
CALLS = []


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 16)
        self.second = nn.Linear(16, 4)
        self.drop = nn.Dropout(0.5)
        self.register_buffer("scale", torch.full((4,), 2.0), persistent=False)

    def forward(self, x):
        return self.second(self.drop(torch.relu(self.first(x)))) * self.scale


def module():
    print("a line printed by the function")
    CALLS.append("module")
    return Small(), torch.randn(6, 8)


shared = Small()
offset = torch.randn(4)


def of_globals(x):
    return shared(x) + offset


def callable_of_globals():
    return of_globals, (torch.randn(6, 8),)


def closure():
    inner = nn.Linear(8, 4)

    def forward(x, factor=2.0):
        return inner(x) * factor

    return forward, (torch.randn(6, 8),)


class WithMask(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x, *, mask):
        return {"sum": (self.linear(x) * mask).sum(-1), "raw": x}


def keyword_inputs():
    return WithMask(), {"x": torch.randn(6, 8), "mask": torch.ones(6, 8)}


class Counting(nn.Module):
    """Changes its buffer with every run: everybody must start from the same state."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x):
        self.count.add_(1)
        return x + self.count


def counting():
    return Counting(), torch.ones(3, 2)


def with_number():
    class Scaled(nn.Module):
        def forward(self, x, times):
            return x * times

    return Scaled(), (torch.ones(3, 2), 3)


def raises():
    raise ValueError("the weights are missing\nsecond line")


def exits():
    import sys
    sys.exit(7)


def needs_package():
    import package_that_does_not_exist  # noqa: F401


def returns_number():
    return 3


def returns_no_tensor():
    return Small(), "text"


def forks():
    import os
    if os.fork() == 0:
        return Small(), torch.randn(6, 8)  # the copy goes on as if it were the child of the app
    os.wait()
    return Small(), torch.randn(6, 8)


def sleeps():
    import time
    time.sleep(600)


def reads_input():
    return Small(), (torch.randn(6, 8), input())


class Failing(nn.Module):
    def forward(self, x):
        return x @ torch.ones(3, 3)


def fails_when_run():
    return Failing(), torch.ones(2, 2)


def data_dependent():
    def forward(x):
        if x.sum() > 0:
            return x + 1
        return x - 1

    return forward, torch.ones(2, 2)


def exits_when_run():
    def forward(x):
        import sys
        sys.exit(9)

    return forward, torch.ones(2, 2)


class Cache:
    """A class that pytree does not know, as transformers' DynamicCache."""


@dataclasses.dataclass
class Outputs:
    """A class that only this file registers, as transformers registers its ModelOutput."""

    hidden: torch.Tensor
    cache: Cache
    logits: torch.Tensor


torch.utils._pytree.register_pytree_node(
    Outputs, lambda outputs: ([outputs.hidden, outputs.cache, outputs.logits], None),
    lambda leaves, _: Outputs(*leaves), serialized_type_name="small.Outputs")


class Structured(Small):
    def forward(self, x):
        hidden = torch.relu(self.first(x))
        return Outputs(hidden, Cache(), self.second(hidden))


def structured_outputs():
    return Structured(), (torch.randn(6, 8),)
