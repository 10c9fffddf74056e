// Model of the decision boundary: the radius at which the victim's decision changes along a direction.
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/pixel_pooling.h"
#include "surrogates/gp/probit_process.h"

namespace bora::attacks {

/// Prior of t(d) = epsilon / r(d), where r is the radius, in the norm of the ball, at which the decision
/// changes along the direction d. t >= 1 is a success. For a linear victim t is linear in d.
struct DirectionPrior {
  double mean = 0.7;      ///< mean of t
  double constant = 0.3;  ///< standard deviation of this mean, which is unknown
  /// Standard deviation of the radial part, which depends on the distances of directions. Chosen among 0.05
  /// to 0.5 on images 1-100 of MNIST, CIFAR-10, Fashion-MNIST and digits, on two published networks and four
  /// of bo-train (docs/results/labels.md).
  double deviation = 0.12;
  double linear = 0.5;  ///< variance of the linear part, divided by that of the radial part
  double texture = 2;   ///< variance of the part that depends on textures only, likewise
  double length = 0.5;  ///< squared lengthscale of the radial part, divided by the median squared distance
  double noise = 0.05;  ///< standard deviation of the noise that t has in an answer
};

/// Gaussian process of t over directions, fitted to answers to whether t exceeds a threshold. In L-infinity a
/// direction has values -1, 0 and 1; in L2 it has any values of mean square 1. The kernel uses two kinds of
/// features of a direction. One is the perturbation at radius epsilon after clipping to [0, 1], divided by
/// epsilon (in L2: of length epsilon after clipping, divided by epsilon / sqrt(d)), pooled for large images.
/// The other is the texture: the mean products of each pixel with its right and its lower neighbour, divided
/// by the mean square. The latest kMost answers are kept.
class DirectionModel {
 public:
  static constexpr int kMost = 200;

  /// The problem must outlive this.
  DirectionModel(const AttackProblem& problem, DirectionPrior prior = {});

  /// Adds an answer: whether t >= threshold > 0 along `direction`, d values. If kMost answers are kept, this
  /// drops the oldest one other than the one with the largest posterior mean.
  void add(const Eigen::RowVectorXf& direction, double threshold, bool exceeds);
  /// Fits the posterior to the answers. There must be at least one. Required before all functions below but
  /// size() and direction().
  void fit();

  int size() const { return static_cast<int>(answers_.size()); }
  /// Returns the posterior means of t along the directions of the answers.
  Eigen::VectorXd means() const { return process_->mean().array() + prior_.mean; }
  /// Returns the direction of answer i, in L2 rounded to 1/127 of its largest value.
  Eigen::RowVectorXf direction(int i) const;

  struct Posterior {
    Eigen::VectorXd mean, deviation;  ///< mean and standard deviation of t along the m directions
  };
  /// Returns the posterior of t along m directions. directions: m x d.
  Posterior predict(const Batch& directions) const;
  /// Returns the gradient of the posterior mean at the direction of answer i, which excludes the texture
  /// part, as a direction of d values: in L-infinity its signs (+1 where it is 0), in L2 its values scaled to
  /// mean square 1.
  Eigen::RowVectorXf slope(int i) const;
  const DirectionPrior& prior() const { return prior_; }

 private:
  /// Returns pooled perturbations, m x p.
  Batch features(const Batch& perturbations) const;
  /// Returns the textures of perturbations, m x 2.
  Eigen::MatrixXd textures(const Batch& perturbations) const;
  /// Returns the clipped and scaled perturbations of directions, m x d.
  Batch perturbations(const Batch& directions) const;
  /// Returns the covariances of m with n directions. squared, products: squared distances and centred inner
  /// products of features, m x n. first, second: textures, m x 2 and n x 2.
  Eigen::MatrixXd covariances(const Eigen::MatrixXd& squared, const Eigen::MatrixXd& products,
                              const Eigen::MatrixXd& first, const Eigen::MatrixXd& second) const;
  /// Drops an answer, see add().
  void forget();

  const AttackProblem& problem_;
  DirectionPrior prior_;
  PixelPooling pooling_;
  bool euclidean_;
  Eigen::RowVectorXf low_, high_;  // limits of a scaled perturbation: [0, 1], in L-infinity also [-1, 1]
  std::vector<Eigen::Matrix<signed char, 1, Eigen::Dynamic>> directions_;  // L2: scaled to at most 127
  std::vector<double> thresholds_, answers_;                               // answers: +1 or -1
  Batch U_;                                                                // features of the answers, n x p
  Eigen::MatrixXd textures_;                                               // textures of the answers, n x 2
  Eigen::MatrixXd gram_;                                                   // U U', n x n
  surrogates::ProbitSites sites_;  // sites of the last fit, from which the next one starts
  // Values of the last fit:
  std::optional<surrogates::ProbitProcess> process_;
  Eigen::RowVectorXd gram_means_;    // means of the columns of gram_
  Eigen::RowVectorXf mean_feature_;  // mean of the rows of U_
  Eigen::MatrixXd squared_;          // squared distances of the answers, n x n
  double gram_mean_ = 0;             // mean of gram_
  double median_ = 1;                // median squared distance
  double scale_ = 1;                 // mean squared norm of the centred features
};

}  // namespace bora::attacks
