#include "surrogates/acquisition/predictive_entropy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Cholesky>

#include "common/error.h"
#include "surrogates/acquisition/thompson.h"
#include "surrogates/sampling/normal.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Returns the random point of largest score.
VectorXd best_drawn(const SearchedSpace<VectorXd>& space, const PointAcquisition& score, Rng& rng) {
  constexpr int kDrawn = 1000;
  const MatrixXd Z = space.draw(kDrawn, rng);
  Eigen::Index best = 0;
  score.values(Z).maxCoeff(&best);
  return Z.row(best).transpose();
}

// Acquisition function: variances of the function before and after conditioning on each drawn maximiser. Its
// gradient is by finite differences.
class PredictiveEntropy final : public PointAcquisition {
 public:
  PredictiveEntropy(std::shared_ptr<const Posterior<VectorXd>> posterior, std::vector<LargestAt> maxima)
      : posterior_(std::move(posterior)),
        maxima_(std::move(maxima)),
        noise_(posterior_->observation_noise()) {}

  VectorXd values(const MatrixXd& Z) const override {
    // Without noise the variance is 0 at observed points. The floor makes their information 0.
    constexpr double kLeast = 1e-12;
    const double floor = std::max(noise_, kLeast);
    const auto log_of = [&](const VectorXd& variance) {
      return VectorXd(0.5 * (variance.array().max(0.0) + floor).log());
    };
    VectorXd gain = log_of(posterior_->marginal(Z).variance);
    for (const LargestAt& maximum : maxima_)
      gain -= log_of(maximum.variances(Z)) / static_cast<double>(maxima_.size());
    return gain;
  }
  bool smooth() const override { return posterior_->smooth(); }
  double value(const VectorXd& z, VectorXd& gradient) const override {
    constexpr double kStep = 1e-4;
    const Eigen::Index d = z.size();
    MatrixXd Z = z.transpose().replicate(2 * d + 1, 1);
    for (Eigen::Index j = 0; j < d; ++j) {
      Z(1 + 2 * j, j) += kStep;
      Z(2 + 2 * j, j) -= kStep;
    }
    const VectorXd at = values(Z);
    gradient.resize(d);
    for (Eigen::Index j = 0; j < d; ++j) gradient[j] = (at[1 + 2 * j] - at[2 + 2 * j]) / (2 * kStep);
    return at[0];
  }

 private:
  std::shared_ptr<const Posterior<VectorXd>> posterior_;
  std::vector<LargestAt> maxima_;
  double noise_;
};

}  // namespace

JointPosterior above_steps(const JointPosterior& prior, const VectorXd& at, const VectorXd& width) {
  const Eigen::Index k = prior.mean.size();
  constexpr int kSweeps = 50;
  constexpr double kSame = 1e-10;
  JointPosterior posterior = prior;
  VectorXd precision = VectorXd::Zero(k),
           weight = VectorXd::Zero(k);  // natural parameters of the normal factors that approximate the steps
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double change = 0;
    for (Eigen::Index i = 0; i < k; ++i) {
      if (!std::isfinite(width[i])) continue;
      const double marginal = posterior.covariance(i, i);
      const double left = 1 / marginal - precision[i];
      if (!(left > 0)) continue;
      const double variance = 1 / left;
      const double mean = variance * (posterior.mean[i] / marginal - weight[i]);
      const double s = std::sqrt(variance + width[i] * width[i]), z = (mean - at[i]) / s;
      const double r = normal_hazard(z);
      const double tilted_mean = mean + variance * r / s;
      const double tilted = variance - variance * variance * r * (r + z) / (s * s);
      if (!(tilted > 0)) continue;
      const double new_precision = std::max(0.0, 1 / tilted - left);
      const double new_weight = tilted_mean / tilted - mean / variance;
      const double by = new_precision - precision[i];
      change = std::max(change, std::abs(by) * marginal);
      // The change of one factor changes the posterior by a matrix of rank one.
      const VectorXd column = posterior.covariance.col(i);
      const double gain = 1 / (1 + by * marginal);
      posterior.mean += column * gain * (new_weight - weight[i] - by * posterior.mean[i]);
      posterior.covariance -= by * gain * column * column.transpose();
      precision[i] = new_precision;
      weight[i] = new_weight;
    }
    if (change < kSame) break;
  }
  return posterior;
}

double variance_below(double mean, double variance, double top_mean, double top_variance, double covariance) {
  const double s2 = top_variance + variance - 2 * covariance;
  constexpr double kLeast = 1e-14;
  if (!(s2 > kLeast * (top_variance + variance))) return variance;  // f and top differ by a constant
  const double z = (top_mean - mean) / std::sqrt(s2), r = normal_hazard(z), with = covariance - variance;
  return variance - with * with / s2 * r * (r + z);
}

Eigen::Index LargestAt::place_stencil(const VectorXd& top, const std::vector<int>& real) {
  constexpr double kStep = 0.01;
  std::vector<int> inside;
  for (const int j : real)
    if (top[j] > kStep && top[j] < 1 - kStep) inside.push_back(j);
  const auto a = static_cast<Eigen::Index>(inside.size());
  stencil_ = top.transpose().replicate(1 + 2 * a, 1);
  map_ = MatrixXd::Zero(1 + 2 * a, 1 + 2 * a);
  map_(0, 0) = 1;
  for (Eigen::Index i = 0; i < a; ++i) {
    const int j = inside[static_cast<std::size_t>(i)];
    stencil_(1 + 2 * i, j) += kStep;
    stencil_(2 + 2 * i, j) -= kStep;
    map_(1 + i, 1 + 2 * i) = 1;
    map_(1 + i, 2 + 2 * i) = -1;
    map_(1 + a + i, 0) = 2;
    map_(1 + a + i, 1 + 2 * i) = map_(1 + a + i, 2 + 2 * i) = -1;
  }
  return a;
}

LargestAt::LargestAt(std::shared_ptr<const Posterior<VectorXd>> posterior, const VectorXd& top,
                     const std::vector<int>& real, double largest)
    : posterior_(std::move(posterior)) {
  const Eigen::Index a = place_stencil(top, real);
  const JointPosterior values = posterior_->joint(stencil_);
  MatrixXd W = map_ * values.covariance * map_.transpose();
  // Entries of w are scaled to variance 1. A small variance is added, since the differences have rounding
  // errors.
  constexpr double kOwn = 1e-6;
  for (Eigen::Index i = 0; i < map_.rows(); ++i) map_.row(i) /= std::sqrt(std::max(W(i, i), 1e-300));
  W = map_ * values.covariance * map_.transpose();
  W.diagonal().array() += kOwn;
  const VectorXd w = map_ * values.mean;
  // Moments given slopes of 0.
  JointPosterior after{w, W};
  if (a > 0) {
    const MatrixXd with = W.middleCols(1, a);
    const Eigen::LLT<MatrixXd> of_slopes(W.block(1, 1, a, a));
    after.mean -= with * of_slopes.solve(w.segment(1, a));
    after.covariance -= with * of_slopes.solve(with.transpose());
  }
  // The other constraints are on the value, the first entry, and on the second derivatives, the last a
  // entries.
  JointPosterior rest{VectorXd(1 + a), MatrixXd(1 + a, 1 + a)};
  std::vector<Eigen::Index> kept{0};
  for (Eigen::Index i = 0; i < a; ++i) kept.push_back(1 + a + i);
  rest.mean = after.mean(kept);
  rest.covariance = after.covariance(kept, kept);
  VectorXd at = VectorXd::Zero(1 + a), width = VectorXd::Zero(1 + a);
  at[0] = largest * map_(0, 0);
  width[0] = std::sqrt(posterior_->observation_noise()) * map_(0, 0);
  const JointPosterior above = above_steps(rest, at, width);
  MatrixXd conditioned = MatrixXd::Zero(map_.rows(), map_.rows());
  VectorXd moved = VectorXd::Zero(map_.rows());
  conditioned(kept, kept) = above.covariance;
  moved(kept) = above.mean;
  const Eigen::LLT<MatrixXd> solver(W);
  const MatrixXd solved = solver.solve(conditioned);  // W^-1 W'
  mean_weights_ = solver.solve(moved - w);
  variance_weights_ = solver.solve(solved.transpose()) - solver.solve(MatrixXd::Identity(W.rows(), W.cols()));
  // In units of the value, not of its standard deviation.
  top_weights_ = solved.col(0) / map_(0, 0);
  top_mean_ = moved[0] / map_(0, 0);
  top_variance_ = conditioned(0, 0) / (map_(0, 0) * map_(0, 0));
}

VectorXd LargestAt::variances(const MatrixXd& Z) const {
  const Eigen::Index s = stencil_.rows(), m = Z.rows();
  MatrixXd both(s + m, Z.cols());
  both << stencil_, Z;
  const JointPosterior at = posterior_->joint(both);
  const MatrixXd C = at.covariance.bottomLeftCorner(m, s) * map_.transpose();
  const VectorXd mean = at.mean.tail(m) + C * mean_weights_;
  const VectorXd variance =
      at.covariance.diagonal().tail(m) + (C * variance_weights_).cwiseProduct(C).rowwise().sum();
  const VectorXd with_top = C * top_weights_;
  VectorXd all(m);
  for (Eigen::Index i = 0; i < m; ++i)
    all[i] = variance_below(mean[i], std::max(variance[i], 0.0), top_mean_, top_variance_, with_top[i]);
  return all;
}

void PredictiveEntropyOptions::check() const {
  if (points < 1) throw InputError("points: {} is below 1", points);
}

AcquisitionRule<VectorXd> predictive_entropy_rule(SearchedSpace<VectorXd> space,
                                                  PredictiveEntropyOptions options) {
  options.check();
  return [=](const AcquisitionContext<VectorXd>& now) -> std::shared_ptr<const PointAcquisition> {
    std::vector<LargestAt> maxima;
    const auto function = thompson_rule(space);
    for (int i = 0; i < options.points; ++i) {
      const auto drawn = function(now);
      const VectorXd top =
          space.largest_at ? space.largest_at(*drawn, now.rng) : best_drawn(space, *drawn, now.rng);
      maxima.emplace_back(now.posterior, top, space.real, now.incumbent);
    }
    return std::make_shared<const PredictiveEntropy>(now.posterior, std::move(maxima));
  };
}

}  // namespace bora::surrogates
