// A model of a label's boundary: how far along a direction the victim's decision changes.
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/pixel_pooling.h"
#include "surrogates/gp/probit_process.h"

namespace bora::attacks {

/// Prior of t(d) = epsilon / r(d), r the radius, in the norm of the ball, at which the decision changes along
/// the direction d; t >= 1 is a success. t is linear in d for a linear victim.
struct DirectionPrior {
  double mean = 0.7;
  double constant = 0.3;  ///< standard deviation of the mean of t, which is unknown
  /// Standard deviation of the part that depends on distances of directions. Chosen among 0.05 to 0.5 on
  /// images 1-100 of MNIST, CIFAR-10, Fashion-MNIST and digits, on two published networks and four of
  /// bo-train (docs/results/labels.md).
  double deviation = 0.12;
  double linear = 0.5;  ///< variance of the linear part, divided by that of the part above
  double texture = 2;   ///< variance of the part that depends on textures alone, likewise
  double length = 0.5;  ///< squared lengthscale over the median squared distance
  double noise = 0.05;  ///< deviation of the noise at which the decision changes
};

/// Gaussian process of t over directions, learnt from answers to whether t exceeds a threshold. In L-infinity
/// a direction has the values -1, 0 and 1; in L2 it has any values of mean square 1. The kernel uses two
/// features of a direction. One is the perturbation that remains when the image is clipped to [0, 1], divided
/// by epsilon (in L2: scaled to the length epsilon and divided by epsilon / sqrt(d)); large images are
/// pooled. The other is texture: the mean products of each pixel with its right and its lower neighbour. The
/// last kMost observations are kept.
class DirectionModel {
 public:
  static constexpr int kMost = 200;

  /// The problem must outlive this.
  DirectionModel(const AttackProblem& problem, DirectionPrior prior = {});

  /// Adds an answer, which tells whether t >= threshold along `direction`. A full model drops its oldest
  /// answer, but not the best one.
  void add(const Eigen::RowVectorXf& direction, double threshold, bool exceeds);
  /// Fits the posterior to the answers; there must be at least one.
  void fit();

  int size() const { return static_cast<int>(answers_.size()); }
  /// Returns the posterior means of t along the directions of the answers.
  Eigen::VectorXd means() const { return process_->mean().array() + prior_.mean; }
  /// Returns the direction of answer i, in L2 rounded to 1/127 of its largest value.
  Eigen::RowVectorXf direction(int i) const;

  struct Posterior {
    Eigen::VectorXd mean, deviation;  ///< t along each direction
  };
  /// Returns the posterior of t along m directions, m x d.
  Posterior predict(const Batch& directions) const;
  /// Returns the gradient of the posterior mean at the direction of answer i, as a direction of d values: the
  /// signs of the gradient, in L2 its values; 0 where the gradient is 0.
  Eigen::RowVectorXf slope(int i) const;
  const DirectionPrior& prior() const { return prior_; }

 private:
  Batch features(const Batch& perturbations) const;
  Eigen::MatrixXd textures(const Batch& perturbations) const;
  Batch perturbations(const Batch& directions) const;
  /// Covariances from squared distances, centred products and textures. squared, products: m x n.
  Eigen::MatrixXd covariances(const Eigen::MatrixXd& squared, const Eigen::MatrixXd& products,
                              const Eigen::MatrixXd& first, const Eigen::MatrixXd& second) const;
  void forget();

  const AttackProblem& problem_;
  DirectionPrior prior_;
  PixelPooling pooling_;
  bool euclidean_;
  Eigen::RowVectorXf low_, high_;  // limits of a perturbation inside [0, 1]; L-infinity: and inside [-1, 1]
  std::vector<Eigen::Matrix<signed char, 1, Eigen::Dynamic>> directions_;  // L2: scaled to at most 127
  std::vector<double> thresholds_, answers_;
  Batch U_;                   // features of the answers, n x p
  Eigen::MatrixXd textures_;  // n x 2
  Eigen::MatrixXd gram_;      // U U'
  surrogates::ProbitSites sites_;
  // The last fit:
  std::optional<surrogates::ProbitProcess> process_;
  Eigen::RowVectorXd gram_means_;
  Eigen::RowVectorXf mean_feature_;
  Eigen::MatrixXd squared_;  // squared distances of the answers
  double gram_mean_ = 0, median_ = 1, scale_ = 1;
};

}  // namespace bora::attacks
