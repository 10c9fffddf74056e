// Attacks on inputs of any kind, as the runner drives them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "attacks/attack.h"
#include "attacks/ledger/question.h"
#include "attacks/record/run_rows.h"

namespace bora::attacks {

/// Attack in progress, and what its questions need.
template <typename Input>
struct RunningAttack {
  std::unique_ptr<Attack<Input>> attack;
  Goal goal;
  std::shared_ptr<const ThreatModel<Input>> threat;
  AccessLevel access = AccessLevel::scores;
  bool on_the_way = false;  ///< true if it may query inputs outside the threat model

  /// Returns the next input to query, one that may be shown to the victim; nothing if there is none left.
  /// Throws if the attack asks for an input that is not allowed: the ledger would refuse it for all.
  std::optional<Input> ask() const {
    std::optional<Input> input = attack->ask();
    if (input) threat->admit(*input, on_the_way);
    return input;
  }
  Question<Input> question(int instance, const Input& input) const {
    return {instance, goal, threat.get(), &input, access, on_the_way, attack->gradient_wanted()};
  }
};

/// Factory of the attacks of a run.
template <typename Input>
class AttackFactory {
 public:
  virtual ~AttackFactory() = default;
  /// Starts an attack, which learns from `warm_starts` of earlier instances; null: it does not learn.
  virtual RunningAttack<Input> start(const InstanceRow& instance, const WarmStarts& warm_starts) const = 0;
  /// Returns whether an attack learns from earlier instances if the run enables that.
  virtual bool learns(const std::string& /*attack*/) const { return false; }
};

}  // namespace bora::attacks
