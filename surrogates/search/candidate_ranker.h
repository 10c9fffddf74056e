// Gaussian processes that rank candidates in thousands of dimensions.
#pragma once

#include <compare>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {

/// Points as rows: m x d.
using PointRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// Values of outputs as rows: m x o.
using OutputRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Candidate that equals another point except in some coordinates.
struct ChangedPoint {
  int point = 0;                 ///< index of the other point in the rows given
  std::vector<int> coordinates;  ///< coordinates in which they differ, each at most once
  std::vector<float> values;     ///< the candidate's values there
};

/// Grid of hyper-parameters, of which the evidence selects one point.
struct RankerGrid {
  /// Squared lengthscales of the RBF part, in units of the median squared distance of the observed points.
  std::vector<double> lengthscales = {0.1, 0.3, 1, 3, 10};
  std::vector<double> linear = {0, 0.1, 1};       ///< weights of the linear part
  std::vector<double> features = {0, 0.3, 1, 3};  ///< weights of each group of features; 0 excludes the group
  /// Noise variances, relative to the variance of the RBF part.
  std::vector<double> noise = {1e-4, 1e-3, 0.01, 0.05, 0.2};
};

/// Group of features that share a weight.
struct FeatureGroup {
  FeatureGroup(int features, double evidence = 0) : size(features), cost(evidence) {}
  int size;     ///< number of features, >= 0; an empty group has no effect
  double cost;  ///< gain of log evidence per output below which the group is excluded
};

/// Gaussian processes of o outputs over points x in R^d with k features each, for a few hundred observations
/// and candidates. Up to a scale for each, the outputs share the kernel
///
///   exp(-|x - x'|^2 / (2 l m)) + a <x - c, x' - c> / t + sum_j b_j <g_j, g_j'> / k_j + z [x = x'],
///
/// where norms and inner products weigh coordinate i by q[i], and q is one of a few windows. Of the observed
/// points, m is the median squared distance, c the mean, and t the mean squared norm after centring; g_j are
/// the k_j features of group j, each standardised over the observed points. Given the kernel, the outputs
/// have a matrix normal distribution, whose o x o covariance is estimated by maximum likelihood. (q, l, a, b,
/// z) is the point of a grid with the largest sum of the outputs' evidences (Rasmussen and Williams 2006, eq.
/// 5.8), in which the scale of each output is profiled out. This sum treats the outputs as independent, and
/// so overstates the evidence of correlated ones; FeatureGroup::cost counteracts that.
///
/// All computations use inner products of points. With n observations, another observation costs O(n d) for
/// each window; a candidate O(n d + n^2), or O(n c + n^2) if it differs from another point in c coordinates;
/// a fit O(n^3) for each point of the grid that is tried.
class CandidateRanker {
 public:
  /// dimension: d >= 1; outputs: o >= 1; windows: vectors of d weights; an empty vector, or none at all,
  /// stands for weights of 1. Throws std::invalid_argument for a window of another size.
  CandidateRanker(int dimension, int outputs, std::vector<FeatureGroup> feature_groups = {},
                  std::vector<Eigen::RowVectorXf> windows = {}, RankerGrid grid = {});

  /// Adds an observation, which takes effect at the next fit(). point: d; features: k, those of all groups in
  /// order; outputs: o. Throws std::invalid_argument for a wrong size or a value that is not finite.
  void append(const Eigen::Ref<const Eigen::RowVectorXf>& point,
              const Eigen::Ref<const Eigen::RowVectorXd>& features,
              const Eigen::Ref<const Eigen::RowVectorXd>& outputs);
  int size() const { return size_; }  ///< returns the number of observations

  /// Fits to all observations. Hyper-parameters are selected again at each call with fewer than 10
  /// observations, and later after max(8, 4%) further ones; otherwise the observations are only added. With
  /// few observations the whole grid is searched, with more the neighbours of the current choice. Other
  /// windows are tried with the hyper-parameters found for the current one. Throws std::invalid_argument with
  /// fewer than 2 observations.
  void fit();
  /// Returns whether fit() was called.
  bool fitted() const { return fitted_size_ > 0; }

  /// Inner products of m points, weighted by the current window.
  struct InnerProducts {
    Eigen::MatrixXf with_observed;  ///< m x size()
    Eigen::VectorXd norms;          ///< m: squared norms, products of the points with themselves
  };
  /// Returns the inner products of observed point i (m = 1). Requires fitted().
  InnerProducts observed(int i) const;

  /// Posterior of the outputs without noise at m candidates. At candidate i it is normal with row i of `mean`
  /// and covariance variance[i] * covariance().
  struct Ranking {
    OutputRows mean;           ///< m x o
    Eigen::VectorXd variance;  ///< m: factors of covariance()
    InnerProducts products;    ///< inner products of the candidates
  };
  /// Returns the posterior at candidates, m x d, with features, m x k, of which groups of weight 0 are not
  /// read. Requires fitted().
  Ranking rank(const Eigen::Ref<const PointRows>& candidates,
               const Eigen::Ref<const Eigen::MatrixXd>& features) const;
  /// Returns the posterior at m candidates that differ from rows of `points` (b x d) in some coordinates.
  /// known: inner products of the first rows of `points`, from observed() or an earlier ranking since the
  /// last fit(); those of the other rows are computed.
  Ranking rank(const Eigen::Ref<const PointRows>& points, std::span<const ChangedPoint> candidates,
               const Eigen::Ref<const Eigen::MatrixXd>& features, const InnerProducts& known = {}) const;
  /// Returns the covariance of the outputs, o x o. Requires fitted().
  Eigen::MatrixXd covariance() const;
  /// Returns the variances of weighted sums of outputs: w covariance() w^T for each row w of `weights`, m x
  /// o. With many outputs it avoids the o x o matrix. Requires fitted().
  Eigen::VectorXd variances(const Eigen::Ref<const OutputRows>& weights) const;

  /// Returns the slopes of the outputs under the linear part of the kernel, up to a factor: o x d, sum_i
  /// alpha_i q (x_i - c) with alpha = (K + z I)^-1 (Y - mean). Requires fitted().
  Eigen::MatrixXf trend() const;

  /// Selected hyper-parameters.
  struct Hyperparameters {
    double lengthscale = 1;        ///< l, a squared lengthscale (RankerGrid)
    double linear = 0;             ///< weight a that the linear part has
    double noise = 0.01;           ///< variance z that the noise has, relative to the RBF part
    std::vector<double> features;  ///< weights b_j of the groups of features that are not empty
    int window = 0;                ///< index of the window
  };
  /// Returns the hyper-parameters of the last selection.
  Hyperparameters hyperparameters() const;

 private:
  /// Hyper-parameters as indices into the values of the grid.
  struct Choice {
    int lengthscale = 0, linear = 0, noise = 0, window = 0;
    std::vector<int> features;
    auto operator<=>(const Choice&) const = default;
  };
  /// Inner products of the observed points under the weights of one window.
  struct View {
    Eigen::RowVectorXf weights;  // d; empty: all 1
    Eigen::MatrixXd products;    // capacity x capacity: <x_i, x_j>
    // Set by measure(), at each selection of hyper-parameters.
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
  // Largest number of outputs that are multiplied in double precision; more would take much of the time.
  static constexpr Eigen::Index kFewOutputs = 64;
  static constexpr int kTile = 64;  // number of points that weigh() handles at once
  struct Parts;                     // parts of the covariance matrix of all observations
  class Search;                     // search for the largest evidence

  // Enlarges all storage for at least `capacity` observations.
  void reserve(int capacity);
  // Returns sum_k factors[k] x_i[column(k)] of each of the first n points x_i, added up in the order of k.
  template <typename Column>
  Eigen::VectorXf weigh(int n, const std::vector<float>& factors, const Column& column) const;
  // Set the scales of the kernel (m, c and t; those of features) by all observations.
  void measure(View& view) const;
  void measure_features();
  // Factorises the covariance matrix of all observations. Throws std::runtime_error if it is not positive
  // definite.
  void factorise(const Parts& parts);
  // Extends the factor by the observations since the last factorisation, with the same hyper-parameters.
  // Returns false if the matrix is not positive definite.
  bool extend();
  // Computes the rows of raw_whitened_ from row `done` on.
  void whiten(int done);
  const View& view() const { return views_[static_cast<std::size_t>(choice_.window)]; }
  double feature_weight(int group) const;
  Eigen::MatrixXd centred_outputs() const;
  // Returns the features of one group, standardised and divided by sqrt(k_j).
  Eigen::MatrixXd standardised(const Eigen::Ref<const Eigen::MatrixXd>& features, int group) const;
  InnerProducts products(const Eigen::Ref<const PointRows>& points) const;
  Ranking posterior(InnerProducts&& products, const Eigen::Ref<const Eigen::MatrixXd>& features) const;
  // Returns the covariances of m points with the first n observations. products: with_observed is m x n.
  Covariances kernel(const InnerProducts& products, const Eigen::Ref<const Eigen::MatrixXd>& features) const;

  RankerGrid grid_;
  std::vector<int> group_sizes_, group_starts_;
  std::vector<double> group_costs_;
  int size_ = 0;
  Eigen::MatrixXf points_;        // capacity x d, by columns for weigh()
  Eigen::MatrixXd feature_rows_;  // capacity x k
  Eigen::MatrixXd outputs_;       // capacity x o
  std::vector<View> views_;

  // Fixed between selections of hyper-parameters.
  int fitted_size_ = 0;  // number of observations at the last selection; 0: none yet
  Eigen::RowVectorXd feature_centre_, feature_scale_;
  Choice choice_;

  CholeskyFactor factor_;
  Eigen::RowVectorXd mean_;       // mean of the outputs
  Eigen::MatrixXd raw_whitened_;  // capacity x (o + 1): L^-1 [Y, 1], independent of mean_
  Eigen::MatrixXd whitened_;      // L^-1 (Y - mean), n x o
  Eigen::MatrixXf single_;        // whitened_ in single precision, with more than kFewOutputs outputs
};

}  // namespace bora::surrogates
