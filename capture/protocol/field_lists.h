// SPDX-License-Identifier: MIT
#pragma once

#include "capture/protocol/messages.h"

#include <type_traits>

namespace twintrace::protocol
{

/// The keys of each message, once for writing and reading: `visit` is a FieldWriter or a FieldReader, `m`
/// const or not.
inline constexpr auto kInputFields = [](auto& m, auto& visit) {
    visit("name", m.name);
    visit("dtype", m.dtype);
    visit("shape", m.shape);
    visit("device", m.device);
};

inline constexpr auto kModelFields = [](auto& m, auto& visit) {
    visit("name", m.name);
    visit("source", m.source);
    visit("parameters", m.parameters);
    visit.list("inputs", m.inputs, kInputFields);
};

inline constexpr auto kFileFields = [](auto& m, auto& visit) {
    visit("export", m.exported);
    visit("reference", m.reference);
    visit("python_model", m.pythonModel);
    visit("inputs", m.inputs);
    visit("package", m.package);
};

inline constexpr auto kBatchFields = [](auto& m, auto& visit) {
    visit("batch", m.batch);
    visit("inputs", m.inputs);
    visit("reference", m.reference);
};

inline constexpr auto kNumericsFields = [](auto& m, auto& visit) {
    visit("max_abs", m.maxAbsolute);
    visit("max_rel", m.maxRelative);
    visit("tolerance", m.tolerance);
    visit("ok", m.isOk);
    visit("against", m.against);
    visit("note", m.note);
};

inline constexpr auto kOptionFields = [](auto& m, auto& visit) {
    visit("max_autotune", m.maxAutotune);
    visit("kernel_profile", m.kernelProfile);
};

template <class Message> struct Fields;

template <> struct Fields<HelloEvent> {
    static constexpr const char* kName = "hello";
    static void walk(auto& m, auto& visit)
    {
        visit("protocol", m.protocol);
        visit("program", m.program);
        visit("torch", m.torch);
        visit("python", m.python);
        visit("threads", m.threads);
        visit("pid", m.pid);
    }
};

template <> struct Fields<PhaseEvent> {
    static constexpr const char* kName = "phase";
    static void walk(auto& m, auto& visit)
    {
        visit("phase", m.phase);
        std::string state = m.state == PhaseState::End ? "end" : "begin";
        visit("state", state);
        if constexpr (!std::is_const_v<std::remove_reference_t<decltype(m)>>)
            m.state = state == "end" ? PhaseState::End : PhaseState::Begin;
        visit("ms", m.ms);
        visit("note", m.note);
    }
};

template <> struct Fields<PreparedEvent> {
    static constexpr const char* kName = "prepared";
    static void walk(auto& m, auto& visit)
    {
        visit.nested("model", m.model, kModelFields);
        visit.nested("files", m.files, kFileFields);
        visit("export_ms", m.exportMs);
        visit("dynamic", m.isDynamic);
        visit.list("batches", m.batches, kBatchFields);
        visit("notes", m.notes);
    }
};

template <> struct Fields<CompiledEvent> {
    static constexpr const char* kName = "compiled";
    static void walk(auto& m, auto& visit)
    {
        visit("package", m.package);
        visit("generated", m.generated);
        visit("compile_ms", m.compileMs);
        visit("toolchain_ms", m.toolchainMs);
        visit("phases", m.phases);
    }
};

template <> struct Fields<LoadedEvent> {
    static constexpr const char* kName = "loaded";
    static void walk(auto& m, auto& visit)
    {
        visit("load_ms", m.loadMs);
        visit.list("inputs", m.inputs, kInputFields);
    }
};

template <> struct Fields<FirstEvent> {
    static constexpr const char* kName = "first";
    static void walk(auto& m, auto& visit)
    {
        visit("first_ms", m.firstMs);
        visit("toolchain_ms", m.toolchainMs);
        visit("phases", m.phases);
        visit("generated", m.generated);
        visit.optionalNested("numerics", m.numerics, kNumericsFields);
    }
};

template <> struct Fields<WarmedEvent> {
    static constexpr const char* kName = "warmed";
    static void walk(auto& m, auto& visit)
    {
        visit("calls", m.calls);
        visit("is_steady", m.isSteady);
        visit.durations("durations_us", m.durations);
    }
};

template <> struct Fields<RoundEvent> {
    static constexpr const char* kName = "round";
    static void walk(auto& m, auto& visit)
    {
        visit.durations("durations_us", m.durations);
        visit.durations("device_durations_us", m.deviceDurations);
        visit("device_peak_bytes", m.devicePeakBytes);
    }
};

template <> struct Fields<RecordedEvent> {
    static constexpr const char* kName = "recorded";
    static void walk(auto& m, auto& visit)
    {
        visit("file", m.file);
        visit("iterations", m.iterations);
        visit.durations("durations_us", m.durations);
        visit("dropped", m.dropped);
        visit("events", m.events);
        visit("recorder", m.recorder);
    }
};

template <> struct Fields<ErrorEvent> {
    static constexpr const char* kName = "error";
    static constexpr const char* kKinds[] = {"usage", "unreadable", "failed", "unsupported", "skipped"};
    static void walk(auto& m, auto& visit)
    {
        std::string code = kKinds[static_cast<int>(m.kind)];
        visit("code", code);
        if constexpr (!std::is_const_v<std::remove_reference_t<decltype(m)>>) {
            m.kind = FailureKind::Failed; // also for codes of later versions
            for (int at = 0; at < 5; ++at)
                if (code == kKinds[at])
                    m.kind = static_cast<FailureKind>(at);
        }
        visit("message", m.message);
        visit("detail", m.detail);
    }
};

template <> struct Fields<ByeEvent> {
    static constexpr const char* kName = "bye";
    static void walk(auto&, auto&) {}
};

template <> struct Fields<PrepareCommand> {
    static constexpr const char* kName = "prepare";
    static void walk(auto& m, auto& visit)
    {
        visit("model", m.model);
        visit("device", m.device);
        visit("dtype", m.dtype);
        visit("batch", m.batch);
        visit("folder", m.folder);
        visit("dynamic", m.isDynamic);
    }
};

template <> struct Fields<CompileCommand> {
    static constexpr const char* kName = "compile";
    static void walk(auto& m, auto& visit)
    {
        visit("export", m.exported);
        visit("package", m.package);
        visit("device", m.device);
        visit.nested("options", m.options, kOptionFields);
    }
};

template <> struct Fields<LoadCommand> {
    static constexpr const char* kName = "load";
    static void walk(auto& m, auto& visit)
    {
        visit("variant", m.variant);
        visit("export", m.exported);
        visit("package", m.package);
        visit("python_model", m.pythonModel);
        visit("inputs", m.inputs);
        visit("reference", m.reference);
        visit("outputs", m.outputs);
        visit("device", m.device);
        visit("threads", m.threads);
    }
};

template <> struct Fields<FirstCommand> {
    static constexpr const char* kName = "first";
    static void walk(auto&, auto&) {}
};

template <> struct Fields<WarmUpCommand> {
    static constexpr const char* kName = "warm_up";
    static void walk(auto& m, auto& visit)
    {
        visit("least_calls", m.leastCalls);
        visit("most_seconds", m.mostSeconds);
        visit("drift", m.drift);
    }
};

template <> struct Fields<RoundCommand> {
    static constexpr const char* kName = "round";
    static void walk(auto& m, auto& visit)
    {
        visit("least_calls", m.leastCalls);
        visit("seconds", m.seconds);
    }
};

template <> struct Fields<RecordCommand> {
    static constexpr const char* kName = "record";
    static void walk(auto& m, auto& visit)
    {
        visit("file", m.file);
        visit("iterations", m.iterations);
        visit("ops", m.wantsOps);
        visit("launches", m.wantsLaunches);
        visit("kernels", m.wantsKernels);
        visit("stays_attached", m.staysAttached);
    }
};

template <> struct Fields<AuditCommand> {
    static constexpr const char* kName = "audit";
    static void walk(auto& m, auto& visit)
    {
        visit("model", m.model);
        visit("mode", m.mode);
        visit("batches", m.batches);
        visit("dynamic", m.isDynamic);
        visit("options", m.options);
    }
};

template <> struct Fields<QuitCommand> {
    static constexpr const char* kName = "quit";
    static void walk(auto&, auto&) {}
};

} // namespace twintrace::protocol
