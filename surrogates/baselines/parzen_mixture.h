// Mixture densities of the tree-structured Parzen estimator.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Variable of a ParzenMixture, which is a category or a number.
struct ParzenVariable {
  /// Possible values of a number within the bounds: all, whole numbers, or logarithms of whole numbers.
  enum class Grid { real, whole, log_whole };
  int levels = 0;            ///< number of categories (values 0, 1, ...); 0: a number
  double low = 0, high = 1;  ///< bounds of a number; of a grid, half a step outside its values
  Grid grid = Grid::real;
};

/// Mixture of n + 1 kernels: one at each of n observations, and a prior kernel that covers the space. Each is
/// a product over the variables. Kernels, widths and weights are those of Optuna 5.0 (Akiba et al. 2019;
/// Watanabe 2023, "Tree-structured Parzen estimator"):
/// - Number: a normal distribution truncated to the bounds; on a grid, its probability within half a step.
///   Its standard deviation is the larger of the distances to the next smaller and the next larger
///   observation, clipped to [range / min(100, n + 2), range]. The prior kernel has its mean in the middle
///   and the range as standard deviation.
/// - Category: probabilities proportional to 1 / (n + 1), plus 1 for the observed one; uniform in the prior
///   kernel.
/// - Weights of the kernels: 1 for the latest 25 observations and the prior kernel, less for older ones, down
///   to 1 / n for the oldest.
class ParzenMixture {
 public:
  /// variables: k; observations: n x k, the oldest first, n >= 0.
  ParzenMixture(std::vector<ParzenVariable> variables, Eigen::MatrixXd observations);

  Eigen::VectorXd draw(Rng& rng) const;  ///< draws a point, k
  /// Returns the log-density of a point: the logarithm of the mixture of products of densities (numbers) and
  /// probabilities (grids, categories).
  double log_density(const Eigen::VectorXd& point) const;

 private:
  // Functions of variable j under one kernel.
  double category_probability(Eigen::Index kernel, Eigen::Index j, Eigen::Index level) const;
  double draw_number(Eigen::Index kernel, Eigen::Index j, Rng& rng) const;
  double log_kernel(Eigen::Index kernel, Eigen::Index j, double x) const;

  std::vector<ParzenVariable> variables_;
  // (n + 1) x k, the prior kernel last. Of numbers, widths_ are the standard deviations, and log_inside_ the
  // log-probabilities of the normals within the bounds.
  Eigen::MatrixXd centres_, widths_, log_inside_;
  Eigen::VectorXd weights_;  // n + 1, with sum 1
};

}  // namespace bora::surrogates
