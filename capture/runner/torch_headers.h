// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Precompiled: a file with these headers takes 10 s and more to read without. torch/torch.h is left out on
// purpose, it doubles that and the memory.
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <ATen/record_function.h>
#include <c10/core/InferenceMode.h>

#include <nlohmann/json.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
