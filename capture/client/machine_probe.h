// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// One thing that this machine can or cannot do.
struct Capability {
    std::string id;    ///< "python", "torch", "runner", "compiler", "gpu", "cupti", "space"
    std::string title; ///< "Python", "LibTorch", …
    bool isOk = false;
    bool isOptional = false; ///< its absence only takes some variants away
    std::string found;       ///< what there is: version, path
    std::string problem;     ///< one sentence when not ok
    std::string remedy;      ///< what to do then
};

/// What this machine can do.
struct MachineReport {
    std::string cpu; ///< model name
    std::string isa; ///< "AVX512", "AVX2", …
    int cores = 0;
    std::vector<std::string> gpus;
    std::string driver, cuda, cupti, torch, python;
    std::vector<Capability> capabilities;

    [[nodiscard]] const Capability* find(std::string_view id) const;
    /// Whether `compare --device cpu` can run; the same with a GPU.
    [[nodiscard]] bool canCompare() const;
    [[nodiscard]] bool canUseGpu() const;
    /// One line for the welcome page: "LibTorch 2.13.0 (CPU) · 8 cores, AVX512 · no GPU: …".
    [[nodiscard]] std::string sentence() const;
};

/// Asks the machine, blocking for as long as Python needs to import torch (seconds). For the command line and
/// threads.
[[nodiscard]] MachineReport probeMachine();

/// The same without blocking: the signal comes in the receiver's thread.
class MachineProbe : public QObject
{
    Q_OBJECT
  public:
    explicit MachineProbe(QObject* parent = nullptr);
    ~MachineProbe() override;
    void start();

  Q_SIGNALS:
    void finished(const twintrace::MachineReport& report);

  private:
    struct Worker;
    std::unique_ptr<Worker> m_worker;
};

} // namespace twintrace

Q_DECLARE_METATYPE(twintrace::MachineReport)
