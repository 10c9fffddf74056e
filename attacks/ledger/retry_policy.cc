#include "attacks/ledger/retry_policy.h"

#include <algorithm>
#include <thread>

#include "common/error.h"

namespace bora::attacks {

std::vector<RetrySchedule::Milliseconds> RetrySchedule::growing(Milliseconds first, int count) {
  std::vector<Milliseconds> pauses;
  for (int i = 0; i < count; ++i, first *= 2) pauses.push_back(first);
  return pauses;
}

bool RetrySchedule::sleep(Milliseconds pause, const std::string& /*why*/) {
  std::this_thread::sleep_for(pause);
  return true;
}

RetryPolicy::RetryPolicy(RetrySchedule schedule, std::function<void()> ask_clean, Share share)
    : schedule_(std::move(schedule)), ask_clean_(std::move(ask_clean)), share_(std::move(share)) {}

bool RetryPolicy::answers_clean(std::string& why) const {
  try {
    ask_clean_();
    return true;
  } catch (const VictimInterrupted&) {
    throw;
  } catch (const VictimRefusal&) {
    throw;
  } catch (const VictimError& error) {
    why = error.what();
    return false;
  }
}

VictimState RetryPolicy::wait_for_victim(std::string& why) const {
  const auto begin = std::chrono::steady_clock::now();
  try {
    if (answers_clean(why)) return VictimState::up;
    for (const auto pause : schedule_.pauses) {
      if (std::chrono::steady_clock::now() - begin > schedule_.longest) return VictimState::down;
      if (!schedule_.wait(pause, why)) return VictimState::down;
      if (answers_clean(why)) return VictimState::came_back;
    }
  } catch (const VictimError& error) {  // VictimInterrupted or VictimRefusal: waiting does not help
    why = error.what();
  }
  return VictimState::down;
}

VictimState RetryPolicy::state(std::string& why) const {
  const FindState find_state = [this](std::string& said) { return wait_for_victim(said); };
  return share_ ? share_(find_state, why) : find_state(why);
}

RetryPolicy::Outcome RetryPolicy::put(int n, const Pass& pass) const {
  const auto size = static_cast<std::size_t>(n);
  Outcome outcome{std::vector<bool>(size), std::vector<std::string>(size), ""};
  std::string why;
  for (int time = 0; time < kTogether; ++time) {
    try {
      pass(0, n);
      outcome.answered.assign(size, true);
      return outcome;
    } catch (const VictimInterrupted& interruption) {
      outcome.down = interruption.what();
      return outcome;
    } catch (const VictimError& error) {
      why = error.what();
    }
    if (state(why) == VictimState::down) {
      outcome.down = why;
      return outcome;
    }
  }

  int held = 0;  // number of passes after which inputs were unanswered although the victim was up
  for (int time = 0; time < kAlone; ++time) {
    for (int i = 0; i < n; ++i) {
      if (outcome.answered[i]) continue;
      try {
        pass(i, 1);
        outcome.answered[i] = true;
        outcome.failures[i].clear();
      } catch (const VictimInterrupted& interruption) {
        outcome.down = interruption.what();
        outcome.failures.assign(size, "");
        return outcome;
      } catch (const VictimError& error) {
        outcome.failures[i] = why = error.what();
      }
    }
    if (std::ranges::count(outcome.answered, false) == 0) return outcome;
    const VictimState now = state(why);
    if (now == VictimState::up) ++held;
    if (now == VictimState::down) {
      held = 0;
      break;
    }
  }
  if (2 * held > kAlone) return outcome;
  outcome.down = why;
  outcome.failures.assign(size, "");
  return outcome;
}

}  // namespace bora::attacks
