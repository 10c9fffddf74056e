// Cheap proposals of smaller perturbations, made from an adversarial example that is known.
#pragma once

#include <memory>
#include <optional>

#include "attacks/graph/graph_attack.h"
#include "attacks/image/image_attack.h"
#include "attacks/threat/threat_model.h"
#include "common/layers.h"

namespace bora::attacks {

/// Takes a perturbation back in parts: an ask/tell state machine, one class per kind of input.
template <typename Input>
class Reduction {
 public:
  virtual ~Reduction() = default;

  /// Receives every answer of the instance, also to inputs that it did not ask for.
  virtual void observe(const Input& /*queried*/, const Observation& /*seen*/) {}
  /// Uses an example at this distance from the original from now on.
  virtual void restart(const Input& example, double distance) = 0;
  /// Returns an input that is nearer to the original than the example; nothing if no more should be queried.
  virtual std::optional<Input> next() = 0;
  /// Receives whether the last input of next() failed to fool. One that fools is the next example.
  virtual void failed() = 0;
};

/// Reduces the bound: projects the example into smaller balls, first slightly smaller ones, then by
/// bisection.
std::unique_ptr<Reduction<Pixels>> make_reduction(const AttackProblem& problem,
                                                  std::shared_ptr<const ThreatModel<Pixels>> threat);
/// Takes edits back, half of them at first and single ones in the end. A sparse Bayesian regression on all
/// graphs queried (graph/edit_surrogate.h) says which leave the largest loss.
std::unique_ptr<Reduction<Graph>> make_reduction(const GraphAttackProblem& problem,
                                                 std::shared_ptr<const ThreatModel<Graph>> threat);

}  // namespace bora::attacks
