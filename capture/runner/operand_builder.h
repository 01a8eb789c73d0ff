// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/eager_plan.h"

#include <ATen/core/function_schema.h>

#include <nlohmann/json.hpp>

#include <string>
#include <unordered_map>

namespace twintrace
{

/// Turns arguments of the export's JSON into operands of the type that an op's schema wants.
class OperandBuilder
{
  public:
    OperandBuilder(const std::unordered_map<std::string, std::uint32_t>& slots, at::Device device)
        : m_slots(slots), m_device(device)
    {
    }

    /// For an op's argument. Throws std::runtime_error with the reason when it cannot be expressed.
    [[nodiscard]] Operand forArgument(const nlohmann::json& value, const c10::Argument& argument) const;
    /// For a step on numbers or an output: whatever type the value has.
    [[nodiscard]] Operand untyped(const nlohmann::json& value) const;

  private:
    [[nodiscard]] Operand build(const nlohmann::json& value, const c10::TypePtr& type,
                                std::int64_t fixedSize) const;
    [[nodiscard]] Operand number(c10::IValue value, const c10::TypePtr& type, std::int64_t fixedSize) const;
    [[nodiscard]] Operand computedNumber(std::uint32_t slot, const c10::TypePtr& type,
                                         std::int64_t fixedSize) const;
    [[nodiscard]] Operand list(std::vector<ListItem> items, const c10::TypePtr& type) const;
    [[nodiscard]] std::uint32_t slotOf(const nlohmann::json& named, const char* key) const;

    const std::unordered_map<std::string, std::uint32_t>& m_slots;
    at::Device m_device;
};

/// A list value from its elements, of the kind an operand asks for; used at load for constant lists and in
/// each run for the others.
[[nodiscard]] c10::IValue makeList(Operand::Kind kind, const std::vector<ListItem>& items,
                                   const std::vector<c10::IValue>& values);

} // namespace twintrace
