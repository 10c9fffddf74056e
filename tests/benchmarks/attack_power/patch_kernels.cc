// Additive kernels: a sum of functions of one square patch of the image each.
#include <fmt/format.h>

#include "gaussian_model.h"

namespace bora::tools {
namespace {

// Features of each group: the pixels of a patch of `side`, of all channels or of one.
std::vector<std::vector<Eigen::Index>> patches(const ImageShape& shape, int side, bool per_channel) {
  std::vector<std::vector<Eigen::Index>> groups;
  for (int top = 0; top < shape.height; top += side)
    for (int left = 0; left < shape.width; left += side) {
      if (!per_channel) groups.emplace_back();
      for (int c = 0; c < shape.channels; ++c) {
        if (per_channel) groups.emplace_back();
        for (int y = top; y < std::min(top + side, shape.height); ++y)
          for (int x = left; x < std::min(left + side, shape.width); ++x)
            groups.back().push_back((c * shape.height + y) * shape.width + x);
      }
    }
  return groups;
}

CovarianceTerm additive_term(const Eigen::MatrixXd& Z, Eigen::Index n,
                             const std::vector<std::vector<Eigen::Index>>& groups) {
  CovarianceTerm sum;
  for (const auto& group : groups) {
    const CovarianceTerm one = radial_term(scaled_distances(Z(Eigen::all, group), n));
    if (sum.shapes.empty()) sum.shapes.assign(one.shapes.size(), Eigen::MatrixXd::Zero(Z.rows(), Z.rows()));
    for (std::size_t i = 0; i < one.shapes.size(); ++i)
      sum.shapes[i] += one.shapes[i] / static_cast<double>(groups.size());
  }
  return sum;
}

}  // namespace

void add_patch_kernels(RankingModels& models) {
  for (const int side : {4, 8, 16})
    for (const bool per_channel : {false, true})
      add_gaussian_models(models, fmt::format("patches-{}{}", side, per_channel ? "-channels" : ""),
                          fmt::format("sum of RBFs over patches of {0} x {0}{1}, and linear", side,
                                      per_channel ? ", each channel its own" : ""),
                          [=](const RankingState& state) {
                            const Eigen::MatrixXd Z = all_points(state);
                            return std::vector{
                                additive_term(Z, state.queries, patches(state.shape, side, per_channel)),
                                linear_term(Z, state.queries)};
                          });
}

}  // namespace bora::tools
