#include "attacks/ledger/victim_lock.h"

namespace bora::attacks {

VictimLock::Timer::Timer(VictimLock& victim_lock) : victim_lock_(victim_lock) {
  const std::lock_guard lock(victim_lock_.clock_);
  if (victim_lock_.in_victim_++ == 0) victim_lock_.since_ = Clock::now();
}

VictimLock::Timer::~Timer() {
  const std::lock_guard lock(victim_lock_.clock_);
  if (--victim_lock_.in_victim_ == 0)
    victim_lock_.seconds_ += std::chrono::duration<double>(Clock::now() - victim_lock_.since_).count();
}

double VictimLock::victim_seconds() const {
  const std::lock_guard lock(clock_);
  if (in_victim_ == 0) return seconds_;
  return seconds_ + std::chrono::duration<double>(Clock::now() - since_).count();
}

VictimState VictimLock::find_state_together(const RetryPolicy::FindState& find_state, std::string& why) {
  if (mutex_ == nullptr) return find_state(why);
  if (given_up_) return VictimState::down;
  if (looking_) {
    const long before = looks_;
    found_state_.wait(*mutex_, [&] { return looks_ != before; });
    if (found_ == VictimState::down) why = found_why_;
    return found_;
  }
  looking_ = true;
  const auto tell = [&](VictimState found) {
    looking_ = false;
    ++looks_;
    found_ = found;
    found_why_ = why;
    if (found == VictimState::down) given_up_ = true;
    found_state_.notify_all();
  };
  try {
    const VictimState found = find_state(why);
    tell(found);
    return found;
  } catch (...) {
    tell(VictimState::down);
    throw;
  }
}

}  // namespace bora::attacks
