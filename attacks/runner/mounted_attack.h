// Attack on one input of any kind, as the runner drives it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "attacks/ledger/ledger.h"
#include "attacks/settings/lesson.h"
#include "common/layers.h"

namespace bora::attacks {

template <typename Input>
class MountedAttack {
 public:
  virtual ~MountedAttack() = default;

  /// Returns the next input to query, one that may be shown to the victim; nothing if there is none left.
  /// Throws if the attack asks for an input that is not allowed.
  virtual std::optional<Input> ask() = 0;
  virtual void tell(const Input& queried, const Observation& seen) = 0;
  /// Returns the gradient that a white-box attack requests with the answer to the last ask.
  virtual std::optional<GradientWish> gradient_wanted() const = 0;
  /// Returns the lesson of its instance, once this has ended; empty: none.
  virtual std::string lesson() const { return {}; }
  /// Returns the seconds spent so far in named parts of the attack's own work.
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
  bool on_the_way_;  // it may query outside the threat model
};

/// Factory of the attacks of a run. Holds the inputs and the attacks' recipes.
template <typename Input>
class Mount {
 public:
  virtual ~Mount() = default;
  /// Starts an attack, which learns from `lessons` of earlier instances; null: it does not learn.
  virtual std::unique_ptr<MountedAttack<Input>> start(const InstanceRow& instance,
                                                      const Lessons& lessons) const = 0;
  /// Returns whether an attack learns from earlier instances if the run enables that.
  virtual bool learns(const std::string& /*attack*/) const { return false; }
};

}  // namespace bora::attacks
