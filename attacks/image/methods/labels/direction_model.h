// A model of a label's boundary: how far along a direction of +-1 the model's decision changes.
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/pixel_pooling.h"
#include "common/layers.h"
#include "surrogates/gp/probit_process.h"

namespace bora::attacks {

/// Prior of t(d) = epsilon / r(d), r the radius at which the decision changes along the signs d; t >= 1 is a
/// success. t is linear in d for a linear victim.
struct DirectionPrior {
  double mean = 0.7;
  double constant = 0.3;   ///< standard deviation of the mean of t, which is unknown
  double deviation = 0.3;  ///< standard deviation of the part that depends on distances of directions
  double linear = 0.5;     ///< variance of the linear part, divided by that of the part above
  double texture = 2;      ///< variance of the part that depends on textures alone, likewise
  double length = 0.5;     ///< squared lengthscale over the median squared distance
  double noise = 0.05;     ///< deviation of the noise at which the decision changes
};

/// Gaussian process over directions of -1, 0 and 1 that is told whether t exceeds a threshold. Directions
/// count by the perturbation that is left of them inside [0, 1], over epsilon (large images: pooled), and by
/// the mean products of a pixel with its right and its lower neighbour (texture). Keeps the last kMost
/// observations.
class DirectionModel {
 public:
  static constexpr int kMost = 200;

  /// The problem must outlive this.
  DirectionModel(const AttackProblem& problem, DirectionPrior prior = {});

  /// Adds the answer along `signs`: whether t >= threshold. When it is full, forgets the oldest but the best.
  void add(const Eigen::RowVectorXf& signs, double threshold, bool exceeds);
  /// Fits the posterior to the answers; at least one.
  void fit();

  int size() const { return static_cast<int>(answers_.size()); }
  /// Returns the posterior means of t along the directions of the answers.
  Eigen::VectorXd means() const { return process_->mean().array() + prior_.mean; }
  /// Returns the direction that answer i belongs to.
  Eigen::RowVectorXf signs(int i) const { return signs_[i].cast<float>(); }

  struct Belief {
    Eigen::VectorXd mean, deviation;  ///< t along each direction
  };
  /// Returns the posterior of t along m directions, m x d.
  Belief predict(const Batch& signs) const;
  /// Returns the signs of the slope of the posterior mean at the direction of answer i, d values.
  Eigen::RowVectorXf slope_signs(int i) const;
  const DirectionPrior& prior() const { return prior_; }

 private:
  Batch features(const Batch& perturbations) const;
  Eigen::MatrixXd textures(const Batch& perturbations) const;
  Batch perturbations(const Batch& signs) const;
  /// Covariances from squared distances, centred products and textures. squared, products: m x n.
  Eigen::MatrixXd covariances(const Eigen::MatrixXd& squared, const Eigen::MatrixXd& products,
                              const Eigen::MatrixXd& first, const Eigen::MatrixXd& second) const;
  void forget();

  const AttackProblem& problem_;
  DirectionPrior prior_;
  PixelPooling pooling_;
  Eigen::RowVectorXf low_, high_;  // what is left of -1 and +1 inside [0, 1]
  std::vector<Eigen::Matrix<signed char, 1, Eigen::Dynamic>> signs_;
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
