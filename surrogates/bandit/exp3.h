// Bandits that choose among arms whose rewards may change, by exponential weights.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Returns the optimal share of plain exploration for a number of arms and draws:
///   min(1, sqrt(C ln C / ((e - 1) g))),   g = 2 rounds / 3
/// (Auer et al. 2002, corollary 3.2). CoCaBO's authors take two thirds of the rounds for the bound on the
/// best arm's reward. arms >= 2, rounds >= 1, else InputError.
double exp3_exploration(int arms, int rounds);

/// Bandit that implements EXP3 (Auer et al. 2002), and EXP3.M if several arms are drawn at once (Uchiya,
/// Nakamura and Kudo 2010). Weights are stored as logarithms, the largest being 0, so that no number of
/// rewards overflows.
class Exp3 {
 public:
  /// arms >= 2; exploration: gamma, in (0, 1]. Throws InputError.
  Exp3(int arms, double exploration);

  int arms() const { return static_cast<int>(log_weights_.size()); }

  /// Arm drawn, and the probability of drawing it, by which its reward is divided.
  struct Draw {
    int arm = 0;
    double probability = 1;
    /// EXP3.M: number of arms drawn together, and whether the weight of this arm was so large that it was
    /// certain to be drawn; then its weight does not change.
    int together = 1;
    bool capped = false;
  };
  /// Draws k >= 1 arms in random order. They are different if k < arms(). From arms() on, where EXP3.M could
  /// only draw all arms, they are k independent draws of one.
  std::vector<Draw> draw(int k, Rng& rng) const;
  /// Returns the probability that each arm is drawn in a single draw, sum 1.
  Eigen::VectorXd probabilities() const;

  /// reward: in [0, 1], larger is better; throws InputError otherwise.
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

/// Returns the position of `value` between the least and the largest of `values`, which contain it, as a
/// reward in [0, 1]; 1/2 if all are equal.
double relative_reward(double value, const std::vector<double>& values);

}  // namespace bora::surrogates
