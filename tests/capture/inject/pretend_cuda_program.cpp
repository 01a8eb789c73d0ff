// SPDX-License-Identifier: MIT
// pretend_cuda_program COUNT [end | kill | _exit | fork | child | idlechild | long | nocuda] [CODE]: starts
// "CUDA" as the driver does (loads the injected library and calls it), launches COUNT kernels of the fake
// libcupti, and ends in the way named.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace
{

void (*g_launch)(int) = nullptr;

void startCuda()
{
    // As a real CUDA program has its libraries before CUDA starts.
    const char* folder = std::getenv("FAKE_CUDA_FOLDER");
    if (folder != nullptr) {
        void* cupti = ::dlopen((std::string(folder) + "/libcupti.so.13").c_str(), RTLD_NOW);
        if (cupti != nullptr)
            g_launch = reinterpret_cast<void (*)(int)>(::dlsym(cupti, "pretendLaunches"));
    }
    const char* injected = std::getenv("CUDA_INJECTION64_PATH");
    void* library = injected == nullptr ? nullptr : ::dlopen(injected, RTLD_NOW);
    if (library == nullptr) {
        std::fprintf(stderr, "no injected library: %s\n",
                     injected == nullptr ? "not asked for" : ::dlerror());
        return;
    }
    auto* initialize = reinterpret_cast<int (*)()>(::dlsym(library, "InitializeInjection"));
    if (initialize == nullptr || initialize() != 1)
        std::fprintf(stderr, "the injected library did not start\n");
}

void launch(int count)
{
    if (g_launch != nullptr)
        g_launch(count);
}

void pause(int milliseconds)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

} // namespace

int main(int argc, char** argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 10;
    const std::string how = argc > 2 ? argv[2] : "end";
    const int code = argc > 3 ? std::atoi(argv[3]) : 0;
    std::puts("the program speaks");
    std::fflush(stdout);
    if (how == "nocuda")
        return code;
    startCuda();
    launch(count);
    if (how == "kill") {
        pause(800); // longer than what the recorder may hold back
        launch(count);
        ::kill(::getpid(), SIGKILL);
    }
    if (how == "_exit") {
        pause(800);
        ::_exit(code);
    }
    if (how == "fork") {
        const pid_t child = ::fork();
        if (child == 0) {
            launch(1000);
            std::exit(7); // runs the exit handlers of the parent's recorder
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        launch(count);
        return WIFEXITED(status) && WEXITSTATUS(status) == 7 ? code : 99;
    }
    if (how == "child" || how == "idlechild") {
        const pid_t child = ::fork();
        if (child == 0) // a child of 0 kernels starts CUDA and makes no context, like a compile worker
            ::execl(argv[0], argv[0], how == "child" ? "3" : "0", "end", static_cast<char*>(nullptr));
        int status = 0;
        ::waitpid(child, &status, 0);
    }
    if (how == "long") {
        for (int i = 0; i < 40; ++i) {
            pause(50);
            launch(1);
        }
    }
    return code;
}
