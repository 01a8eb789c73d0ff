// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <ATen/core/ivalue.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace caffe2::serialize
{
class PyTorchStreamReader;
}

namespace twintrace
{

/// A .pt2 file: torch.export's program, an AOTInductor package, or both in one archive.
class Pt2Archive
{
  public:
    /// Opens and says in one sentence what a file is when it is not a .pt2: empty, cut, text, a library,
    /// TorchScript.
    [[nodiscard]] static Result<Pt2Archive> open(const std::string& path);
    Pt2Archive(Pt2Archive&&) noexcept;
    Pt2Archive& operator=(Pt2Archive&&) noexcept;
    ~Pt2Archive();

    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] const std::vector<std::string>& records() const { return m_records; }
    [[nodiscard]] bool has(const std::string& record) const;
    /// Models with an exported program, and models with compiled code.
    [[nodiscard]] const std::vector<std::string>& programs() const { return m_programs; }
    [[nodiscard]] const std::vector<std::string>& packages() const { return m_packages; }
    /// Of a list of models the one that is meant: "model", else the only one; else an error that lists them.
    [[nodiscard]] Result<std::string> choose(const std::vector<std::string>& models) const;

    [[nodiscard]] Result<std::string> text(const std::string& record) const;
    /// The bytes of a record in memory aligned for tensors.
    [[nodiscard]] Result<std::pair<at::DataPtr, std::size_t>> bytes(const std::string& record) const;

  private:
    Pt2Archive() = default;

    std::string m_path;
    std::unique_ptr<caffe2::serialize::PyTorchStreamReader> m_reader;
    std::vector<std::string> m_records, m_programs, m_packages;
};

} // namespace twintrace
