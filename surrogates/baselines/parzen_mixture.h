// Densities of points of categories and numbers, as the tree-structured Parzen estimator uses them.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Variable of the mixture.
struct ParzenVariable {
  /// Values of a number: all within the bounds, whole ones, or those whose exponential is whole.
  enum class Grid { real, whole, log_whole };
  int levels = 0;            ///< number of categories 0, 1, ...; 0: the variable is a number
  double low = 0, high = 1;  ///< bounds of a number; half a step beyond the least and the largest of a grid
  Grid grid = Grid::real;
};

/// Mixture with a kernel at each of n observations and a prior kernel that covers the space, each a product
/// over variables. Kernels, widths and weights are those of Optuna 5.0 (Akiba et al. 2019; Watanabe 2023,
/// "Tree-structured Parzen estimator"):
/// - number: a normal distribution cut off at the bounds, or its probability of a step of the grid. Its
///   standard deviation is the larger distance to the observations before and after, clipped to [range /
///   min(100, n + 2), range]; that of the prior kernel in the middle is the range.
/// - category: the observed one has 1 more than the weight 1 / (n + 1) that each has.
/// - weights: the latest 25 observations and the prior kernel weigh 1; older ones less, down to 1 / n.
class ParzenMixture {
 public:
  /// observations: n x k, the oldest first; n may be 0.
  ParzenMixture(std::vector<ParzenVariable> variables, Eigen::MatrixXd observations);

  Eigen::VectorXd draw(Rng& rng) const;  ///< returns a point, k
  /// Returns the logarithm of the density (numbers) or probability (grids and categories) of a point.
  double log_density(const Eigen::VectorXd& point) const;

 private:
  double category_probability(Eigen::Index kernel, Eigen::Index j, Eigen::Index level) const;
  double draw_number(Eigen::Index kernel, Eigen::Index j, Rng& rng) const;
  double log_kernel(Eigen::Index kernel, Eigen::Index j, double x) const;

  std::vector<ParzenVariable> variables_;
  Eigen::MatrixXd centres_, widths_;  // (n + 1) x k, the prior kernel last; widths of numbers alone
  Eigen::MatrixXd log_inside_;        // (n + 1) x k: logarithm of each normal's probability within the bounds
  Eigen::VectorXd weights_;           // n + 1, with sum 1
};

}  // namespace bora::surrogates
