#include "attacks/image/methods/labels/direction_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attacks/image/proposals/directions.h"
#include "common/statistics.h"

namespace bora::attacks {

DirectionModel::DirectionModel(const AttackProblem& problem, DirectionPrior prior)
    : problem_(problem), prior_(prior), pooling_(problem.shape), euclidean_(problem.ball.norm() == Norm::l2) {
  auto unit = static_cast<float>(problem.ball.epsilon());
  if (euclidean_) unit /= std::sqrt(static_cast<float>(problem.shape.size()));
  low_ = -problem.original / unit;
  high_ = ((1 - problem.original.array()) / unit).matrix();
  if (euclidean_) return;
  low_ = low_.cwiseMax(-1.0F).eval();
  high_ = high_.cwiseMin(1.0F).eval();
}

Batch DirectionModel::perturbations(const Batch& directions) const {
  Batch out = directions;
  const double length = std::sqrt(static_cast<double>(out.cols()));
  for (Eigen::Index i = 0; i < out.rows(); ++i) {
    if (euclidean_)
      out.row(i) = stretched(directions.row(i), low_, high_, length);
    else
      out.row(i) = out.row(i).cwiseMax(low_).cwiseMin(high_);
  }
  return out;
}

Eigen::RowVectorXf DirectionModel::direction(int i) const {
  const Eigen::RowVectorXf stored = directions_[static_cast<std::size_t>(i)].cast<float>();
  return euclidean_ ? of_mean_square_1(stored) : stored;
}

Batch DirectionModel::features(const Batch& perturbations) const {
  Batch buffer;
  return pooling_.pool(perturbations, buffer);
}

Eigen::MatrixXd DirectionModel::textures(const Batch& perturbations) const {
  const auto& [channels, height, width] = problem_.shape;
  constexpr double kLeast = 1e-6;
  Eigen::MatrixXd out(perturbations.rows(), 2);
  for (Eigen::Index i = 0; i < out.rows(); ++i) {
    double across = 0, down = 0;
    for (int c = 0; c < channels; ++c) {
      const Eigen::Map<const Batch> plane(perturbations.row(i).data() + c * height * width, height, width);
      across += plane.leftCols(width - 1).cwiseProduct(plane.rightCols(width - 1)).sum();
      down += plane.topRows(height - 1).cwiseProduct(plane.bottomRows(height - 1)).sum();
    }
    const double energy = perturbations.row(i).squaredNorm() / (channels * height * width) + kLeast;
    out(i, 0) = across / std::max(1, channels * height * (width - 1)) / energy;
    out(i, 1) = down / std::max(1, channels * (height - 1) * width) / energy;
  }
  return out;
}

void DirectionModel::add(const Eigen::RowVectorXf& direction, double threshold, bool exceeds) {
  if (size() >= kMost) forget();
  const Batch perturbation = perturbations(direction);
  const Batch u = features(perturbation);
  const Eigen::Index n = size();
  gram_.conservativeResize(n + 1, n + 1);
  if (n > 0) {
    gram_.col(n).head(n) = (U_ * u.transpose()).cast<double>();
    gram_.row(n).head(n) = gram_.col(n).head(n).transpose();
  }
  gram_(n, n) = u.squaredNorm();
  U_.conservativeResize(n + 1, u.cols());
  U_.row(n) = u;
  textures_.conservativeResize(n + 1, 2);
  textures_.row(n) = textures(perturbation);
  constexpr float kLargest = 127;
  const float largest = direction.cwiseAbs().maxCoeff();
  const float scale = euclidean_ && largest > 0 ? kLargest / largest : 1;
  directions_.push_back((scale * direction).array().round().matrix().cast<signed char>());
  thresholds_.push_back(threshold);
  answers_.push_back(exceeds ? 1 : -1);
}

void DirectionModel::forget() {
  Eigen::Index best = -1;
  if (process_ && process_->mean().size() == size()) process_->mean().maxCoeff(&best);
  const int gone = best == 0 ? 1 : 0;
  std::vector<Eigen::Index> kept;
  for (int i = 0; i < size(); ++i)
    if (i != gone) kept.push_back(i);
  U_ = Batch(U_(kept, Eigen::all));
  textures_ = Eigen::MatrixXd(textures_(kept, Eigen::all));
  gram_ = Eigen::MatrixXd(gram_(kept, kept));
  if (sites_.tau.size() == size())
    sites_ = {Eigen::VectorXd(sites_.tau(kept)), Eigen::VectorXd(sites_.nu(kept))};
  directions_.erase(directions_.begin() + gone);
  thresholds_.erase(thresholds_.begin() + gone);
  answers_.erase(answers_.begin() + gone);
}

Eigen::MatrixXd DirectionModel::covariances(const Eigen::MatrixXd& squared, const Eigen::MatrixXd& products,
                                            const Eigen::MatrixXd& first,
                                            const Eigen::MatrixXd& second) const {
  constexpr double kTextureLength = 0.4;
  Eigen::ArrayXXd texture = Eigen::ArrayXXd::Zero(first.rows(), second.rows());
  for (int k = 0; k < 2; ++k)
    texture +=
        (first.col(k).replicate(1, second.rows()) - second.col(k).transpose().replicate(first.rows(), 1))
            .array()
            .square();
  texture = (-texture / (2 * kTextureLength * kTextureLength)).exp();
  const Eigen::ArrayXXd radial = (-squared.array() / (2 * median_ * prior_.length)).exp();
  return prior_.deviation * prior_.deviation *
             (radial + prior_.linear / scale_ * products.array() + prior_.texture * texture) +
         prior_.constant * prior_.constant;
}

void DirectionModel::fit() {
  const Eigen::Index n = size();
  const Eigen::VectorXd own = gram_.diagonal();
  squared_ = (own.replicate(1, n) + own.transpose().replicate(n, 1) - 2 * gram_).cwiseMax(0.0);
  constexpr double kApart = 1e-6;
  std::vector<double> distances;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      if (squared_(i, j) > kApart) distances.push_back(squared_(i, j));
  median_ = distances.empty() ? 1 : upper_median(std::move(distances));
  gram_means_ = gram_.colwise().mean();
  gram_mean_ = gram_means_.mean();
  mean_feature_ = U_.colwise().mean();
  const Eigen::MatrixXd products = gram_ - gram_means_.transpose().replicate(1, n) -
                                   gram_means_.replicate(n, 1) + Eigen::MatrixXd::Constant(n, n, gram_mean_);
  // Variance of a feature that is assumed while there are too few answers to estimate it.
  constexpr double kShare = 0.3;
  constexpr int kFew = 3;
  scale_ = n >= kFew ? products.trace() / static_cast<double>(n) : kShare * static_cast<double>(U_.cols());
  if (!(scale_ > kApart)) scale_ = kShare * static_cast<double>(U_.cols());
  const Eigen::VectorXd thresholds =
      Eigen::Map<const Eigen::VectorXd>(thresholds_.data(), n).array() - prior_.mean;
  process_.emplace(covariances(squared_, products, textures_, textures_),
                   Eigen::Map<const Eigen::VectorXd>(answers_.data(), n), thresholds, sites_,
                   surrogates::ProbitOptions{.noise = prior_.noise});
  sites_ = process_->sites();
}

DirectionModel::Posterior DirectionModel::predict(const Batch& directions) const {
  const Batch left = perturbations(directions);
  const Batch u = features(left);
  const Eigen::Index m = u.rows(), n = size();
  const Eigen::MatrixXd cross = (u * U_.transpose()).cast<double>();
  const Eigen::VectorXd norms = u.rowwise().squaredNorm().cast<double>();
  const Eigen::VectorXd means = (u * mean_feature_.transpose()).cast<double>();
  const Eigen::MatrixXd squared =
      (norms.replicate(1, n) + gram_.diagonal().transpose().replicate(m, 1) - 2 * cross).cwiseMax(0.0);
  const Eigen::MatrixXd products = cross - means.replicate(1, n) - gram_means_.replicate(m, 1) +
                                   Eigen::MatrixXd::Constant(m, n, gram_mean_);
  const Eigen::MatrixXd K = covariances(squared, products, textures(left), textures_);
  const Eigen::VectorXd own =
      prior_.deviation * prior_.deviation *
          (1 + prior_.texture +
           prior_.linear / scale_ * (norms.array() - 2 * means.array() + gram_mean_).max(0.0)) +
      prior_.constant * prior_.constant;
  return {(K * process_->weights()).array() + prior_.mean,
          process_->predict_variance(K.transpose(), own).cwiseSqrt()};
}

Eigen::RowVectorXf DirectionModel::slope(int i) const {
  const double rate = 1 / (median_ * prior_.length);
  const Eigen::VectorXd& weights = process_->weights();
  const Eigen::VectorXd radial = weights.array() * (-squared_.col(i).array() * rate / 2).exp() * rate;
  const Eigen::VectorXd linear = weights * (prior_.linear / scale_);
  const Eigen::RowVectorXf slope = (radial + linear).cast<float>().transpose() * U_ -
                                   static_cast<float>(radial.sum()) * U_.row(i) -
                                   static_cast<float>(linear.sum()) * mean_feature_;
  if (euclidean_) return of_mean_square_1(pooling_.expand(slope));
  return pooling_.expand(slope).unaryExpr([](float value) { return value >= 0 ? 1.0F : -1.0F; });
}

}  // namespace bora::attacks
