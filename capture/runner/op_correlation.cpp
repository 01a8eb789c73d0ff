// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/op_correlation.h"

#include <algorithm>
#include <map>
#include <vector>

namespace twintrace
{

void tieCallsToOps(GpuRecords& records, std::span<const OpRecord> ops)
{
    struct Thread {
        std::vector<const OpRecord*> ops;
        std::vector<const CallRecord*> calls;
    };
    std::map<std::uint32_t, Thread> threads;
    for (const CallRecord& call : records.calls)
        threads[call.thread].calls.push_back(&call);
    for (const OpRecord& op : ops) {
        if (const auto thread = threads.find(op.thread); thread != threads.end())
            thread->second.ops.push_back(&op);
    }
    for (auto& [id, thread] : threads) {
        std::sort(thread.calls.begin(), thread.calls.end(),
                  [](const CallRecord* one, const CallRecord* other) { return one->begin < other->begin; });
        std::vector<const OpRecord*> open;
        std::size_t next = 0;
        for (const CallRecord* call : thread.calls) {
            for (; next < thread.ops.size() && thread.ops[next]->begin <= call->begin; ++next)
                open.push_back(thread.ops[next]);
            while (!open.empty() && open.back()->end != 0 && open.back()->end < call->begin)
                open.pop_back();
            if (!open.empty())
                records.externals.push_back({call->correlation, open.back()->handle});
        }
    }
}

} // namespace twintrace
