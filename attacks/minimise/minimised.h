// Minimisation of perturbations: continues any attack after its first success, with smaller perturbations.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attacks/graph/graph_attack.h"
#include "attacks/image/image_attack.h"
#include "attacks/threat/threat_model.h"

namespace bora::attacks {

/// Search that undoes parts of an adversarial example's perturbation. A state machine with one class per kind
/// of input.
template <typename Input>
class Reduction {
 public:
  virtual ~Reduction() = default;

  /// Receives every answer of the instance, including those to queries of the attack.
  virtual void observe(const Input& /*queried*/, const Observation& /*seen*/) {}
  /// Continues from an adversarial example, whose distance from the original is `distance`.
  virtual void restart(const Input& example, double distance) = 0;
  /// Returns an input that is nearer to the original than the example; nothing if no more should be queried.
  virtual std::optional<Input> next() = 0;
  /// Called if the last input of next() does not fool the victim. One that does is passed to restart().
  virtual void failed() = 0;
};

/// Returns a reduction that projects the example into smaller balls: first 5% smaller, by steps that double
/// while they succeed, up to 50%; after a failure by bisection.
std::unique_ptr<Reduction<Pixels>> make_reduction(const AttackProblem& problem,
                                                  std::shared_ptr<const ThreatModel<Pixels>> threat);
/// Returns a reduction that undoes edits: half of them at once, then fewer, at the end single ones. It undoes
/// those first without which the loss is expected to stay largest, by a sparse Bayesian regression on all
/// graphs queried (graph/edit_surrogate.h).
std::unique_ptr<Reduction<Graph>> make_reduction(const GraphAttackProblem& problem,
                                                 std::shared_ptr<const ThreatModel<Graph>> threat);

/// Wrapper that runs an attack unchanged until its first success and spends the rest of the budget on smaller
/// perturbations. Distances and bounds are those of the threat model. It alternates between two steps:
///
/// - A Reduction undoes parts of the nearest example's perturbation until it has nothing left to try.
/// - The attack is restarted with a smaller bound, halfway between the largest bound that failed and the
///   nearest example's distance, and a quarter of the remaining queries (at least 20). If no bound lies
///   between the two, the largest bound below the nearest distance is tried again, with another seed and half
///   of the remaining queries. Images: the attack starts from the image with the largest objective within the
///   bound (AttackProblem::start). If only labels are visible, this is the nearest image other than the
///   original.
///
/// An attack that moves towards the original by itself (AttackSummary::nears) continues unchanged instead.
template <typename Input>
class Minimised final : public Attack<Input> {
 public:
  using Make = std::function<std::unique_ptr<Attack<Input>>(Problem<Input>)>;
  /// `leaves_ball`, `nears`: as in the attack's summary.
  Minimised(Problem<Input> problem, std::shared_ptr<const ThreatModel<Input>> threat, Make make,
            bool leaves_ball, bool nears);

  std::optional<Input> ask() override;
  void tell(const Input& queried, const Observation& seen) override;
  std::optional<GradientRequest> gradient_wanted() const override;
  std::string warm_start() const override { return first_->warm_start(); }
  std::map<std::string, double> seconds() const override;

 private:
  /// Run of the attack that has a smaller bound.
  struct Attempt {
    std::unique_ptr<Attack<Input>> attack;
    std::shared_ptr<const ThreatModel<Input>> threat;
    double bound = 0;
    int left = 0;  // remaining queries
  };
  /// Input that has the largest objective of all inputs at its distance or less.
  struct Best {
    double distance;
    double objective;
    Input input;
  };
  bool uses_first() const { return !nearest_ || nears_; }  // whether queries come from first_
  std::optional<Input> next();
  bool begin_attempt();
  void end_attempt();
  /// Updates best_ if an answer improves it.
  void remember(const Input& queried, double distance, const Observation& seen);

  Problem<Input> problem_;
  std::shared_ptr<const ThreatModel<Input>> threat_;
  Make make_;
  bool leaves_ball_;
  bool nears_;
  std::unique_ptr<Attack<Input>> first_;
  std::unique_ptr<Reduction<Input>> reduction_;
  std::optional<Attempt> attempt_;
  std::optional<Input> pending_;           // asked and not yet answered
  std::optional<double> nearest_;          // distance of the nearest example
  double failed_ = 0;                      // largest bound below nearest_ at which an attempt failed; 0: none
  bool reducing_ = false;                  // whether queries come from reduction_
  int spent_ = 0;                          // queries, each an answer: repeats of a question count
  int attempts_ = 0;                       // attempts so far
  std::vector<Best> best_;                 // by ascending distance; empty for graphs
  std::map<std::string, double> seconds_;  // processor time of attempts that have ended
};

}  // namespace bora::attacks
