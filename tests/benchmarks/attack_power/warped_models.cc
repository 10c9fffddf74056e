// Models of a monotone function of the objective.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "gaussian_model.h"
#include "surrogates/gp/standardisation.h"

namespace bora::tools {
namespace {

using Warp = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

Eigen::VectorXd ranks(const Eigen::VectorXd& y) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(y.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) { return y[a] < y[b]; });
  Eigen::VectorXd ranks(y.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<double>(i);
  return ranks;
}

// Spreads the good values and draws the poor ones together: -log of the distance to just above the best.
Eigen::VectorXd logarithm(const Eigen::VectorXd& y) {
  const double margin = std::max(Standardisation::of(y).deviation, 1e-9);
  return -((y.maxCoeff() + margin - y.array()).log());
}

// Everything below the median counts as the median.
Eigen::VectorXd clipped(const Eigen::VectorXd& y) {
  std::vector<double> sorted(y.begin(), y.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return y.cwiseMax(*middle);
}

class WarpedModel final : public RankingModel {
 public:
  WarpedModel(std::string name, std::string text, Warp warp)
      : RankingModel(std::move(name), std::move(text)), warp_(std::move(warp)) {}
  Prediction predict(const RankingState& state) const override {
    return objective_prediction(radial_and_linear(all_points(state), state.queries), warp_(state.values));
  }

 private:
  Warp warp_;
};

}  // namespace

void add_warped_models(RankingModels& models) {
  const auto add = [&](const std::string& name, const std::string& text, const Warp& warp) {
    models.push_back(std::make_unique<WarpedModel>(name, "rbf+linear of " + text, warp));
  };
  add("ranks", "the objective's ranks", ranks);
  add("log", "-log(best + deviation - objective)", logarithm);
  add("clipped", "the objective, poor values raised to the median", clipped);
}

}  // namespace bora::tools
