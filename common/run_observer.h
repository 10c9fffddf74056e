// Caller of a long computation, which is told how far it is and may end it.
#pragma once

#include <atomic>
#include <stdexcept>
#include <string>

namespace bora {

/// Observer that a run reports to. Its functions may be called by several threads.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// Returns a flag that becomes true when the run is to end; what is done is stored then.
  virtual const std::atomic<bool>& stop() const = 0;
  /// Takes note that `fraction` of the work, in [0, 1], is done; `text` says what is being done.
  virtual void update(double fraction, const std::string& text) = 0;
  /// Shows one line about what happened.
  virtual void say(const std::string& text) = 0;
  /// Shows one line that the user must see.
  virtual void warn(const std::string& text) = 0;
  /// Ends a piece of work; what follows is measured from here.
  virtual void finish() = 0;
};

/// Error thrown where RunObserver::stop() ends a run before there is a result; the message says what it
/// ended.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace bora
