// SPDX-License-Identifier: MIT
// Stands in for the recorder in a build that had no CUPTI headers: says so, with the remedy.
#include "capture/cupti/capture_session.h"
#include "capture/cupti/cupti_probe.h"

namespace twintrace
{
namespace
{

constexpr const char* kWhy =
    "This build of Twintrace cannot record the GPU because it was configured without CUPTI's headers; "
    "install them (a "
    "CUDA 13 toolkit, or pip install nvidia-cuda-cupti nvidia-cuda-runtime nvidia-cuda-crt) and build again.";

} // namespace

void* cuptiLibrary()
{
    return nullptr;
}

struct CaptureSession::Impl {
};

Result<std::unique_ptr<CaptureSession>> CaptureSession::open(const CaptureOptions&)
{
    return fail(ErrorCode::Unsupported, kWhy);
}

Result<std::unique_ptr<CaptureSession>> CaptureSession::open(std::shared_ptr<const CuptiApi>,
                                                             std::shared_ptr<const CudaDriver>,
                                                             const CaptureOptions&)
{
    return fail(ErrorCode::Unsupported, kWhy);
}

CaptureSession::CaptureSession(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

CaptureSession::~CaptureSession() = default;

Result<void> CaptureSession::warm()
{
    return fail(ErrorCode::Unsupported, kWhy);
}

Result<void> CaptureSession::begin()
{
    return fail(ErrorCode::Unsupported, kWhy);
}

Result<void> CaptureSession::end(bool)
{
    return fail(ErrorCode::Unsupported, kWhy);
}

GpuRecords CaptureSession::take()
{
    return {};
}

Result<void> CaptureSession::collect()
{
    return fail(ErrorCode::Unsupported, kWhy);
}

CaptureSummary CaptureSession::summary() const
{
    return {};
}

ClockBridge CaptureSession::clock() const
{
    return {};
}

std::vector<GpuDevice> CaptureSession::devices() const
{
    return {};
}

std::string CaptureSession::cuptiPath() const
{
    return {};
}

std::uint32_t CaptureSession::cuptiVersion() const
{
    return 0;
}

bool CaptureSession::hasSeenContext() const
{
    return false;
}

bool CaptureSession::isRecording() const
{
    return false;
}

void CaptureSession::abandon() noexcept {}

CuptiProbe probeCupti()
{
    CuptiProbe probe;
    probe.isBuiltIn = false;
    probe.problems.push_back({"no_headers", kWhy});
    return probe;
}

} // namespace twintrace
