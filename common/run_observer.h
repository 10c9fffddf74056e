// Interface by which a long computation reports its progress and is asked to end.
#pragma once

#include <atomic>
#include <stdexcept>
#include <string>

namespace bora {

/// Observer that a run reports to. Its functions may be called by several threads.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// Returns a flag that becomes true when the run is to end. The run then stores its completed work.
  virtual const std::atomic<bool>& stop() const = 0;
  /// Shows that `fraction` of the work, in [0, 1], is done; `text` names the current step.
  virtual void update(double fraction, const std::string& text) = 0;
  /// Shows one line about what has happened.
  virtual void say(const std::string& text) = 0;
  /// Shows one line that the user must see.
  virtual void warn(const std::string& text) = 0;
  /// Ends a piece of work; what follows is measured from here.
  virtual void finish() = 0;
};

/// Thrown when RunObserver::stop() ends a run before it has a result. The message names what was ended.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace bora
