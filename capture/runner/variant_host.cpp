// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/variant_host.h"

#include "capture/protocol/json_lines.h"
#include "capture/runner/device_sync.h"
#include "capture/runner/device_timer.h"
#include "capture/runner/numerics.h"
#include "capture/runner/recorded_pass.h"
#include "capture/runner/run_plan.h"
#include "capture/runner/tensor_file.h"
#include "capture/runner/tensor_traits.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <type_traits>
#include <unistd.h>

namespace twintrace
{
namespace
{

using namespace protocol;

constexpr std::size_t kMostDeviceTimedCalls = 50; // of each round

FailureKind kindOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Usage:
        return FailureKind::Usage;
    case ErrorCode::Unreadable:
        return FailureKind::Unreadable;
    case ErrorCode::Unsupported:
        return FailureKind::Unsupported;
    default:
        return FailureKind::Failed;
    }
}

double asMilliseconds(Nanoseconds duration)
{
    return static_cast<double>(duration / 1000) / 1000.0;
}

// What the outputs are held against decides how far they may be apart: types of both sides count.
double toleranceOf(const ModelRunner& runner, const std::vector<c10::IValue>& reference, bool isEager)
{
    std::vector<at::Tensor> tensors;
    for (const c10::IValue& value : reference)
        if (value.isTensor())
            tensors.push_back(value.toTensor());
    return toleranceFor(coarserOf(runner.precision(), coarsestType(tensors)), isEager);
}

} // namespace

void VariantHost::sayHello()
{
    HelloEvent hello;
    hello.program = "twintrace-runner";
    hello.torch = TWINTRACE_TORCH_VERSION;
    hello.threads = at::get_num_threads();
    hello.pid = ::getpid();
    m_channel.send(hello);
}

bool VariantHost::handle(const std::string& line)
{
    const auto command = parseCommand(line);
    if (!command) {
        report(command.error());
        return true;
    }
    if (std::holds_alternative<QuitCommand>(*command)) {
        m_variant = {}; // the package's temporary folder goes before the goodbye
        m_channel.send(ByeEvent{});
        return false;
    }
    Answer event = answer(*command);
    if (event)
        m_channel.send(*event);
    else
        report(event.error());
    return true;
}

VariantHost::Answer VariantHost::answer(const Command& command)
{
    const auto timed = [&](const char* name, auto&& work) -> Answer {
        if (m_variant.runner == nullptr)
            return fail(ErrorCode::Usage,
                        std::string("The command \"") + name + "\" came before a load that worked.");
        phase(name, PhaseState::Begin);
        const Nanoseconds begin = steadyNow();
        auto result = work();
        if (!result)
            return tl::unexpected(std::move(result.error()));
        phase(name, PhaseState::End, asMilliseconds(steadyNow() - begin));
        return Event(std::move(*result));
    };
    return std::visit(
        [&](const auto& known) -> Answer {
            using Known = std::decay_t<decltype(known)>;
            if constexpr (std::is_same_v<Known, LoadCommand>)
                return load(known);
            else if constexpr (std::is_same_v<Known, FirstCommand>)
                return timed("first", [&] { return first(); });
            else if constexpr (std::is_same_v<Known, WarmUpCommand>)
                return timed("warm_up", [&] { return warmUp(*m_variant.runner, known); });
            else if constexpr (std::is_same_v<Known, RoundCommand>)
                return timed("round", [&] { return round(known); });
            else if constexpr (std::is_same_v<Known, RecordCommand>)
                return timed("record", [&] {
                    return recordPass(*m_variant.runner, m_ops, m_variant.device, m_command.variant, known);
                });
            else
                return fail(ErrorCode::Usage, "The command \"" + std::string(Fields<Known>::kName) +
                                                  "\" is for the Python helper, not for twintrace-runner.");
        },
        command);
}

VariantHost::Answer VariantHost::load(const LoadCommand& command)
{
    phase("load", PhaseState::Begin);
    const Nanoseconds begin = steadyNow();
    m_variant = {};
    m_command = command;
    auto variant = loadVariant(command, m_errors);
    if (!variant)
        return tl::unexpected(std::move(variant.error()));
    if (variant->isSkipped) {
        m_channel.send(ErrorEvent{FailureKind::Skipped, variant->skippedReason, {}});
        return fail(ErrorCode::Cancelled, {}); // answered already
    }
    TWINTRACE_TRY(variant->runner->synchronize());
    m_variant = std::move(*variant);
    LoadedEvent loaded;
    loaded.loadMs = asMilliseconds(steadyNow() - begin);
    loaded.inputs = m_variant.runner->inputs();
    phase("load", PhaseState::End, loaded.loadMs);
    return Event(std::move(loaded));
}

VariantHost::Answer VariantHost::first()
{
    m_errors.clear();
    FirstEvent event;
    const Nanoseconds begin = steadyNow();
    auto outputs = m_variant.runner->run();
    if (!outputs)
        return tl::unexpected(std::move(outputs.error()));
    TWINTRACE_TRY(m_variant.runner->synchronize());
    event.firstMs = asMilliseconds(steadyNow() - begin);
    if (!m_command.outputs.empty())
        TWINTRACE_TRY(writeTensorFile(m_command.outputs, *outputs));
    if (!m_command.reference.empty()) {
        auto reference = readTensorFile(m_command.reference);
        if (!reference)
            return tl::unexpected(std::move(reference.error()));
        const bool isEager = m_command.variant == "eager";
        event.numerics =
            compareOutputs(*outputs, *reference, toleranceOf(*m_variant.runner, *reference, isEager),
                           isEager ? "python" : "eager");
    }
    return Event(std::move(event));
}

Result<protocol::RoundEvent> VariantHost::round(const RoundCommand& command)
{
    auto event = runRound(*m_variant.runner, command);
    if (!event)
        return event;
    const auto calls = std::clamp<std::size_t>(event->durations.size() / 10, 1, kMostDeviceTimedCalls);
    auto onDevice = timeOnDevice(*m_variant.runner, m_variant.device, static_cast<int>(calls));
    if (!onDevice)
        return tl::unexpected(std::move(onDevice.error()));
    event->deviceDurations = std::move(*onDevice);
    const DeviceMemory memory = deviceMemory(m_variant.device);
    if (memory.peakAllocated > 0)
        event->devicePeakBytes = memory.peakAllocated + m_variant.constantBytes;
    return event;
}

void VariantHost::phase(const char* name, PhaseState state, std::optional<double> ms)
{
    m_channel.send(PhaseEvent{name, state, ms, {}});
}

void VariantHost::report(const Error& error)
{
    if (error.code == ErrorCode::Cancelled && error.message.empty())
        return;
    m_channel.send(ErrorEvent{kindOf(error.code), error.message, error.detail});
}

} // namespace twintrace
