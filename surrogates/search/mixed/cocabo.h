// CoCaBO: Bayesian optimisation whose categories are chosen by bandits and whose numbers by an acquisition.
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
  int budget = 200;  ///< total number of trials, >= 1, on which the bandits' exploration depends
  /// Number of uniform points at the start; 0: 24, as published, or fewer with a budget below 80
  /// (default_initial_points()).
  int initial_points = 0;
  int refit_every = 10;  ///< number of observations between fits of hyper-parameters
  /// Weight of the product in the kernel (BlendKernel), in [0, 1]; none: fitted with the hyper-parameters.
  std::optional<double> lambda = std::nullopt;
  double ucb_beta = 2;  ///< weight of the standard deviation in the acquisition of the numbers
  /// True: raises values far below all others (LowerTail); false: as published.
  bool raise_tail = true;
  /// Reads the settings that a user may set: as, initial, refit, beta, lambda. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Makes the kernel of CoCaBO for points of `space` in unit coordinates: a blend of the sum and the product
/// of an overlap kernel of the categories and a Matern-5/2 kernel of the numbers with one lengthscale; each
/// has a variance. If the space has only categories or only numbers, it is that kernel alone.
std::unique_ptr<ContinuousKernel> make_cocabo_kernel(const MixedSpace& space, std::optional<double> lambda);

/// Optimiser CoCaBO (Ru, Alvi, Nguyen, Osborne and Roberts, ICML 2020; Ru 2021, algorithms 5 and 6). An EXP3
/// bandit for each categorical variable (EXP3.M for a batch) draws the categories; then the numbers maximise
/// an upper confidence bound given these. Before the bandits draw for the first time, they are rewarded for
/// all observations as if they had drawn them with equal probabilities. A reward is (y - min) / (max - min)
/// over the values observed so far, since EXP3 requires rewards in [0, 1]. In the authors' code it is the
/// best value so far of the drawn category, not scaled. Pending points get imputed values (Kriging believer).
/// No point is proposed twice; otherwise bandits would repeat points in spaces with few or no numbers. In a
/// space with rules the numbers are those of the best allowed point found (search_numbers()). By default,
/// values far below all others, next to which the others would be nearly equal, are raised for the rewards
/// and the model (raise_tail).
class Cocabo final : public MixedOptimiser {
 public:
  /// Throws InputError for invalid options.
  Cocabo(MixedSpace space, CocaboOptions options, std::uint64_t seed);

  /// Returns the probabilities of the next draw: a vector for each categorical variable.
  std::vector<Eigen::VectorXd> probabilities() const;

 private:
  using PosteriorPtr = std::shared_ptr<const Posterior<Eigen::VectorXd>>;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override {
    throw InputError("revalue: not supported, since the bandits depend on the values observed so far");
  }
  /// Returns the observed values, n, raised if raise_tail.
  Eigen::VectorXd raised() const;
  double reward_of(std::size_t observation) const;
  /// Rewards the bandits for an observation as if they had drawn its categories with equal probabilities.
  void reward_uniform(std::size_t observation);
  /// Fits the model to all observations. Returns null if that fails.
  PosteriorPtr fit_posterior(Rng& rng);
  /// Returns the settled point with the categories of `point` and the numbers of largest acquisition found.
  Eigen::VectorXd best_numbers(PosteriorPtr posterior, Eigen::VectorXd point, Rng& rng) const;

  CocaboOptions options_;
  std::vector<Exp3> bandits_;
  bool unasked_ = false;      // whether any observation was not asked for
  bool draws_begun_ = false;  // whether the bandits have drawn; they are then rewarded for all observations
  // For each pending trial, the bandits whose category it has, and their draws.
  std::map<std::int64_t, std::vector<std::pair<std::size_t, Exp3::Draw>>> draws_;
  ProcessModel<Eigen::VectorXd> model_;
};

}  // namespace bora::surrogates
