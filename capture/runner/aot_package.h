// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/pt2_archive.h"
#include "capture/runner/wrapper_source.h"
#include "core/base/result.h"

#include <c10/core/Device.h>

#include <map>
#include <string>

namespace twintrace
{

/// An AOTInductor package as its archive describes it, before any of its code is loaded.
struct AotPackage {
    std::string path;
    std::string model; ///< its name inside the archive
    std::map<std::string, std::string> metadata;
    WrapperSource source;
};

/// Reads a package's description. A file that is no package is an error that says what it is.
[[nodiscard]] Result<AotPackage> readAotPackage(const Pt2Archive& archive);

/// Whether this machine can run it on `device`: kind of device, machine, instruction sets, compute
/// capability. Found out before loading, since the wrong instruction ends the process with SIGILL.
[[nodiscard]] Result<void> checkMachine(const AotPackage& package, at::Device device);

} // namespace twintrace
