// An attack on one input as the runner drives it, whatever is attacked.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "attacks/ledger/ledger.h"
#include "attacks/settings/lesson.h"

namespace bora {

template <typename Input>
class MountedAttack {
 public:
  virtual ~MountedAttack() = default;

  /// The next input to be queried, such as may be shown to the victim; nothing if there is none left. Throws
  /// if the attack asks for what it may not.
  virtual std::optional<Input> ask() = 0;
  virtual void tell(const Input& queried, const Observation& seen) = 0;
  /// White box: what is wanted with the answer to the last ask.
  virtual std::optional<GradientWish> gradient_wanted() const = 0;
  /// What it learnt on its instance, now that this has ended; empty: nothing.
  virtual std::string lesson() const { return {}; }
  /// Seconds spent so far in named parts of the attack's own work.
  virtual std::map<std::string, double> seconds() const = 0;

  Question<Input> question(int instance, const Input& input) const {
    return {instance, goal_, threat_.get(), &input, sight_, on_the_way_, gradient_wanted()};
  }

 protected:
  MountedAttack(Goal goal, std::unique_ptr<const ThreatModel<Input>> threat, AttackSight sight,
                bool on_the_way)
      : goal_(goal), threat_(std::move(threat)), sight_(sight), on_the_way_(on_the_way) {}
  const ThreatModel<Input>& threat() const { return *threat_; }

 private:
  Goal goal_;
  std::unique_ptr<const ThreatModel<Input>> threat_;
  AttackSight sight_;
  bool on_the_way_;  // it may ask outside the threat model
};

/// Begins the attacks of a run. Knows the inputs and the attacks' recipes.
template <typename Input>
class Mount {
 public:
  virtual ~Mount() = default;
  /// `lessons`: what the attack may know of earlier instances; null if it does not learn in this run.
  virtual std::unique_ptr<MountedAttack<Input>> start(const InstanceRow& instance,
                                                      const Lessons& lessons) const = 0;
  /// Whether an attack learns from earlier instances where that is wanted.
  virtual bool learns(const std::string& /*attack*/) const { return false; }
};

}  // namespace bora
