// SPDX-License-Identifier: GPL-3.0-or-later
// Compressed bytes: as they come (mostly damaged), and the same bytes compressed in two members, which must
// read like the plain text.
#include "tests/fuzz/check_trace.h"

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace
{

std::string gzipped(std::string_view text)
{
    z_stream stream{};
    if (deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        std::abort();
    std::string out(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        std::abort();
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace twintrace;
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    test::requireSound(loadTraceText(text, {2, 256}));
    const std::string damaged =
        std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", 10) + std::string(text);
    test::requireSound(loadTraceText(damaged, {1, 256}));
    const bool isPlain = !text.starts_with("\x1f\x8b") && !text.starts_with("PK") && size >= 4;
    if (isPlain) {
        const std::string members = gzipped(text.substr(0, size / 2)) + gzipped(text.substr(size / 2));
        const auto plain = loadTraceText(text, {1, 256});
        const auto compressed = loadTraceText(members, {1, 256});
        if (plain.has_value() != compressed.has_value() ||
            (plain && (*plain)->report.events != (*compressed)->report.events))
            std::abort();
    }
    return 0;
}
