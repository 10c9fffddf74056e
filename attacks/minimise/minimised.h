// The smallest perturbation that still fools: any attack, continued after its first success.
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

/// Wrapper of an attack that asks for the attack's own queries until the first success, and spends the rest
/// of the budget on smaller perturbations. In terms of the threat model's distance and bound it alternates:
///
/// - a Reduction takes parts of the nearest example back;
/// - the same attack is made again for a smaller bound, halfway between the largest bound that failed and the
///   nearest example's distance, with a quarter of the queries left. Images: it starts from the best image
///   seen within this bound (AttackProblem::start); where labels alone are seen, from the nearest one but the
///   original. A bound just below the nearest distance that has failed is tried again with other random
///   draws.
///
/// An attack that continues towards the original by itself (AttackSummary::nears) is only continued.
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
  /// Run of the attack that keeps within a smaller bound.
  struct Attempt {
    std::unique_ptr<Attack<Input>> attack;
    std::shared_ptr<const ThreatModel<Input>> threat;
    double bound = 0;
    int left = 0;  // queries
  };
  /// Input with the best objective of all inputs at its distance or less.
  struct Best {
    double distance;
    double objective;
    Input input;
  };
  bool alone() const { return !nearest_ || nears_; }  // whether the first attack is asked
  std::optional<Input> next();
  bool begin_attempt();
  void end_attempt();
  void remember(const Input& queried, double distance, const Observation& seen);

  Problem<Input> problem_;
  std::shared_ptr<const ThreatModel<Input>> threat_;
  Make make_;
  bool leaves_ball_;
  bool nears_;
  std::unique_ptr<Attack<Input>> first_;
  std::unique_ptr<Reduction<Input>> reduction_;
  std::optional<Attempt> attempt_;
  std::optional<Input> pending_;   // asked and not yet answered
  std::optional<double> nearest_;  // distance of the nearest example
  double failed_ = 0;              // largest bound at which an attempt failed since
  bool reducing_ = false;
  int asked_ = 0;
  int attempts_ = 0;
  std::vector<Best> best_;                 // by distance; empty for graphs
  std::map<std::string, double> seconds_;  // processor time of attempts that have ended
};

}  // namespace bora::attacks
