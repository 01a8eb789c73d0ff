// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for both the Python helper and twintrace-runner: it speaks PROTOCOL.md with made-up figures, and
// on demand behaves as badly as a child can. TWINTRACE_FAKE lists troubles as WHO:COMMAND:WHAT, separated by
// blanks; WHO is "python", a variant's id or "*", COMMAND a command's name or "start", WHAT one of the names
// in misbehave().
#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

namespace
{

using nlohmann::json;

void say(const json& event)
{
    std::cout << event.dump() << std::endl;
}

// Tells a test that the trouble has begun.
void sayReady()
{
    if (const char* file = std::getenv("TWINTRACE_FAKE_READY"))
        std::ofstream(file, std::ios::binary) << 'x';
}

[[noreturn]] void sleepForever()
{
    for (;;)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

void spawn(bool leavesGroup)
{
    if (fork() != 0)
        return;
    if (leavesGroup) {
        setsid();
        if (fork() != 0)
            _exit(0); // the grandchild has no parent of ours any more
    }
    sleepForever();
}

[[noreturn]] void flood(std::ostream& stream)
{
    const std::string line(4000, 'x');
    for (;;)
        stream << line << '\n';
}

void misbehave(const std::string& what)
{
    if (what == "exit") {
        std::cerr << "I leave early\n";
        _exit(3);
    } else if (what == "segv") {
        std::cerr << "about to crash\n";
        std::signal(SIGSEGV, SIG_DFL);
        std::raise(SIGSEGV);
    } else if (what == "hang") {
        sleepForever();
    } else if (what == "flood") {
        flood(std::cout);
    } else if (what == "flood-stderr") {
        flood(std::cerr);
    } else if (what == "rubbish") {
        std::cout << "hello from print()\n{\"half\": \n[1, 2]\n{\"event\": 7}\n\xff\xfe\n" << std::flush;
    } else if (what == "long-line") {
        std::cout << std::string(40 << 20, 'y') << std::endl;
    } else if (what == "wrong-answer") {
        say({{"event", "bye"}});
    } else if (what == "error") {
        say({{"event", "error"},
             {"code", "failed"},
             {"message", "The model raised ValueError."},
             {"detail", "Traceback …"}});
    } else if (what == "skipped") {
        say({{"event", "error"},
             {"code", "skipped"},
             {"message", "There is nothing to run."},
             {"detail", ""}});
    } else if (what == "unreadable") {
        say({{"event", "error"},
             {"code", "unreadable"},
             {"message", "That is not a model."},
             {"detail", ""}});
    } else if (what == "eat-memory") {
        for (;;) {
            char* block = static_cast<char*>(std::malloc(4u << 20));
            std::memset(block, 1, 4u << 20);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    } else if (what == "family") {
        spawn(false);
        spawn(true);
        sayReady();
        sleepForever();
    } else if (what == "slow") {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
}

struct Fake {
    std::string who = "python";
    std::vector<std::array<std::string, 3>> troubles;

    // Whether an answer of its own was given in the place of the right one.
    bool trouble(const std::string& command) const
    {
        bool isAnswered = false;
        for (const auto& [whom, when, what] : troubles) {
            if ((whom == who || whom == "*") && (when == command || when == "*")) {
                misbehave(what);
                isAnswered = isAnswered || what == "error" || what == "skipped" || what == "unreadable" ||
                             what == "wrong-answer";
            }
        }
        return isAnswered;
    }
};

std::vector<std::array<std::string, 3>> readTroubles()
{
    std::vector<std::array<std::string, 3>> troubles;
    const char* text = std::getenv("TWINTRACE_FAKE");
    std::istringstream words(text != nullptr ? text : "");
    for (std::string word; words >> word;) {
        const auto first = word.find(':'), second = word.find(':', first + 1);
        troubles.push_back(
            {word.substr(0, first), word.substr(first + 1, second - first - 1), word.substr(second + 1)});
    }
    return troubles;
}

void write(const std::string& file, const std::string& text)
{
    std::ofstream(file, std::ios::binary) << text;
}

// Three marked iterations of two CPU kernels each; aot fuses them into one.
std::string traceOf(const std::string& variant)
{
    json events = json::array();
    const auto add = [&](const char* category, const char* name, double begin, double length) {
        events.push_back({{"ph", "X"},
                          {"cat", category},
                          {"name", name},
                          {"pid", 1},
                          {"tid", 1},
                          {"ts", begin},
                          {"dur", length}});
    };
    for (int step = 0; step < 3; ++step) {
        const double begin = step * 100.0;
        add("user_annotation", ("ProfilerStep#" + std::to_string(step)).c_str(), begin, 90);
        if (variant == "aot") {
            add("cpu_op", "graph_0_cpp_fused_gelu_linear_0", begin + 5, 40);
        } else {
            add("cpu_op", "aten::addmm", begin + 5, 30);
            add("cpu_op", "aten::gelu", begin + 40, 30);
        }
    }
    return json{{"schemaVersion", 1}, {"traceEvents", events}}.dump();
}

json durations(const std::string& variant)
{
    json list = json::array();
    for (int call = 0; call < 20; ++call)
        list.push_back((variant == "aot" ? 50.0 : 100.0) + (call % 5) * 0.25);
    return list;
}

json answer(const Fake& fake, const json& command)
{
    const std::string name = command.value("do", "");
    if (name == "prepare") {
        const std::string folder = command.value("folder", ".");
        for (const char* file : {"/model.pt2", "/reference.pt", "/python_model.pt", "/inputs.pt"})
            write(folder + file, "x");
        json batches = json::array();
        json sizes = command.value("batch", json::array());
        if (sizes.empty())
            sizes.push_back(16);
        for (const json& size : sizes)
            batches.push_back({{"batch", size},
                               {"inputs", folder + "/inputs.pt"},
                               {"reference", folder + "/reference.pt"}});
        return {{"event", "prepared"},
                {"model",
                 {{"name", "fake"},
                  {"source", command.value("model", "")},
                  {"parameters", 42},
                  {"inputs",
                   {{{"name", "x"}, {"dtype", "float32"}, {"shape", {sizes[0], 8}}, {"device", "cpu"}}}}}},
                {"files",
                 {{"export", folder + "/model.pt2"},
                  {"reference", folder + "/reference.pt"},
                  {"python_model", folder + "/python_model.pt"},
                  {"inputs", folder + "/inputs.pt"}}},
                {"export_ms", 12.5},
                {"batches", batches}};
    }
    if (name == "compile") {
        say({{"event", "phase"}, {"phase", "compile"}, {"state", "begin"}, {"note", ""}});
        write(command.value("package", "package.pt2"), "x");
        say({{"event", "phase"}, {"phase", "compile"}, {"state", "end"}, {"ms", 30.0}});
        return {{"event", "compiled"},
                {"package", command.value("package", "")},
                {"compile_ms", 30.0},
                {"toolchain_ms", 0.0},
                {"phases", {{"inductor", 20.0}, {"other", 10.0}}}};
    }
    if (name == "load")
        return {{"event", "loaded"}, {"load_ms", 5.0}, {"inputs", json::array()}};
    if (name == "first") {
        json generated;
        if (fake.who == "py-default") {
            generated = std::string(std::getenv("TMPDIR")) + "/fake.generated.json";
            write(generated.get<std::string>(), R"([{"kernel":"cpp_fused_silu_0"}])");
        }
        return {{"event", "first"},
                {"first_ms", 2.0},
                {"generated", generated},
                {"numerics", {{"max_abs", 0.0}, {"max_rel", 0.0}, {"tolerance", 1e-5}, {"ok", true}}}};
    }
    if (name == "warm_up")
        return {
            {"event", "warmed"}, {"calls", 10}, {"is_steady", true}, {"durations_us", durations(fake.who)}};
    if (name == "round")
        return {{"event", "round"},
                {"durations_us", durations(fake.who)},
                {"device_durations_us", {40.0, 41.0, 60.0}},
                {"device_peak_bytes", 5'000'000}};
    if (name == "record") {
        write(command.value("file", "trace.json"), traceOf(fake.who));
        return {{"event", "recorded"},
                {"file", command.value("file", "")},
                {"iterations", 3},
                {"durations_us", durations(fake.who)},
                {"dropped", 0},
                {"events", 9},
                {"recorder", json::object()}};
    }
    if (name == "doctor")
        return {{"event", "doctor"},
                {"facts",
                 {{"python", "3.11.0"},
                  {"executable", "python"},
                  {"torch", "2.13.0"},
                  {"problem", nullptr},
                  {"openssl", "/usr/bin/openssl"},
                  {"compiler", {{"version", "g++ 12"}, {"problem", nullptr}}}}}};
    return {{"event", "bye"}};
}

} // namespace

int main(int argc, char** argv)
{
    if (argc == 2 && std::strcmp(argv[1], "--probe") == 0) {
        std::cout << json{{"torch", "2.13.0"}, {"cupti", {{"can_record", false}}}}.dump() << std::endl;
        return 0;
    }
    Fake fake{argc > 1 ? "python" : "runner", readTroubles()};
    fake.trouble("start");
    say({{"event", "hello"},
         {"protocol", 1},
         {"program", "fake"},
         {"torch", "2.13.0"},
         {"python", "3.11.0"},
         {"threads", 2},
         {"pid", getpid()}});
    for (std::string line; std::getline(std::cin, line);) {
        const json command = json::parse(line, nullptr, false);
        const std::string name = command.value("do", "");
        if (name == "load")
            fake.who = command.value("variant", "");
        if (!fake.trouble(name))
            say(answer(fake, command));
        if (name == "quit")
            return 0;
    }
    return 0;
}
