// BOCS: Bayesian optimisation over categories with a sparse quadratic model.
#pragma once

#include <cstdint>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/linear/pair_monomials.h"
#include "surrogates/search/mixed/mixed_optimiser.h"
#include "surrogates/search/propose/annealed_search.h"

namespace bora::surrogates {

struct BocsOptions {
  int budget = 200;  ///< total number of trials, >= 1
  /// Number of uniform points at the start; 0: 20, as published, or fewer with a budget below 67
  /// (default_initial_points()).
  int initial_points = 0;
  int sweeps = 200;  ///< number of sweeps of the Gibbs sampler before each point; 1,000 as published
  /// True: annealing as published, with `budget` steps in each run and a temperature of 0.8^t, in units of
  /// the values, at step t. False: 20 steps for each neighbour that a point has, at temperatures that fall
  /// from 1 to 0.001 standard deviations of the values.
  bool printed_annealing = false;
  bool raise_tail = true;  ///< true: raises values far below all others (LowerTail)

  /// Sets the options whose defaults differ from the paper to the values of the paper.
  void set_as_printed();
  /// Reads the settings that a user may set: as, initial, sweeps. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser BOCS (Baptista and Poloczek, "Bayesian optimization of combinatorial structures", ICML 2018).
/// The model is a Bayesian linear regression on the monomials of first and second order (PairMonomials) with
/// the horseshoe prior (HorseshoeSampler); the intercept is the mean of the values. Each point maximises one
/// draw of the weights (Thompson sampling) by simulated annealing; the paper's other search, semidefinite
/// programming, is not implemented. As in the authors' code, each call of ask() starts a new Markov chain,
/// whose state after `sweeps` sweeps is the draw, and a monomial that is 0 at all observations has weight 0.
/// Further points of a batch use later states of the same chain. Variables of more than two categories are
/// encoded as one-hot; the paper has binary variables alone. No point is proposed twice.
class Bocs final : public MixedOptimiser {
 public:
  /// Throws InputError for invalid options or a space with numbers.
  Bocs(MixedSpace space, BocsOptions options, std::uint64_t seed);

 private:
  class Model;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  /// Returns the observed values, n, raised if raise_tail.
  Eigen::VectorXd raised() const;
  /// deviation: standard deviation of the values.
  AnnealingOptions annealing(double deviation) const;

  BocsOptions options_;
  PairMonomials monomials_;
  bool unasked_ = false;  // whether any observation was not asked for
};

}  // namespace bora::surrogates
