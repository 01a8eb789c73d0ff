// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target once over each file of the given folders and over cut and altered copies of it: the
// short test that every compiler can build. Arguments: FOLDER..
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace
{

constexpr int kAlteredCopies = 12;
constexpr std::string_view kSpice = "{}[]\",:\\0-.eE\n\t\x1f\x80u";

void run(const std::string& text)
{
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

} // namespace

int main(int argc, char** argv)
{
    std::mt19937 random(1); // always the same copies
    std::size_t files = 0;
    for (int i = 1; i < argc; ++i) {
        for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
            std::ifstream file(entry.path(), std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            ++files;
            run(text);
            for (int copy = 0; copy < kAlteredCopies && !text.empty(); ++copy) {
                std::string altered = text.substr(0, copy % 3 == 0 ? random() % text.size() : text.size());
                for (int change = 0; change < 1 + copy % 4 && !altered.empty(); ++change)
                    altered[random() % altered.size()] = kSpice[random() % kSpice.size()];
                run(altered);
            }
        }
    }
    std::printf("%zu files and their altered copies read.\n", files);
    return files == 0 ? 1 : 0;
}
