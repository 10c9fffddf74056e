// Ranks a few hundred candidates in thousands of dimensions by what was observed of a few hundred others.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/linalg/cholesky.h"

namespace bora {

/// Points as callers hold them, one a row: m x d.
using PointRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The values that the evidence chooses from.
struct RankerGrid {
  /// Squared lengthscales of the RBF part, in units of the median squared distance of the observed points.
  std::vector<double> lengthscales = {0.1, 0.3, 1, 3, 10};
  std::vector<double> linear = {0, 0.1, 1};       ///< weights of the linear part
  std::vector<double> features = {0, 0.3, 1, 3};  ///< weights of the features; 0 switches them off
  std::vector<double> noise = {1e-4, 1e-3, 0.01, 0.05, 0.2};  ///< of the signal's variance
};

/// Gaussian processes for o outputs over points in R^d with k features each. The outputs share a kernel,
/// which is, up to a scale of each,
///
///   exp(-|x - x'|^2 / (2 l m)) + a <x - c, x' - c> / t + b <g, g'> / k + z [x = x'],
///
/// m: median squared distance, c: mean, t: mean squared norm after centring, all of the observed points; g:
/// the features, each standardised over the observed points. Given the kernel the outputs are a matrix normal
/// whose o x o covariance is at its maximum, and (l, a, b, z) is the point of a grid with the highest
/// evidence, the outputs' evidences added (Rasmussen and Williams 2006, eq. 5.8, the scale of each profiled
/// out).
///
/// Everything comes from inner products: an observation costs O(n d), a candidate O(n d + n^2), a refit
/// O(n^3) for each point of the grid that is tried. Nothing is ever inverted in d dimensions.
class CandidateRanker {
 public:
  /// dimension d >= 1, outputs o >= 1, features k >= 0. Without features their weights are not tried.
  CandidateRanker(int dimension, int outputs, int features, RankerGrid grid = {});

  /// point: d; features: k; outputs: o. Throws std::invalid_argument for a value that is not finite.
  void append(const Eigen::Ref<const Eigen::RowVectorXf>& point,
              const Eigen::Ref<const Eigen::RowVectorXd>& features,
              const Eigen::Ref<const Eigen::RowVectorXd>& outputs);
  int size() const { return size_; }

  /// Takes all observations in, at least 2. Hyper-parameters are chosen anew at each call while there are
  /// fewer than 10, then every 8 observations or 4% more of them, whichever is later; over the whole grid
  /// while there are few, then among neighbours of those in force.
  void fit();
  bool fitted() const { return fitted_size_ > 0; }

  /// The posterior of the noise-free outputs at m candidates: that of candidate i is normal with mean row i
  /// and covariance variance[i] * covariance().
  struct Ranking {
    Eigen::MatrixXd mean;      ///< m x o
    Eigen::VectorXd variance;  ///< m, relative to covariance()
  };
  /// candidates: m x d; features: m x k. After fit().
  Ranking rank(const Eigen::Ref<const PointRows>& candidates,
               const Eigen::Ref<const Eigen::MatrixXd>& features) const;
  /// o x o: of the outputs with each other. After fit().
  const Eigen::MatrixXd& covariance() const { return covariance_; }

  /// o x d: sum_i alpha_i (x_i - c), alpha = (K + z I)^-1 Y. Up to a factor the slopes that the linear part
  /// sees in the outputs. After fit().
  Eigen::MatrixXf trend() const;

  struct Hyperparameters {
    double lengthscale = 1, linear = 0, features = 0, noise = 0.01;
  };
  /// After fit().
  Hyperparameters hyperparameters() const;

 private:
  struct Choice {  // indices into the grid
    int lengthscale = 0, linear = 0, features = 0, noise = 0;
    bool operator==(const Choice&) const = default;
  };
  struct Parts;  // of the covariance matrix of all observations

  void reserve(int capacity);
  void centre();
  void choose(const Parts& parts, bool everywhere);
  void factorise(const Parts& parts);
  bool extend();
  Eigen::MatrixXd centred_outputs() const;
  Eigen::MatrixXd standardised(const Eigen::Ref<const Eigen::MatrixXd>& features) const;
  // Of m points with n observations, given inner products (m x n) and the points' own squared norms.
  Eigen::MatrixXd kernel(const Eigen::MatrixXf& products, const Eigen::VectorXd& squared_norms,
                         const Eigen::Ref<const Eigen::MatrixXd>& features, Eigen::VectorXd& own) const;

  RankerGrid grid_;
  int features_;
  int size_ = 0;
  PointRows points_;              // capacity x d
  Eigen::MatrixXd feature_rows_;  // capacity x k
  Eigen::MatrixXd products_;      // capacity x capacity, of points
  Eigen::MatrixXd outputs_;       // capacity x o

  // Fixed from one choice of hyper-parameters to the next.
  int fitted_size_ = 0;    // observations at the last choice; 0: none yet
  int searched_size_ = 0;  // observations when the whole grid was searched last
  double median_ = 1;      // of squared distances
  double linear_scale_ = 1;
  double squared_centre_ = 0;        // |c|^2
  Eigen::VectorXd centre_products_;  // capacity: <x_i, c>
  Eigen::RowVectorXd feature_centre_, feature_scale_;
  Choice choice_;

  CholeskyFactor factor_;
  Eigen::RowVectorXd mean_;   // of the outputs
  Eigen::MatrixXd whitened_;  // L^-1 (Y - mean), n x o
  Eigen::MatrixXd covariance_;
};

}  // namespace bora
