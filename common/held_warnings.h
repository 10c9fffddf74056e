// Observer that holds back warnings.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "common/run_observer.h"

namespace bora {

/// Observer that keeps warnings until release(), so that a run that is refused meanwhile shows only its
/// error. Passes everything else on at once.
class HeldWarnings final : public RunObserver {
 public:
  /// observer: gets the warnings; must outlive the object.
  explicit HeldWarnings(RunObserver& observer) : observer_(observer) {}
  const std::atomic<bool>& stop() const override { return observer_.stop(); }
  void update(double fraction, const std::string& text) override { observer_.update(fraction, text); }
  void say(const std::string& text) override { observer_.say(text); }
  void warn(const std::string& text) override {
    const std::scoped_lock lock(mutex_);
    held_.push_back(text);
  }
  void finish() override { observer_.finish(); }
  /// Passes the warnings on, in their order. Later ones are held again.
  void release() {
    const std::scoped_lock lock(mutex_);
    for (const std::string& text : held_) observer_.warn(text);
    held_.clear();
  }

 private:
  RunObserver& observer_;
  std::mutex mutex_;  // guards held_
  std::vector<std::string> held_;
};

}  // namespace bora
