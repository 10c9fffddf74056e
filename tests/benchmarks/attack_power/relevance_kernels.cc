// Kernels in which some pixels count more than others.
#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "gaussian_model.h"

namespace bora::tools {
namespace {

// RBF and linear in a metric between the pixels' own and one with variances in proportion to `relevance` (d,
// non-negative); the evidence chooses the mixture.
std::vector<CovarianceTerm> mixed_metric(const RankingState& state, const Eigen::VectorXd& relevance) {
  const Eigen::MatrixXd Z = all_points(state);
  const Eigen::ArrayXd unit = relevance.array() / std::max(relevance.mean(), 1e-30);
  CovarianceTerm term;
  for (const double share : {0.0, 0.5, 0.9}) {
    const Eigen::VectorXd scales = ((1 - share) + share * unit).sqrt();
    const Eigen::MatrixXd scaled = Z * scales.asDiagonal();
    const CovarianceTerm radial = radial_term(scaled_distances(scaled, state.queries));
    const CovarianceTerm linear = linear_term(scaled, state.queries);
    for (const auto& shape : radial.shapes)
      for (const double weight : linear.weights)
        term.shapes.push_back(shape + weight * linear.shapes.front());
  }
  return {term};
}

// Squared weights of ridge regression on the pixels, the noise a tenth of the variance: where the objective
// seems to change.
Eigen::VectorXd squared_weights(const RankingState& state) {
  const Eigen::MatrixXd X = state.observed.cast<double>();
  const Eigen::MatrixXd centred = X.rowwise() - X.colwise().mean();
  Eigen::MatrixXd K = centred * centred.transpose();
  K.diagonal().array() += 0.1 * K.diagonal().mean();
  const Eigen::VectorXd y = state.values.array() - state.values.mean();
  return (centred.transpose() * K.llt().solve(y)).array().square();
}

// Squared differences of neighbouring pixels of the original, summed over channels and a few pixels around.
Eigen::VectorXd contrast(const RankingState& state) {
  const auto& [channels, height, width] = state.shape;
  Eigen::MatrixXd edges = Eigen::MatrixXd::Constant(height, width, 1e-4);
  for (int c = 0; c < channels; ++c) {
    const auto at = [&](int y, int x) { return state.original[(c * height + y) * width + x]; };
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        if (x + 1 < width) edges(y, x) += std::pow(at(y, x + 1) - at(y, x), 2);
        if (y + 1 < height) edges(y, x) += std::pow(at(y + 1, x) - at(y, x), 2);
      }
  }
  constexpr int kReach = 2;
  Eigen::VectorXd relevance(channels * height * width);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int top = std::max(0, y - kReach), left = std::max(0, x - kReach);
      const double mean = edges
                              .block(top, left, std::min(height, y + kReach + 1) - top,
                                     std::min(width, x + kReach + 1) - left)
                              .mean();
      for (int c = 0; c < channels; ++c) relevance[(c * height + y) * width + x] = mean;
    }
  return relevance;
}

Eigen::VectorXd centre(const RankingState& state) {
  const auto& [channels, height, width] = state.shape;
  Eigen::VectorXd relevance(channels * height * width);
  for (int c = 0; c < channels; ++c)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const double u = (y + 0.5) / height - 0.5, v = (x + 0.5) / width - 0.5;
        relevance[(c * height + y) * width + x] = std::exp(-8 * (u * u + v * v));  // deviation: a quarter
      }
  return relevance;
}

}  // namespace

void add_relevance_kernels(RankingModels& models) {
  add_gaussian_models(models, "learnt-pixels",
                      "RBF and linear, pixels by squared weights of a ridge regression",
                      [](const RankingState& state) { return mixed_metric(state, squared_weights(state)); });
  add_gaussian_models(models, "contrast", "RBF and linear, pixels by the contrast of the original there",
                      [](const RankingState& state) { return mixed_metric(state, contrast(state)); });
  add_gaussian_models(models, "centre", "RBF and linear, pixels by their distance from the centre",
                      [](const RankingState& state) { return mixed_metric(state, centre(state)); });
}

}  // namespace bora::tools
