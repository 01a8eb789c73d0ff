// SPDX-License-Identifier: MIT
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace twintrace
{

/// What kind of failure it was; decides the exit code of the command line (design: 2 usage, 3 input, 4
/// variant, 5 machine).
enum class ErrorCode {
    Usage,       ///< the caller asked for something that does not exist
    Unreadable,  ///< an input file cannot be read or is not what was expected
    Failed,      ///< something that ran (a variant, a child process) failed
    Unsupported, ///< this machine cannot do that
    Cancelled,   ///< the user asked to stop
    OutOfMemory, ///< not enough memory to go on
    Unwritable,  ///< an output cannot be written
};

/// Why something could not go on.
struct Error {
    ErrorCode code = ErrorCode::Failed;
    std::string message; ///< one sentence for the user: names the thing and the remedy
    std::string detail;  ///< for the log or an expandable box: stderr tails, tracebacks
};

/// The one way a function of this project says that it could not do its work. Every function returning it is
/// [[nodiscard]].
template <class T> using Result = tl::expected<T, Error>;

/// An Error ready to be returned from a function with any Result type.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string detail = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(detail)});
}

} // namespace twintrace

/// Returns the error of `expression` from the enclosing function, or goes on when there is none.
#define TWINTRACE_TRY(expression)                                                                            \
    do {                                                                                                     \
        if (auto twintraceResult = (expression); !twintraceResult)                                           \
            return tl::unexpected<twintrace::Error>(std::move(twintraceResult.error()));                     \
    } while (false)
