// Kernels of the perturbation at several resolutions.
#include "gaussian_model.h"

namespace bora::tools {
namespace {

// Z averaged over squares of `side`, channel by channel; the last may be smaller.
Eigen::MatrixXd pooled(const Eigen::MatrixXd& Z, const ImageShape& shape, int side) {
  const int height = (shape.height + side - 1) / side;
  const int width = (shape.width + side - 1) / side;
  Eigen::MatrixXd small = Eigen::MatrixXd::Zero(Z.rows(), shape.channels * height * width);
  Eigen::RowVectorXd counts = Eigen::RowVectorXd::Zero(small.cols());
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x) {
        const int to = (c * height + y / side) * width + x / side;
        small.col(to) += Z.col((c * shape.height + y) * shape.width + x);
        counts[to] += 1;
      }
  return small * counts.cwiseInverse().asDiagonal();
}

constexpr int kSides[] = {1, 2, 4, 8};

}  // namespace

void add_pyramid_kernels(RankingModels& models) {
  add_gaussian_models(models, "pyramid",
                      "RBFs of the perturbation averaged over 1, 2, 4, 8 pixels, and linear",
                      [](const RankingState& state) {
                        const Eigen::MatrixXd Z = all_points(state);
                        CovarianceTerm sum;
                        for (const int side : kSides) {
                          const CovarianceTerm one =
                              radial_term(scaled_distances(pooled(Z, state.shape, side), state.queries));
                          sum.shapes.resize(one.shapes.size(), Eigen::MatrixXd::Zero(Z.rows(), Z.rows()));
                          for (std::size_t i = 0; i < one.shapes.size(); ++i)
                            sum.shapes[i] += one.shapes[i] / 4;
                        }
                        return std::vector{sum, linear_term(Z, state.queries)};
                      });
  add_gaussian_models(models, "linear-pyramid",
                      "RBF, and linear in the perturbation averaged over 1, 2, 4, 8 pixels, each weighed",
                      [](const RankingState& state) {
                        const Eigen::MatrixXd Z = all_points(state);
                        std::vector<CovarianceTerm> terms = {radial_term(scaled_distances(Z, state.queries))};
                        for (const int side : kSides) {
                          terms.push_back(linear_term(pooled(Z, state.shape, side), state.queries));
                          terms.back().weights = {0, 0.3};
                        }
                        return terms;
                      });
}

}  // namespace bora::tools
