// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/protocol/messages.h"
#include "capture/runner/channel.h"
#include "capture/runner/op_recorder.h"
#include "capture/runner/stderr_tail.h"
#include "capture/runner/variant_loader.h"

#include <string>

namespace twintrace
{

/// Carries out the commands of the app for the one variant of this process, each answered by one event.
class VariantHost
{
  public:
    VariantHost(Channel& channel, StderrTail& errors, OpRecorder& ops)
        : m_channel(channel), m_errors(errors), m_ops(ops)
    {
    }

    void sayHello();
    /// Returns false when the app said goodbye.
    bool handle(const std::string& line);

  private:
    using Answer = Result<protocol::Event>;

    [[nodiscard]] Answer load(const protocol::LoadCommand& command);
    [[nodiscard]] Answer first();
    [[nodiscard]] Result<protocol::RoundEvent> round(const protocol::RoundCommand& command);
    [[nodiscard]] Answer answer(const protocol::Command& command);
    void phase(const char* name, protocol::PhaseState state, std::optional<double> ms = {});
    void report(const Error& error);

    Channel& m_channel;
    StderrTail& m_errors;
    OpRecorder& m_ops;
    protocol::LoadCommand m_command;
    LoadedVariant m_variant;
};

} // namespace twintrace
