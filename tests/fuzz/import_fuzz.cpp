// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes at all: the importer answers with a trace or a sentence, whatever the windows and the threads.
#include "tests/fuzz/check_trace.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace twintrace;
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto whole = loadTraceText(text, {1, std::size_t{4} << 20});
    const auto cut = loadTraceText(text, {2, 64});
    test::requireSound(whole);
    test::requireSound(cut);
    return 0;
}
