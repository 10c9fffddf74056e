// Bandits that choose among arms whose rewards may change, by exponential weights.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Returns the exploration rate gamma that minimises the bound on the regret:
///   min(1, sqrt(C ln C / ((e - 1) g))),
/// with C arms and a bound g on the total reward of the best arm (Auer et al. 2002, corollary 3.2). As
/// CoCaBO's authors do, g is two thirds of the rounds. arms >= 2, rounds >= 1; throws InputError otherwise.
double exp3_exploration(int arms, int rounds);

/// Bandit that implements EXP3 (Auer et al. 2002), and EXP3.M if several arms are drawn at once (Uchiya,
/// Nakamura and Kudo 2010). Weights are stored as logarithms, the largest being 0, so that no number of
/// rewards overflows.
class Exp3 {
 public:
  /// arms >= 2; exploration: gamma, in (0, 1]. Throws InputError.
  Exp3(int arms, double exploration);

  int arms() const { return static_cast<int>(log_weights_.size()); }

  /// Arm drawn, and the probability of drawing it, by which its reward is divided (importance weighting).
  struct Draw {
    int arm = 0;
    double probability = 1;
    int together = 1;  ///< EXP3.M: number of arms drawn together
    /// EXP3.M: whether the weight of the arm was so large that it was certain to be drawn; then its weight
    /// does not change.
    bool capped = false;
  };
  /// Draws k arms in random order. If k < arms(), they are different (EXP3.M). Otherwise EXP3.M could only
  /// draw all arms, so they are k independent draws of EXP3. Throws InputError if k < 1.
  std::vector<Draw> draw(int k, Rng& rng) const;
  /// Returns the probability of each arm in a single draw; their sum is 1.
  Eigen::VectorXd probabilities() const;

  /// Updates the weight of the drawn arm by its reward in [0, 1]; larger is better. Throws InputError for a
  /// reward outside.
  void tell(const Draw& draw, double reward);

 private:
  struct InclusionProbabilities {
    Eigen::VectorXd probability;  // probability of being among the k arms drawn; sum k
    std::vector<bool> capped;
  };
  InclusionProbabilities inclusion_probabilities(int k) const;

  double exploration_;
  Eigen::VectorXd log_weights_;
};

/// Returns the position of `value` between the least and the largest of `values`, which contain it: 0 for the
/// least, 1 for the largest, 1/2 if all are equal up to rounding errors (exceeds_rounding()).
double relative_reward(double value, const std::vector<double>& values);

}  // namespace bora::surrogates
