// EXP3BO: Bayesian optimisation over categories and numbers with a model for each combination of categories.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "common/error.h"
#include "surrogates/bandit/exp3.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

/// Options that Exp3Bo takes. An arm is a combination of categories.
struct Exp3BoOptions {
  int budget = 200;         ///< total number of trials, >= 1, on which the bandit's exploration depends
  int initial_per_arm = 3;  ///< number of uniform points of each arm at the start, >= 1
  int initial_points = 0;   ///< maximum number of all of these; 0: three tenths of the budget, at least 4
  int refit_every = 10;     ///< number of observations of an arm between fits of hyper-parameters
  double ucb_beta = 2;      ///< weight of the standard deviation in the acquisition of the numbers
  int most_arms = 1000;     ///< maximum number of arms that a space may have, >= 2
  void check() const;       ///< throws InputError naming the field
};

/// Optimiser EXP3BO (Gopakumar, Gupta, Rana, Nguyen and Venkatesh, NeurIPS 2018), which is a baseline of
/// CoCaBO. An EXP3 bandit draws a combination of categories; the numbers then maximise an upper confidence
/// bound of a Gaussian process that models the observations of that combination alone. Pending points get
/// imputed values (Kriging believer). To be comparable to CoCaBO, it differs from the authors' code: the arms
/// are all combinations of several categorical variables; the reward is (y - min) / (max - min) over the
/// values observed so far (theirs: the best value of the arm); the kernel is Matern-5/2 (theirs: squared
/// exponential). In a space with rules the numbers are those of the best allowed point found
/// (search_numbers()). Values far below all others, next to which the others would be nearly equal, are
/// raised for the rewards and the models (LowerTail).
class Exp3Bo final : public MixedOptimiser {
 public:
  /// Throws InputError for invalid options, and for a space without categories, without numbers, with more
  /// than most_arms combinations, or in which categories may be inactive.
  Exp3Bo(MixedSpace space, Exp3BoOptions options, std::uint64_t seed);

  /// Returns the number of combinations of categories.
  int arms() const { return static_cast<int>(models_.size()); }
  /// Returns the probability of each combination, in order of arm_of(): the last category varies fastest.
  Eigen::VectorXd probabilities() const { return bandit_.probabilities(); }

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override {
    throw InputError("revalue: not supported, since the bandit depends on the values observed so far");
  }
  /// Returns the observed values, n, transformed by LowerTail.
  Eigen::VectorXd raised() const;
  int arm_of(const Eigen::VectorXd& point) const;
  /// Draws a point of an arm with uniform numbers: the first allowed one of up to 50 draws, or the last draw.
  Eigen::VectorXd sample_of(int arm, Rng& rng) const;
  /// Returns the point of an arm that has the largest acquisition found, or a random one if the arm has fewer
  /// than two observations. asked: pending points besides waiting().
  Eigen::VectorXd best_of(int arm, const std::vector<Eigen::VectorXd>& asked, Rng& rng);

  Exp3BoOptions options_;
  Exp3 bandit_;
  std::vector<ProcessModel<Eigen::VectorXd>> models_;  // one for each arm, over numbers in unit coordinates
  std::vector<std::vector<std::size_t>> observed_;     // observations of each arm, indices into points()
  std::vector<int> design_;                            // arms of the initial points, in order
  std::size_t used_ = 0;                               // number of these that have been used
  std::map<std::int64_t, int> of_design_;              // arms of pending initial points
  bool unasked_ = false;                               // whether any observation was not asked for
  std::map<std::int64_t, Exp3::Draw> draws_;           // draws of pending points of the bandit
};

}  // namespace bora::surrogates
