#include "attacks/ledger/turns.h"

#include <exception>

namespace bora::attacks {

Turns::InVictim::InVictim(Turns& turns) : turns_(turns) {
  const std::lock_guard lock(turns_.clock_);
  if (turns_.in_victim_++ == 0) turns_.since_ = Clock::now();
}

Turns::InVictim::~InVictim() {
  const std::lock_guard lock(turns_.clock_);
  if (--turns_.in_victim_ == 0)
    turns_.seconds_ += std::chrono::duration<double>(Clock::now() - turns_.since_).count();
}

double Turns::victim_seconds() const {
  const std::lock_guard lock(clock_);
  if (in_victim_ == 0) return seconds_;
  return seconds_ + std::chrono::duration<double>(Clock::now() - since_).count();
}

VictimState Turns::find_out_together(const RetryPolicy::FindOut& find_out, std::string& why) {
  if (turn_ == nullptr) return find_out(why);
  if (given_up_) return VictimState::down;
  if (looking_) {
    const long before = looks_;
    found_out_.wait(*turn_, [&] { return looks_ != before; });
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
    found_out_.notify_all();
  };
  try {
    const VictimState found = find_out(why);
    tell(found);
    return found;
  } catch (...) {
    tell(VictimState::down);
    throw;
  }
}

}  // namespace bora::attacks
