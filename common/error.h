// Errors that a user can cause, and failures of the victim.
#pragma once

#include <stdexcept>
#include <string>

#include <fmt/format.h>

namespace bora {

/// Error that the user's input causes. The message is one line that names the file or option, the value found
/// and what was expected. A command prints it to stderr and exits with 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}

  template <typename... Args>
  explicit InputError(fmt::format_string<Args...> format, Args&&... args)
      : std::runtime_error(fmt::format(format, std::forward<Args>(args)...)) {}
};

/// Failure of a victim during a query: it died, timed out or returned NaN. The affected instances are marked
/// as failed with the reason, the other instances continue, and the command exits with 3.
class VictimError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Failure of a server after which bora does not send the same request again: HTTP 4xx except 408, 425 and
/// 429, a redirection, a stated wait of more than 600 s (Requests::kLongestStatedPause), or an answer of
/// another version of the model.
class VictimRefusal : public VictimError {
 public:
  using VictimError::VictimError;
};

/// Thrown when a run ends while a query waits for a rate limit, for a retry or for its answer. The victim has
/// not failed.
class VictimInterrupted : public VictimError {
 public:
  using VictimError::VictimError;
};

}  // namespace bora
