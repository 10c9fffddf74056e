// Optimisation over categories and numbers with a piecewise-linear model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/baselines/relu_model.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

struct MvrsmOptions {
  int budget = 200;  ///< number of trials in all; the last one is the minimum of the model
  /// Number of points drawn uniformly at first; 0: 24, as in the paper's experiments, or fewer with a budget
  /// below 80 (default_initial_points()).
  int initial_points = 0;
  /// Unit of the values told to the model. True: |y_1|, the first value, as in the authors' code. False:
  /// their standard deviation, so that adding a constant to all values changes nothing.
  bool printed_unit = false;
  double regularisation = 1e-8;  ///< of least squares; the authors advise 1e-3 for noisy values

  /// Reads what the user may set: as, initial, regularisation. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser MVRSM (Bliek, Guijt, Verwer and de Weerdt, "Black-box mixed-variable optimisation using a
/// surrogate model that satisfies integer constraints", 2021). Each point is a local minimum of a ReluModel,
/// reached from the incumbent, with rounded integers and a random step: an integer moves with probability
/// 1/d by one, by two with half of that probability, and so on, and a real number by a normal step with a
/// deviation of a tenth of its range divided by sqrt(d). The last trial of the budget makes no such step. A
/// category is an integer, as in the paper.
///
/// Departures: real numbers are scaled to [-1, 1], the range in the paper's problems; no point is asked for
/// twice.
class Mvrsm final : public MixedOptimiser {
 public:
  /// Throws InputError, also for integers with too many values.
  Mvrsm(MixedSpace space, MvrsmOptions options, std::uint64_t seed);

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  /// Convert a point of the space to the variables of the model, integers first, and back.
  Eigen::VectorXd encoded(const Eigen::VectorXd& point) const;
  Eigen::VectorXd decoded(const Eigen::VectorXd& variables) const;
  void add_step(Eigen::VectorXd& variables, Rng& rng) const;

  MvrsmOptions options_;
  std::vector<int> order_;  // coordinate of the space that each variable of the model is, integers first
  int whole_ = 0;           // number of integers
  Eigen::VectorXd lower_, upper_;  // of the variables of the model
  std::optional<ReluModel> model_;
};

}  // namespace bora::surrogates
