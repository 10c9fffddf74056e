// Bayesian optimisation over categories with a sparse quadratic model.
#pragma once

#include <cstdint>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/linear/pair_monomials.h"
#include "surrogates/search/mixed/mixed_optimiser.h"
#include "surrogates/search/propose/annealed_search.h"

namespace bora::surrogates {

struct BocsOptions {
  int budget = 200;  ///< number of trials in all
  /// Number of points drawn uniformly at first; 0: 20, as published, or fewer with a budget below 67
  /// (default_initial_points()).
  int initial_points = 0;
  int sweeps = 200;  ///< number of sweeps of the Gibbs sampler before each point; 1,000 as published
  /// True: annealing as published. Each run has `budget` steps, and the temperature of step t is 0.8^t in
  /// units of the values. False: 20 steps for each neighbour of a point, while the temperature falls from 1
  /// to 0.001 standard deviations of the values.
  bool printed_annealing = false;
  bool raise_tail = true;  ///< whether values far below all others are raised (LowerTail)

  /// Sets everything in which the defaults deviate from the paper.
  void set_as_printed();
  /// Reads what the user may set: as, initial, sweeps. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser BOCS (Baptista and Poloczek, "Bayesian optimization of combinatorial structures", ICML 2018).
/// The model is a Bayesian linear regression on the monomials of first and second order (PairMonomials) with
/// the horseshoe prior (HorseshoeSampler); the intercept is the mean of the values. Each point maximises one
/// draw of the weights (Thompson sampling) by simulated annealing; the paper's other search, semidefinite
/// programming, is not implemented. As in the authors' code, the chain starts afresh at each ask, its last
/// state is the draw, and a monomial that is 0 at all observations has weight 0. Categories of more than two
/// values are one-hot; the paper treats binary variables. Points pending together are further states of the
/// chain. No point is asked for twice.
class Bocs final : public MixedOptimiser {
 public:
  /// Throws InputError, also for a space with numbers.
  Bocs(MixedSpace space, BocsOptions options, std::uint64_t seed);

 private:
  class Model;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  /// Returns the values told, those far below all others raised.
  Eigen::VectorXd raised() const;
  AnnealingOptions annealing(double deviation) const;

  BocsOptions options_;
  PairMonomials monomials_;
  bool unasked_ = false;  // whether some observations were not asked for
};

}  // namespace bora::surrogates
