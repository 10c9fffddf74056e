// Errors a user can cause, and errors of the world outside.
#pragma once

#include <stdexcept>
#include <string>

#include <fmt/format.h>

namespace bora {

/// Error in what the user gave. The message is one line: the file or option, the value found, what was
/// expected. A command prints it to stderr and exits with 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}

  template <typename... Args>
  explicit InputError(fmt::format_string<Args...> format, Args&&... args)
      : std::runtime_error(fmt::format(format, std::forward<Args>(args)...)) {}
};

/// Failure of a victim while it was queried (it died, timed out, returned NaN). Instances that meet it are
/// marked failed with the reason; the others go on and the command exits with 3.
class VictimError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Error of a server that refuses a request for good (HTTP 4xx but for 408, 425 and 429, or a redirection):
/// the same request would be refused again after any wait.
class VictimRefusal : public VictimError {
 public:
  using VictimError::VictimError;
};

/// Error thrown where a query waited for its turn, e.g. under a rate limit, or for its answer, and the run is
/// to end: the victim has not failed.
class VictimInterrupted : public VictimError {
 public:
  using VictimError::VictimError;
};

}  // namespace bora
