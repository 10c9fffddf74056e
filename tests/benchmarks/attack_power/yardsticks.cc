// Reference models: one has no knowledge, the other has more than an attack can have.
#include "common/error.h"
#include "ranking_model.h"

namespace bora::tools {
namespace {

class RandomModel final : public RankingModel {
 public:
  RandomModel() : RankingModel("random", "the candidates in the order they were drawn") {}
  Prediction predict(const RankingState& state) const override {
    const auto m = state.candidates.rows();
    return {Eigen::VectorXd::LinSpaced(m, 1, 0), Eigen::MatrixXd::Identity(m, m) * 1e-12, 0};
  }
};

// The best that a model can do which is linear around the incumbent.
class GradientModel final : public RankingModel {
 public:
  GradientModel() : RankingModel("white-box-gradient", "linear, with the victim's own gradient") {}
  Prediction predict(const RankingState& state) const override {
    const auto m = state.candidates.rows();
    const double best = state.values.maxCoeff();
    if (state.gradient.size() == 0)
      throw InputError("--models white-box-gradient: the victim of these states gave no gradients");
    const Eigen::MatrixXf steps = state.candidates.rowwise() - state.observed.row(state.incumbent());
    const Eigen::VectorXd rise = (steps * state.gradient.transpose()).cast<double>();
    return {rise.array() + best, Eigen::MatrixXd::Identity(m, m) * 1e-12, best};
  }
};

}  // namespace

void add_yardsticks(RankingModels& models) {
  models.push_back(std::make_unique<RandomModel>());
  models.push_back(std::make_unique<GradientModel>());
}

}  // namespace bora::tools
