// Ranking of a few hundred candidates in thousands of dimensions by Gaussian processes of a few hundred
// observations.
#pragma once

#include <compare>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {

/// Points as rows: m x d.
using PointRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Point that differs from another one in some coordinates.
struct ChangedPoint {
  int point = 0;                 ///< index of the other point
  std::vector<int> coordinates;  ///< coordinates in which it differs, each at most once
  std::vector<float> values;     ///< the candidate's values there
};

/// Grid of hyper-parameters, from which the evidence chooses.
struct RankerGrid {
  /// Squared lengthscales of the RBF part, in units of the median squared distance of the observed points.
  std::vector<double> lengthscales = {0.1, 0.3, 1, 3, 10};
  std::vector<double> linear = {0, 0.1, 1};       ///< weights of the linear part
  std::vector<double> features = {0, 0.3, 1, 3};  ///< weights of each group of features; 0 switches it off
  std::vector<double> noise = {1e-4, 1e-3, 0.01, 0.05, 0.2};  ///< shares of the signal's variance
};

/// Features with a shared weight.
struct FeatureGroup {
  FeatureGroup(int features, double evidence = 0) : size(features), cost(evidence) {}
  int size;     ///< number of features, >= 0; an empty group has no effect
  double cost;  ///< log evidence per output that the group must gain, else its weight is 0
};

/// Gaussian processes for o outputs over points in R^d with k features each. The outputs share a kernel,
/// which is, up to a scale of each,
///
///   exp(-|x - x'|^2 / (2 l m)) + a <x - c, x' - c> / t + sum_j b_j <g_j, g_j'> / k_j + z [x = x'],
///
/// where norms and inner products weigh coordinate i by q[i], q being one of a few windows; m: median squared
/// distance, c: mean, t: mean squared norm after centring, all of the observed points; g_j: the k_j features
/// of group j, each standardised over the observed points. Given the kernel the outputs are a matrix normal
/// whose o x o covariance is at its maximum, and (q, l, a, b, z) is the point of a grid with the highest
/// evidence, the outputs' evidences added (Rasmussen and Williams 2006, eq. 5.8, the scale of each profiled
/// out). Outputs that vary together count as if they were independent; the costs of groups weigh against
/// that.
///
/// Everything comes from inner products: an observation costs O(n d) a window, a candidate O(n d + n^2), or
/// O(n c + n^2) if it differs from another point in c coordinates, a refit O(n^3) for each point of the grid
/// that is tried. Nothing is ever inverted in d dimensions.
class CandidateRanker {
 public:
  /// dimension d >= 1, outputs o >= 1; feature_groups: k_j of each group; windows: d weights each, or an
  /// empty vector for weights of 1; without windows all weights are 1. Throws std::invalid_argument for a
  /// window of another size.
  CandidateRanker(int dimension, int outputs, std::vector<FeatureGroup> feature_groups = {},
                  std::vector<Eigen::RowVectorXf> windows = {}, RankerGrid grid = {});

  /// Adds an observation, which takes effect at the next fit(). point: d; features: k = sum of the groups'
  /// k_j; outputs: o. Throws std::invalid_argument for a wrong size or a value that is not finite.
  void append(const Eigen::Ref<const Eigen::RowVectorXf>& point,
              const Eigen::Ref<const Eigen::RowVectorXd>& features,
              const Eigen::Ref<const Eigen::RowVectorXd>& outputs);
  int size() const { return size_; }

  /// Fits to all observations, at least 2. With fewer than 10 observations, each call chooses the
  /// hyper-parameters again; with more, it does so after 8 further observations or 4% more, whichever is
  /// later. With few observations it searches the whole grid, later the neighbours of the current choice.
  /// Each window is tried with the other hyper-parameters found for the current window.
  void fit();
  bool fitted() const { return fitted_size_ > 0; }

  /// Inner products of m points, weighted by the current window.
  struct InnerProducts {
    Eigen::MatrixXf with_observed;  ///< m x size()
    Eigen::VectorXd norms;          ///< m: squared, with themselves
  };
  /// Returns the inner products of observed point i (m = 1). Call it after fit().
  InnerProducts observed(int i) const;

  /// Posterior of the noise-free outputs at m candidates. That of candidate i is normal with mean row i and
  /// covariance variance[i] * covariance().
  struct Ranking {
    Eigen::MatrixXd mean;      ///< m x o
    Eigen::VectorXd variance;  ///< m: factors by which covariance() is multiplied
    InnerProducts products;    ///< products of the candidates
  };
  /// Ranks candidates, m x d, with features, m x k. Groups of weight 0 are not read. After fit().
  Ranking rank(const Eigen::Ref<const PointRows>& candidates,
               const Eigen::Ref<const Eigen::MatrixXd>& features) const;
  /// Ranks m candidates that differ from rows of `points` (b x d) in some coordinates. known: inner products
  /// of the first rows of `points`, as returned by observed() or by an earlier ranking since the last fit().
  Ranking rank(const Eigen::Ref<const PointRows>& points, std::span<const ChangedPoint> candidates,
               const Eigen::Ref<const Eigen::MatrixXd>& features, const InnerProducts& known = {}) const;
  /// Returns the covariance of the outputs with each other, o x o. After fit().
  Eigen::MatrixXd covariance() const;
  /// Returns the variances of weighted sums of outputs: w covariance() w^T for each row w of `weights`, m x
  /// o. Never forms the o x o matrix if there are many outputs. After fit().
  Eigen::VectorXd variances(const Eigen::MatrixXd& weights) const;

  /// Returns o x d values: sum_i alpha_i q (x_i - c), alpha = (K + z I)^-1 Y. Up to a factor, these are the
  /// slopes of the outputs under the linear part. After fit().
  Eigen::MatrixXf trend() const;

  struct Hyperparameters {
    double lengthscale = 1;        ///< squared lengthscale l, see RankerGrid
    double linear = 0;             ///< weight a of the linear part
    double noise = 0.01;           ///< variance z of the noise; the RBF part has variance 1
    std::vector<double> features;  ///< weights b_j of the groups of features that are not empty
    int window = 0;                ///< index of the window
  };
  /// Returns the fitted hyper-parameters; call it after fit().
  Hyperparameters hyperparameters() const;

 private:
  /// Indices into the grid.
  struct Choice {
    int lengthscale = 0, linear = 0, noise = 0, window = 0;
    std::vector<int> features;
    auto operator<=>(const Choice&) const = default;
  };
  /// Inner products of the observed points under the weights of one window.
  struct View {
    Eigen::RowVectorXf weights;  // d; empty: all 1
    Eigen::MatrixXd products;    // capacity x capacity: <x_i, x_j>
    // Set by measure(), at each choice of hyper-parameters.
    double median = 1;                // m, median squared distance
    double linear_scale = 1;          // t, mean squared norm after centring
    double squared_centre = 0;        // |c|^2
    Eigen::VectorXd centre_products;  // capacity: <x_i, c>
  };
  /// Covariances of m points.
  struct Covariances {
    Eigen::MatrixXd with_observed;  // m x n
    Eigen::VectorXd own;            // m: prior variances, without noise
  };
  // With more outputs, products with them take a large part of the time, so they are in single precision.
  static constexpr Eigen::Index kFewOutputs = 64;
  static constexpr int kTile = 64;  // number of points that are multiplied at once
  struct Parts;                     // parts of the covariance matrix of all observations
  class Search;                     // for the highest evidence

  void reserve(int capacity);
  // Returns sum_k factors[k] x_i[column(k)] of each of the first n points x_i, added up in the order of k.
  template <typename Column>
  Eigen::VectorXf weigh(int n, const std::vector<float>& factors, const Column& column) const;
  // Computes the scales of the kernel from all observations.
  void measure(View& view) const;
  void measure_features();
  // Factorises the covariance matrix of all observations. Throws std::runtime_error if that is not possible.
  void factorise(const Parts& parts);
  // Adds the observations since the last factorisation to the factor, with the same hyper-parameters. Returns
  // false if that is not possible.
  bool extend();
  // Computes the rows of L^-1 [Y, 1] from row `done` on.
  void whiten(int done);
  const View& view() const { return views_[static_cast<std::size_t>(choice_.window)]; }
  double feature_weight(int group) const;
  Eigen::MatrixXd centred_outputs() const;
  // Returns the features of one group, scaled so that the group's weight is its variance.
  Eigen::MatrixXd standardised(const Eigen::Ref<const Eigen::MatrixXd>& features, int group) const;
  InnerProducts products(const Eigen::Ref<const PointRows>& points) const;
  Ranking posterior(InnerProducts&& products, const Eigen::Ref<const Eigen::MatrixXd>& features) const;
  // Returns the covariances of m points with the first n observations. products: with_observed is m x n.
  Covariances kernel(const InnerProducts& products, const Eigen::Ref<const Eigen::MatrixXd>& features) const;

  RankerGrid grid_;
  std::vector<int> group_sizes_, group_starts_;
  std::vector<double> group_costs_;
  int size_ = 0;
  Eigen::MatrixXf points_;        // capacity x d: a change of one coordinate needs one column
  Eigen::MatrixXd feature_rows_;  // capacity x k
  Eigen::MatrixXd outputs_;       // capacity x o
  std::vector<View> views_;

  // Fixed from one choice of hyper-parameters to the next.
  int fitted_size_ = 0;  // observations at the last choice; 0: none yet
  Eigen::RowVectorXd feature_centre_, feature_scale_;
  Choice choice_;

  CholeskyFactor factor_;
  Eigen::RowVectorXd mean_;       // mean of the outputs
  Eigen::MatrixXd raw_whitened_;  // capacity x (o + 1): L^-1 [Y, 1], which new observations leave as it is
  Eigen::MatrixXd whitened_;      // L^-1 (Y - mean), n x o
  Eigen::MatrixXf single_;        // whitened_ in single precision, with more than kFewOutputs outputs
};

}  // namespace bora::surrogates
