// SPDX-License-Identifier: MIT
#include "tests/capture/cupti/cuda_work.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace twintrace
{
namespace
{

constexpr const char* kKernels = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry tiny()
{
    ret;
}
.visible .entry spin(.param .u64 nanoseconds)
{
    .reg .pred %again;
    .reg .u64 %begin, %now, %most;
    ld.param.u64 %most, [nanoseconds];
    mov.u64 %begin, %globaltimer;
LOOP:
    mov.u64 %now, %globaltimer;
    sub.u64 %now, %now, %begin;
    setp.lt.u64 %again, %now, %most;
    @%again bra LOOP;
    ret;
}
)";

// A test's work must not fail silently: its counts are what is tested.
void must(CUresult result, const char* what)
{
    if (result == CUDA_SUCCESS)
        return;
    std::fprintf(stderr, "%s: CUDA error %d\n", what, static_cast<int>(result));
    std::abort();
}

} // namespace

struct CudaWork::Functions {
    CUresult (*init)(unsigned) = nullptr;
    CUresult (*deviceGet)(CUdevice*, int) = nullptr;
    CUresult (*retain)(CUcontext*, CUdevice) = nullptr;
    CUresult (*release)(CUdevice) = nullptr;
    CUresult (*setCurrent)(CUcontext) = nullptr;
    CUresult (*synchronize)() = nullptr;
    CUresult (*loadModule)(CUmodule*, const void*) = nullptr;
    CUresult (*getFunction)(CUfunction*, CUmodule, const char*) = nullptr;
    CUresult (*createStream)(CUstream*, unsigned) = nullptr;
    CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       CUstream, void**, void**) = nullptr;
    CUresult (*beginCapture)(CUstream, CUstreamCaptureMode) = nullptr;
    CUresult (*endCapture)(CUstream, CUgraph*) = nullptr;
    CUresult (*instantiate)(CUgraphExec*, CUgraph, unsigned long long) = nullptr;
    CUresult (*graphLaunch)(CUgraphExec, CUstream) = nullptr;

    bool load(void* library)
    {
        const auto find = [library](const char* name, auto& function) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
            return function != nullptr;
        };
        return find("cuInit", init) && find("cuDeviceGet", deviceGet) &&
               find("cuDevicePrimaryCtxRetain", retain) && find("cuDevicePrimaryCtxRelease_v2", release) &&
               find("cuCtxSetCurrent", setCurrent) && find("cuCtxSynchronize", synchronize) &&
               find("cuModuleLoadData", loadModule) && find("cuModuleGetFunction", getFunction) &&
               find("cuStreamCreate", createStream) && find("cuLaunchKernel", launch) &&
               find("cuStreamBeginCapture_v2", beginCapture) && find("cuStreamEndCapture", endCapture) &&
               find("cuGraphInstantiateWithFlags", instantiate) && find("cuGraphLaunch", graphLaunch);
    }
};

CudaWork::CudaWork() : m_cuda(std::make_unique<Functions>()) {}

CudaWork::~CudaWork() = default; // the context stays for the next test of this process

std::unique_ptr<CudaWork> CudaWork::start(std::string& reason)
{
    void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    std::unique_ptr<CudaWork> work(new CudaWork);
    CUdevice device = 0;
    if (library == nullptr || !work->m_cuda->load(library)) {
        reason = "There is no NVIDIA driver on this machine.";
        return nullptr;
    }
    if (work->m_cuda->init(0) != CUDA_SUCCESS || work->m_cuda->deviceGet(&device, 0) != CUDA_SUCCESS) {
        reason = "There is no NVIDIA GPU on this machine.";
        return nullptr;
    }
    must(work->m_cuda->retain(&work->m_context, device), "cuDevicePrimaryCtxRetain");
    work->enter();
    CUmodule module = nullptr;
    must(work->m_cuda->loadModule(&module, kKernels), "cuModuleLoadData");
    must(work->m_cuda->getFunction(&work->m_tiny, module, "tiny"), "tiny");
    must(work->m_cuda->getFunction(&work->m_spin, module, "spin"), "spin");
    return work;
}

void CudaWork::enter() const
{
    must(m_cuda->setCurrent(m_context), "cuCtxSetCurrent");
}

CUstream CudaWork::makeStream() const
{
    CUstream stream = nullptr;
    must(m_cuda->createStream(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    return stream;
}

void CudaWork::launchTiny(CUstream stream) const
{
    must(m_cuda->launch(m_tiny, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr), "cuLaunchKernel");
}

void CudaWork::launchSpin(CUstream stream, std::uint64_t nanoseconds) const
{
    void* parameters[] = {&nanoseconds};
    must(m_cuda->launch(m_spin, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr), "cuLaunchKernel");
}

CUgraphExec CudaWork::captureGraph(int count) const
{
    CUstream stream = makeStream();
    CUgraph graph = nullptr;
    CUgraphExec ready = nullptr;
    must(m_cuda->beginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), "cuStreamBeginCapture");
    for (int i = 0; i < count; ++i)
        launchTiny(stream);
    must(m_cuda->endCapture(stream, &graph), "cuStreamEndCapture");
    must(m_cuda->instantiate(&ready, graph, 0), "cuGraphInstantiate");
    return ready;
}

void CudaWork::launchGraph(CUgraphExec graph, CUstream stream) const
{
    must(m_cuda->graphLaunch(graph, stream), "cuGraphLaunch");
}

void CudaWork::synchronize() const
{
    must(m_cuda->synchronize(), "cuCtxSynchronize");
}

} // namespace twintrace
