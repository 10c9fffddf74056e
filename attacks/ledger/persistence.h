// What is done about a victim that does not answer.
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bora {

/// How long a victim that answers nothing at all is waited for.
struct Patience {
  using Milliseconds = std::chrono::milliseconds;

  /// Between one clean input that is not answered and the next: two minutes in all, in which a server that is
  /// started anew is up again.
  std::vector<Milliseconds> pauses = growing(Milliseconds(500), 8);
  /// Lets `pause` go by, `why` being what the victim last said; false: waits no longer, but gives up.
  std::function<bool(Milliseconds pause, const std::string& why)> wait = sleep;

  /// So many pauses, each twice as long as the one before.
  static std::vector<Milliseconds> growing(Milliseconds first, int count);
  static bool sleep(Milliseconds pause, const std::string& why);
};

/// The victim answers nothing, however long it was waited for. What was asked before is stored, and the
/// instances that were in progress still are.
class VictimDown : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whether a victim that failed to answer something answers clean inputs.
enum class VictimState {
  up,
  came_back,  ///< after it was waited for
  down,       ///< however long it was waited for
};

/// Puts questions to a victim that may fail, and tells one input that is more than the victim can take from a
/// victim that is down. The latter answers clean inputs neither, which cost no attacker a query; so after
/// each pass over what is unanswered nothing else is asked of it until it answers one of them.
class Persistence {
 public:
  /// Asks clean inputs and waits, as patience has it; `why`: what the victim last said.
  using FindOut = std::function<VictimState(std::string& why)>;
  /// Calls the function, or knows already what it would find.
  using Share = std::function<VictimState(const FindOut&, std::string& why)>;

  /// `ask_clean`: puts a clean input to the victim; throws VictimError. `share`: none: always finds out
  /// itself.
  Persistence(Patience patience, std::function<void()> ask_clean, Share share = {});

  struct Outcome {
    std::vector<bool> answered;         ///< by question
    std::vector<std::string> failures;  ///< by question: why it is more than the victim can take; else ""
    std::string down;                   ///< why the victim was given up; "" if it was not
  };
  /// Asks for questions [first, first + count) in one pass; throws VictimError.
  using Pass = std::function<void(int first, int count)>;

  /// Questions 0 to n - 1 together, twice if need be, so that a failure that passes leaves no trace; then
  /// each of them alone, as often as kAlone says. A question is in no more than kMostPasses passes.
  Outcome put(int n, const Pass& pass) const;

  static constexpr int kTogether = 2;
  static constexpr int kAlone = 4;
  static constexpr int kMostPasses = kTogether + kAlone;

 private:
  bool answers_clean(std::string& why) const;
  VictimState look(std::string& why) const;
  VictimState standing(std::string& why) const;

  Patience patience_;
  std::function<void()> ask_clean_;
  Share share_;
};

}  // namespace bora
