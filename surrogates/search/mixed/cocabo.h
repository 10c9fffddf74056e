// Bayesian optimisation over categories and numbers: bandits choose the former, an acquisition the latter.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/named_settings.h"
#include "surrogates/bandit/exp3.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/kernels/mixed/blend_kernel.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

struct CocaboOptions {
  int budget = 200;  ///< number of trials in all, on which the bandits' exploration depends
  /// Number of points drawn uniformly at first; 0: 24, as published, or fewer with a budget below 80
  /// (default_initial_points()).
  int initial_points = 0;
  int refit_every = 10;  ///< number of observations between maximum likelihood fits
  /// Blend of the kernel's sum and product (BlendKernel); none: learnt with the other hyper-parameters.
  std::optional<double> lambda = std::nullopt;
  double ucb_beta = 2;  ///< exploration among numbers
  /// Reads what the user may set: initial, refit, beta, lambda. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Makes the kernel of CoCaBO over points of `space`: a sum and a product of the overlap of categories and a
/// Matern-5/2 kernel with one lengthscale over the numbers, in units, each with a variance. Without
/// categories or numbers it is the other part alone.
std::unique_ptr<ContinuousKernel> make_cocabo_kernel(const MixedSpace& space, std::optional<double> lambda);

/// Optimiser CoCaBO (Ru, Alvi, Nguyen, Osborne and Roberts, ICML 2020; Ru 2021, algorithms 5 and 6): an EXP3
/// bandit for each categorical variable, EXP3.M for a batch, then, given the drawn categories, the numbers at
/// which an upper confidence bound is largest. The initial points reward the bandits, too, as draws from
/// equal probabilities, when these draw first. A reward is the position of a value between the smallest and
/// the largest observed so far, since EXP3 needs rewards within [0, 1]; the authors' code takes raw values.
/// Pending points get imputed values (Kriging believer). No point is asked for twice; without this rule,
/// bandits with few or no numbers would repeat points. In a space with rules the numbers are those of the
/// best allowed point found (search_numbers()). Values far below all others, next to which the rest would be
/// nearly equal, are raised for both the rewards and the model (LowerTail).
class Cocabo final : public MixedOptimiser {
 public:
  /// Throws InputError.
  Cocabo(MixedSpace space, CocaboOptions options, std::uint64_t seed);

  /// Returns the probabilities of the next draw: a vector for each categorical variable.
  std::vector<Eigen::VectorXd> probabilities() const;

 private:
  using PosteriorPtr = std::shared_ptr<const Posterior<Eigen::VectorXd>>;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override {
    throw InputError("revalue: its bandits went by the values told, which cannot be others now");
  }
  /// Returns the values told, those far below all others raised (LowerTail).
  Eigen::VectorXd raised() const;
  double reward_of(std::size_t observation) const;
  void reward_uniform(std::size_t observation);
  PosteriorPtr fit_posterior(Rng& rng);
  Eigen::VectorXd best_numbers(PosteriorPtr posterior, Eigen::VectorXd point, Rng& rng) const;

  CocaboOptions options_;
  std::vector<Exp3> bandits_;
  bool unasked_ = false;  // whether some observations were not asked for
  bool draws_begun_ =
      false;  // whether the bandits have drawn, so that they have learnt from what was observed
  // Bandits whose choices each pending trial took, and their draws.
  std::map<std::int64_t, std::vector<std::pair<std::size_t, Exp3::Draw>>> draws_;
  ProcessModel<Eigen::VectorXd> model_;
};

}  // namespace bora::surrogates
