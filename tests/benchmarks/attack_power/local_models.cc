// Models that trust what was observed near the incumbent, in time or in distance, more than the rest.
#include "gaussian_model.h"

namespace bora::tools {
namespace {

// The last observations alone, and the incumbent.
class WindowModel final : public RankingModel {
 public:
  explicit WindowModel(int last)
      : RankingModel("last-" + std::to_string(last), "rbf+linear of the last answers and the incumbent's"),
        last_(last) {}
  Prediction predict(const RankingState& state) const override {
    std::vector<Eigen::Index> rows;
    for (Eigen::Index i = 0; i < state.queries; ++i)
      if (i == state.incumbent() || i >= state.queries - last_) rows.push_back(i);
    RankingState recent = state;
    recent.queries = static_cast<int>(rows.size());
    recent.observed = state.observed(rows, Eigen::all);
    recent.values = state.values(rows);
    return objective_prediction(radial_and_linear(all_points(recent), recent.queries), recent.values);
  }

 private:
  int last_;
};

// A trust region without an edge: the noise of an observation grows with its distance from the incumbent.
class FadingModel final : public RankingModel {
 public:
  FadingModel() : RankingModel("fading", "rbf+linear, noise growing with the distance from the incumbent") {}
  Prediction predict(const RankingState& state) const override {
    const Eigen::MatrixXd q = scaled_distances(all_points(state), state.queries);
    GaussianOptions options;
    options.noise_factors = 1 + 10 * q.col(state.incumbent()).head(state.queries).array().square();
    return objective_prediction(radial_and_linear(all_points(state), state.queries), state.values, options);
  }
};

}  // namespace

void add_local_models(RankingModels& models) {
  models.push_back(std::make_unique<WindowModel>(20));
  models.push_back(std::make_unique<WindowModel>(40));
  models.push_back(std::make_unique<FadingModel>());
}

}  // namespace bora::tools
