// Bayesian optimisation over categories and numbers with a model for each combination of categories.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "common/error.h"
#include "surrogates/bandit/exp3.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

struct Exp3BoOptions {
  int budget = 200;         ///< number of trials in all, on which the bandit's exploration depends
  int initial_per_arm = 3;  ///< points drawn uniformly for each combination, the first of each before others
  int initial_points = 0;   ///< most of these points in all; 0: three tenths of the budget, at least 4
  int refit_every = 10;     ///< number of observations of a combination between fits of hyper-parameters
  double ucb_beta = 2;      ///< exploration among numbers
  int most_arms = 1000;     ///< maximum number of combinations accepted
  void check() const;       ///< throws InputError naming the field
};

/// Optimiser EXP3BO (Gopakumar, Gupta, Rana, Nguyen and Venkatesh, NeurIPS 2018), which is a baseline of
/// CoCaBO. An EXP3 bandit draws a combination of categories; the numbers then maximise an upper confidence
/// bound of a Gaussian process over that combination's observations alone. Nothing is shared between
/// combinations. To be comparable to CoCaBO, it differs from its authors' code in three points. Several
/// categorical variables are merged into one with all their combinations. The reward is the position of the
/// value between the least and the largest so far (theirs: the best value of the arm, raw). The kernel is
/// Matern-5/2 (theirs: squared exponential). In a space with rules the numbers are those of the best allowed
/// point found (search_numbers()). Values far below all others, next to which the rest would be nearly equal,
/// are raised for both the rewards and the models (LowerTail).
class Exp3Bo final : public MixedOptimiser {
 public:
  /// Throws InputError, also for a space without categories, without numbers, with too many combinations, or
  /// whose rules make categories inactive at some points.
  Exp3Bo(MixedSpace space, Exp3BoOptions options, std::uint64_t seed);

  int arms() const { return static_cast<int>(models_.size()); }
  /// Returns the probability of each combination, the last category running fastest.
  Eigen::VectorXd probabilities() const { return bandit_.probabilities(); }

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override {
    throw InputError("revalue: its bandit went by the values told, which cannot be others now");
  }
  /// Returns the values told, those far below all others raised (LowerTail).
  Eigen::VectorXd raised() const;
  int arm_of(const Eigen::VectorXd& point) const;
  /// Draws a point of an arm, uniformly over its numbers: the first allowed one of at most 50 draws, or else
  /// the last.
  Eigen::VectorXd sample_of(int arm, Rng& rng) const;
  /// Returns the most promising point of an arm. asked: points pending besides waiting().
  Eigen::VectorXd best_of(int arm, const std::vector<Eigen::VectorXd>& asked, Rng& rng);

  Exp3BoOptions options_;
  Exp3 bandit_;
  std::vector<ProcessModel<Eigen::VectorXd>> models_;  // one for each arm, over numbers in units
  std::vector<std::vector<std::size_t>> observed_;     // observations of each arm, indices into points()
  std::vector<int> design_;                            // arms of the first points
  std::size_t used_ = 0;                               // number of these that have been asked for
  std::map<std::int64_t, int> of_design_;              // arms of pending trials of the design
  bool unasked_ = false;                               // whether some observations were not asked for
  std::map<std::int64_t, Exp3::Draw> draws_;           // draws of pending trials that the bandit chose
};

}  // namespace bora::surrogates
