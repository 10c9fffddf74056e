// MVRSM: optimisation over categories and numbers with a piecewise-linear model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/baselines/relu_model.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

/// Options that Mvrsm takes.
struct MvrsmOptions {
  int budget = 200;  ///< total number of trials, >= 1; the last one is a minimum of the model
  /// Number of uniform points at the start; 0: 24, as in the paper's experiments, or fewer with a budget
  /// below 80 (default_initial_points()).
  int initial_points = 0;
  /// Unit of the values to which the model is fitted. True: |y_1|, the first value, as in the authors' code.
  /// False: their standard deviation, so that a constant added to all values has no effect.
  bool printed_unit = false;
  /// Factor of the penalty in ReluModel::fit(), > 0; the authors advise 1e-3 for noisy values.
  double regularisation = 1e-8;

  /// Reads the settings that a user may set: as, initial, regularisation. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser MVRSM (Bliek, Guijt, Verwer and de Weerdt, "Black-box mixed-variable optimisation using a
/// surrogate model that satisfies integer constraints", 2021). A local search from the incumbent minimises a
/// ReluModel of the negative values. The next point is that minimum with rounded integers, plus a random
/// step: an integer makes at least k unit steps with probability 2^(1-k) / d, and a real number by a normal
/// step whose standard deviation is a tenth of its range divided by sqrt(d). The last trial of the budget has
/// no such step. As in the paper, a category is treated as an integer. Unlike in the paper, real numbers are
/// scaled to [-1, 1], the range in its problems, and no point is proposed twice.
class Mvrsm final : public MixedOptimiser {
 public:
  /// Throws InputError for invalid options, and for integers with too many values
  /// (ReluModel::kMostFunctions).
  Mvrsm(MixedSpace space, MvrsmOptions options, std::uint64_t seed);

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  /// Convert a point of the space to the variables of the model, integers first, and back.
  Eigen::VectorXd encoded(const Eigen::VectorXd& point) const;
  Eigen::VectorXd decoded(const Eigen::VectorXd& variables) const;
  /// Adds the random step to variables of the model.
  void add_step(Eigen::VectorXd& variables, Rng& rng) const;

  MvrsmOptions options_;
  std::vector<int> order_;         // coordinate of each variable of the model, integers first
  int whole_ = 0;                  // number of integers
  Eigen::VectorXd lower_, upper_;  // bounds of the variables of the model
  std::optional<ReluModel> model_;
};

}  // namespace bora::surrogates
