// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/audit_run.h"

#include "capture/client/children.h"
#include "capture/client/machine_memory.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace twintrace
{
namespace
{

// Times of the contract have three decimals at most; Python hands over all that a double has.
void roundTimes(nlohmann::json& value, const std::string& key)
{
    if (value.is_structured()) {
        for (const auto& item : value.items())
            roundTimes(item.value(), value.is_object() ? item.key() : key);
    } else if (value.is_number_float() &&
               (key.ends_with("ms") || key.ends_with("us") || key.ends_with("per_second"))) {
        value = std::round(value.get<double>() * 1000) / 1000;
    }
}

} // namespace

Result<std::string> runAudit(const AuditOptions& options, const ChildProcess::PhaseSink& phases,
                             const CancelToken& cancel)
{
    Result<PrivateFolder> folder = PrivateFolder::create();
    if (!folder)
        return tl::unexpected(folder.error());
    const Children children(*folder, cancel, availableMemoryBytes() / 10 * 9);
    const auto child = children.startPython("the Python helper", "audit");
    if (!child)
        return tl::unexpected(child.error());
    if (const auto hello = (*child)->hello(StepLimits().hello); !hello)
        return tl::unexpected(hello.error());
    nlohmann::json more = {{"device", options.device}};
    if (!options.dtype.empty())
        more["dtype"] = options.dtype;
    const nlohmann::json command = {{"do", "audit"},
                                    {"model", options.model},
                                    {"mode", options.mode},
                                    {"batches", options.batches},
                                    {"dynamic", options.isDynamic},
                                    {"options", more}};
    const Result<nlohmann::json> answer = (*child)->askOther(command, "audited", options.silence, phases);
    if (!answer)
        return tl::unexpected(answer.error());
    (*child)->quit(StepLimits().quit);
    nlohmann::json document = answer->value("audit", nlohmann::json::object());
    roundTimes(document, {});
    return document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace twintrace
