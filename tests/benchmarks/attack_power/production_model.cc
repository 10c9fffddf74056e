// The model that attack `bo` works with.
#include "gaussian_model.h"

namespace bora::tools {
namespace {

OutputsPosterior ranked(const RankingState& state, const Eigen::MatrixXd& outputs) {
  const Eigen::RowVectorXd none(0);
  CandidateRanker ranker(static_cast<int>(state.observed.cols()), static_cast<int>(outputs.cols()));
  for (Eigen::Index i = 0; i < outputs.rows(); ++i)
    ranker.append(state.observed.row(i), none, outputs.row(i));
  ranker.fit();
  const auto ranking = ranker.rank(state.candidates, Eigen::MatrixXd(state.candidates.rows(), 0));
  // It gives no covariances; acquisitions that want them take the candidates for independent.
  return {ranking.mean, ranking.variance.asDiagonal(), ranker.covariance()};
}

class ProductionModel final : public RankingModel {
 public:
  ProductionModel()
      : RankingModel("production", "CandidateRanker, the attack's own, of scores; pixels alike, no prior") {}
  Prediction predict(const RankingState& state) const override {
    return composed_prediction(ranked(state, centred_scores(state)), state);
  }
};

}  // namespace

void add_production_model(RankingModels& models) {
  models.push_back(std::make_unique<ProductionModel>());
}

}  // namespace bora::tools
