// Kernels that tell colour channels apart.
#include <cmath>

#include "gaussian_model.h"

namespace bora::tools {
namespace {

// RBF and linear of Z with its channels scaled in each of the ways: (weight of the linear term) x shapes that
// change together would need a product grid, so every way is one shape of a sum of both.
std::vector<CovarianceTerm> scaled_channels(const RankingState& state,
                                            const std::vector<Eigen::MatrixXd>& metrics) {
  const Eigen::MatrixXd Z = all_points(state);
  const Eigen::Index pixels = Z.cols() / state.shape.channels;
  CovarianceTerm term;
  for (const auto& metric : metrics) {  // channels x channels
    Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(Z.rows(), Z.cols());
    for (int to = 0; to < state.shape.channels; ++to)
      for (int from = 0; from < state.shape.channels; ++from)
        scaled.middleCols(to * pixels, pixels) += metric(to, from) * Z.middleCols(from * pixels, pixels);
    const CovarianceTerm radial = radial_term(scaled_distances(scaled, state.queries));
    const CovarianceTerm linear = linear_term(scaled, state.queries);
    for (const auto& shape : radial.shapes)
      for (const double weight : linear.weights)
        term.shapes.push_back(shape + weight * linear.shapes.front());
  }
  return {term};
}

}  // namespace

void add_channel_kernels(RankingModels& models) {
  add_gaussian_models(models, "channel-scales", "RBF and linear, each channel stretched by 1 or 3",
                      [](const RankingState& state) {
                        const int channels = state.shape.channels;
                        std::vector<Eigen::MatrixXd> metrics;
                        for (int subset = 0; subset + 1 < 1 << channels; ++subset) {
                          Eigen::MatrixXd metric = Eigen::MatrixXd::Identity(channels, channels);
                          for (int c = 0; c < channels; ++c)
                            if ((subset >> c) % 2 == 1) metric(c, c) = 3;
                          metrics.push_back(metric);
                        }
                        return scaled_channels(state, metrics);
                      });
  add_gaussian_models(
      models, "brightness", "RBF and linear, the channels' mean stretched against their differences",
      [](const RankingState& state) {
        const int channels = state.shape.channels;
        const Eigen::MatrixXd mean = Eigen::MatrixXd::Constant(channels, channels, 1.0 / channels);
        std::vector<Eigen::MatrixXd> metrics;
        for (const double variance : {1.0, 3.0, 10.0})
          metrics.push_back(Eigen::MatrixXd::Identity(channels, channels) + (std::sqrt(variance) - 1) * mean);
        return scaled_channels(state, metrics);
      });
}

}  // namespace bora::tools
