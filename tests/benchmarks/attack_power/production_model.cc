// The model that attack `bo` works with.
#include "ranking_model.h"

namespace bora {
namespace {

class ProductionModel final : public RankingModel {
 public:
  ProductionModel() : RankingModel("production", "CandidateRanker, as the attack uses it") {}

  Prediction predict(const RankingState& state) const override {
    const Eigen::RowVectorXd none(0);
    CandidateRanker ranker(static_cast<int>(state.observed.cols()), 1, 0);
    for (Eigen::Index i = 0; i < state.observed.rows(); ++i)
      ranker.append(state.observed.row(i), none, state.values.segment<1>(i));
    ranker.fit();
    const auto [mean, variance] = ranker.rank(state.candidates, Eigen::MatrixXd(state.candidates.rows(), 0));
    // It gives no covariances; acquisitions that want them take the candidates for independent.
    return {mean.col(0), (ranker.covariance()(0, 0) * variance).asDiagonal(), state.values.maxCoeff()};
  }
};

}  // namespace

void add_production_model(RankingModels& models) {
  models.push_back(std::make_unique<ProductionModel>());
}

}  // namespace bora
