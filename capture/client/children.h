// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/cancel_token.h"
#include "capture/client/child_process.h"
#include "capture/client/private_folder.h"
#include "capture/client/variant_catalog.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace twintrace
{

/// Starts the children of one run: which program, which environment, which compiler cache.
class Children
{
  public:
    Children(const PrivateFolder& folder, CancelToken cancel, std::uint64_t memoryLimitBytes);

    /// The Python helper; `cache` names the compiler cache it uses, a new name is an empty cache.
    [[nodiscard]] Result<std::unique_ptr<ChildProcess>> startPython(const std::string& title,
                                                                    const std::string& cache) const;
    [[nodiscard]] Result<std::unique_ptr<ChildProcess>> startRunner(const std::string& title) const;
    [[nodiscard]] Result<std::unique_ptr<ChildProcess>> start(VariantHost host, const std::string& title,
                                                              const std::string& cache) const;

    /// The runner to start instead of runnerProgram(): known only once Python has said which torch it has.
    void useRunner(const std::filesystem::path& program) const { m_runner = program; }
    [[nodiscard]] const PrivateFolder& folder() const { return m_folder; }
    [[nodiscard]] const CancelToken& cancelToken() const { return m_cancel; }

    /// Ends all of them in one sweep over the machine's processes: on a busy machine each sweep takes a
    /// while.
    void killAll() const;

  private:
    [[nodiscard]] ChildSpec commonSpec(const std::string& title, const std::string& cache) const;

    const PrivateFolder& m_folder;
    CancelToken m_cancel;
    std::uint64_t m_memoryLimitBytes;
    mutable std::filesystem::path
        m_runner; ///< of the run that shares these children; set once, before any is started
};

} // namespace twintrace
