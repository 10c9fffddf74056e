// Interface by which the runner starts and drives attacks on inputs of any kind.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "attacks/attack.h"
#include "attacks/ledger/question.h"
#include "attacks/record/run_rows.h"

namespace bora::attacks {

/// Attack in progress, with the other parts of its questions.
template <typename Input>
struct RunningAttack {
  std::unique_ptr<Attack<Input>> attack;
  Goal goal;
  std::shared_ptr<const ThreatModel<Input>> threat;
  AccessLevel access = AccessLevel::scores;
  bool on_the_way = false;  ///< true if it may query inputs outside the threat model

  /// Returns the next input to query after ThreatModel::admit(); nullopt if there is none left. Throws
  /// std::runtime_error if the attack requests an input that is not allowed.
  std::optional<Input> ask() const {
    std::optional<Input> input = attack->ask();
    if (input) threat->admit(*input, on_the_way);
    return input;
  }
  /// Returns the question for an input that ask() returned. `input` must outlive it.
  Question<Input> question(int instance, const Input& input) const {
    return {instance, goal, threat.get(), &input, access, on_the_way, attack->gradient_wanted()};
  }
};

/// Factory of the attacks of a run.
template <typename Input>
class AttackFactory {
 public:
  virtual ~AttackFactory() = default;
  /// Starts the attack that an instance names. `warm_starts`: those of earlier instances; null: it does not
  /// learn. Throws InputError if the attack's settings do not suit the input.
  virtual RunningAttack<Input> start(const InstanceRow& instance, const WarmStarts& warm_starts) const = 0;
  /// Returns whether an attack learns from earlier instances if the run enables that.
  virtual bool learns(const std::string& /*attack*/) const { return false; }
};

}  // namespace bora::attacks
