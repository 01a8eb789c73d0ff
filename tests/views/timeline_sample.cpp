// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline_sample.h"

#include "core/model/trace_builder.h"

namespace twintrace
{

TracePtr makeTimelineSample(int scale)
{
    TraceBuilder builder;
    const TrackId main = builder.track("1", "10");
    const TrackId worker = builder.track("1", "11");
    const TrackId stream = builder.track("0", "7");
    builder.at(builder.process("0")).name = builder.intern("GPU 0");
    const StreamId queue = builder.stream("0", "7");
    for (int i = 0; i < 4; ++i) {
        const Nanoseconds start = Nanoseconds(i) * 100'000 * scale;
        const auto at = [&](Nanoseconds time) { return start + time * scale; };
        builder.slice(main, "user_annotation", "ProfilerStep#" + std::to_string(i), at(0), 90'000 * scale);
        builder.slice(main, "cpu_op", "aten::mm", at(1'000), 30'000 * scale);
        builder.launch(main, "cuda_runtime", "cudaLaunchKernel", at(5'000), 4'000 * scale, i * 10 + 1);
        builder.launch(main, "cuda_runtime", "cudaLaunchKernel", at(20'000), 4'000 * scale, i * 10 + 2);
        builder.slice(worker, "cpu_op", "worker<int> & co", at(2'000), 50'000 * scale);
        builder.kernel(stream, "gemm_tile_" + std::to_string(i), at(12'000), 10'000 * scale, queue,
                       i * 10 + 1);
        builder.kernel(stream, "triton_poi_fused_add_" + std::to_string(i), at(40'000), 20'000 * scale, queue,
                       i * 10 + 2);
    }
    builder.instant(worker, "cpu_instant_event", "checkpoint", 60'000 * scale);
    return builder.freeze();
}

TracePtr makeCompiledSample()
{
    TraceBuilder builder;
    const TrackId main = builder.track("1", "10");
    builder.slice(main, "cpu_op", "dynamo", 10'000, 100'000);
    builder.slice(main, "user_annotation", "dynamo_data: compile_id=0/0", 11'000, 1'000);
    builder.slice(main, "cpu_op", "_compile.compile_inner (dynamo_timed)", 13'000, 90'000);
    builder.slice(main, "cpu_op", "inner_data: compile_id=0/0", 14'000, 1'000);
    builder.slice(main, "cpu_op", "Torch-Compiled Region: 0/0", 200'000, 100'000);
    builder.slice(main, "user_annotation", "## Call CompiledFxGraph abc ##", 210'000, 30'000);
    builder.slice(main, "cpu_op", "TorchDynamo Cache Lookup", 245'000, 4'000);
    builder.slice(main, "cpu_op", "Torch-Compiled Region: 1/0", 250'000, 40'000);
    builder.slice(main, "cpu_op", "Torch-Compiled Region: 0/1", 400'000, 50'000);
    return builder.freeze();
}

TracePtr makeNamedSample(const std::string& name)
{
    TraceBuilder builder;
    builder.slice(builder.track("1", "1"), "cpu_op", name, 0, 1'000'000);
    return builder.freeze();
}

EventId eventNamed(const Trace& trace, std::string_view name, int occurrence)
{
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if (trace.name(EventId(id)) == name && occurrence-- == 0)
            return EventId(id);
    }
    return {};
}

} // namespace twintrace
