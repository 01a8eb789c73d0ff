# SPDX-License-Identifier: MIT
"""The audit's functions. What Dynamo does with each was worked out by hand on torch 2.13 (test_audit_breaks.py)."""

import time

import torch
from torch import nn


WIDTH = 10  # no batch size of the tests: with dynamic=True, Dynamo takes equal sizes for one and the same


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return torch.relu(self.linear(x))


model = Model()
kept = []


def clean(x):
    return model(x)


def lesson(x):
    y = model(x)
    torch._dynamo.graph_break()  # lesson
    return model(y)


def data_dependent(x):
    y = model(x)
    if y.sum() > 0:  # branch
        y = y + 1
    print("after the branch")  # print
    return model(y)


def item(x):
    y = model(x)
    total = y.sum().item()  # item
    return y * total


def builtin(x):
    y = model(x)
    now = time.time()  # builtin
    return y + now


def generator(x):
    def parts():
        for index in range(3):
            torch._dynamo.graph_break()  # inside the generator
            yield x + index

    y = model(x)
    for part in parts():
        y = y + part
    return y


def list_mutation(x):
    y = model(x)
    kept.append(y)
    return y * len(kept)


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        print("in a custom autograd function")  # custom
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


def custom_autograd(x):
    y = Doubled.apply(model(x))
    return model(y)


def loop(x):
    while x.sum() < 50:  # loop
        x = x + 1
    return x


def _made(function):
    def make():
        return function, torch.ones(4, WIDTH)
    return make


FUNCTIONS = [clean, lesson, data_dependent, item, builtin, generator, list_mutation, custom_autograd, loop]
for _function in FUNCTIONS:
    globals()[f"audit_{_function.__name__}"] = _made(_function)
