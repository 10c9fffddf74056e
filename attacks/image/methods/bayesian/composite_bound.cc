#include "attacks/image/methods/bayesian/composite_bound.h"

#include <algorithm>
#include <cmath>

#include "attacks/settings/loss_setting.h"
#include "surrogates/search/ranking.h"

namespace bora::attacks {

void CompositeOptions::read(AttackSettings& settings) {
  read_loss(settings, loss, "what is modelled and raised");
  settings.read("warm-up", warm_up, 2, 1000, "queries before the model chooses");
  settings.read("candidates", candidates, 1, 100000, "proposals of a round");
  settings.read("rounds", rounds, 1, 100, "rounds of proposals, each around the best of the one before");
  settings.read("bases", bases, 1, 1000, "proposals that the next round starts from");
  settings.read("beta", beta, 0, 100,
                "exploration: posterior standard deviations added to the mean in the first 8 queries");
  settings.read("last-beta", last_beta, 0, 100, "value that beta approaches in later queries");
}

namespace {

// Returns whether the loss changes if the same number is added to all scores.
bool needs_normalised(Loss loss) {
  return loss == Loss::cross_entropy;
}

}  // namespace

Eigen::RowVectorXd slope_of(Loss loss, const Goal& goal, const Eigen::RowVectorXd& log_p) {
  const Eigen::RowVectorXd slope = loss_gradient(loss, goal, log_p);
  if (!needs_normalised(loss)) return slope;
  return slope - slope.sum() * log_p.array().exp().matrix();  // through the normalisation
}

Eigen::VectorXd upper_bounds(const CandidateRanker& ranker, const CandidateRanker::Ranking& ranking,
                             Loss loss, const Goal& goal, const Exploration& exploration) {
  constexpr double kConstant = 8;  // number of answers up to which exploration does not fall
  const double beta =
      exploration.last + (exploration.first - exploration.last) * std::min(1.0, kConstant / ranker.size());
  Eigen::VectorXd bounds(ranking.mean.rows());
  OutputRows slopes(ranking.mean.rows(), ranking.mean.cols());
  for (Eigen::Index i = 0; i < bounds.size(); ++i) {
    Eigen::RowVectorXd scores = ranking.mean.row(i);
    if (needs_normalised(loss)) {
      const double largest = scores.maxCoeff();
      scores.array() -= largest + std::log((scores.array() - largest).exp().sum());
    }
    slopes.row(i) = slope_of(loss, goal, scores);
    bounds[i] = loss_value(loss, goal, scores);
  }
  const Eigen::VectorXd of_slopes = ranker.variances(slopes);
  for (Eigen::Index i = 0; i < bounds.size(); ++i)
    bounds[i] += beta * std::sqrt(of_slopes[i] * ranking.variance[i]);
  return bounds;
}

std::vector<Eigen::Index> choose_bases(Eigen::VectorXd& bounds, const Eigen::VectorXd& of_candidates,
                                       int count) {
  Eigen::VectorXd all(bounds.size() + of_candidates.size());
  all << bounds, of_candidates;
  std::vector<Eigen::Index> chosen = largest(all, count);
  bounds = all(chosen);
  return chosen;
}

}  // namespace bora::attacks
