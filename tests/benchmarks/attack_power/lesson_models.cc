// Models that know what attacks on other images of the same victim have taught.
#include <algorithm>

#include "gaussian_model.h"

namespace bora::tools {
namespace {

// A linear kernel on products with directions that may matter: k of them, d x k. The evidence may switch it
// off.
CovarianceTerm direction_term(const Eigen::MatrixXd& Z, Eigen::Index n, const Eigen::MatrixXd& directions) {
  CovarianceTerm term = linear_term(Z * directions, n);
  term.weights = RankerGrid().features;
  return term;
}

std::vector<CovarianceTerm> with_directions(const RankingState& state, const Eigen::MatrixXd& directions) {
  const Eigen::MatrixXd Z = all_points(state);
  auto terms = radial_and_linear(Z, state.queries);
  if (directions.cols() > 0) terms.push_back(direction_term(Z, state.queries, directions));
  return terms;
}

Eigen::MatrixXd mean_weights(const RankingState& state) {
  if (state.lessons.empty()) return Eigen::MatrixXd(state.observed.cols(), 0);
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(state.observed.cols(), state.log_p.cols());
  for (const auto* weights : state.lessons) mean += *weights;
  return mean / mean.norm();
}

// Towards the goal, d x (number of lessons): from the label's class to the target's; untargeted, away from
// the label's.
Eigen::MatrixXd goal_directions(const RankingState& state) {
  Eigen::MatrixXd directions(state.observed.cols(), static_cast<Eigen::Index>(state.lessons.size()));
  for (Eigen::Index i = 0; i < directions.cols(); ++i) {
    const Eigen::MatrixXd& weights = *state.lessons[static_cast<std::size_t>(i)];
    directions.col(i) = -weights.col(state.goal.label);
    if (state.goal.target) directions.col(i) += weights.col(*state.goal.target);
  }
  return directions;
}

// Model of the scores. Their prior mean is linear: the lessons' mean weights, times the factor of highest
// evidence.
class PriorMeanModel final : public RankingModel {
 public:
  PriorMeanModel()
      : RankingModel("lessons-mean of scores", "rbf+linear of scores about the lessons' mean weights") {}
  Prediction predict(const RankingState& state) const override {
    const Eigen::MatrixXd Z = all_points(state);
    const auto n = static_cast<Eigen::Index>(state.queries);
    const auto terms = radial_and_linear(Z, n);
    const Eigen::MatrixXd scores = centred_scores(state);
    if (state.lessons.empty()) return composed_prediction(gaussian_posterior(terms, scores), state);
    Eigen::MatrixXd slope = Z * mean_weights(state);
    slope.rowwise() -= slope.topRows(n).colwise().mean().eval();
    // As large, all in all, as what was observed.
    slope *= (scores.rowwise() - scores.colwise().mean()).norm() / std::max(slope.topRows(n).norm(), 1e-12);
    OutputsPosterior best;
    for (const double factor : {0.0, 0.3, 0.6, 1.0, 1.5}) {
      OutputsPosterior posterior = gaussian_posterior(terms, scores - factor * slope.topRows(n));
      posterior.mean += factor * slope.bottomRows(Z.rows() - n);
      if (factor == 0 || posterior.log_evidence > best.log_evidence) best = std::move(posterior);
    }
    return composed_prediction(best, state);
  }
};

}  // namespace

void add_lesson_models(RankingModels& models) {
  add_gaussian_models(models, "lessons-classes",
                      "rbf+linear, and linear in the lessons' mean weights of each class",
                      [](const RankingState& state) { return with_directions(state, mean_weights(state)); });
  add_gaussian_models(
      models, "lessons-goal", "rbf+linear, and linear in each lesson's direction to the goal",
      [](const RankingState& state) { return with_directions(state, goal_directions(state)); });
  models.push_back(std::make_unique<PriorMeanModel>());
}

}  // namespace bora::tools
