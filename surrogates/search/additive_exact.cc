// The exact mode of AdditiveModel: fits and candidates as described in Ru 2021, section 6.4.3.
#include <algorithm>
#include <utility>
#include <vector>

#include "surrogates/search/additive_model.h"
#include "surrogates/search/ranking.h"

namespace bora::surrogates {

std::optional<AdditiveFit> AdditiveModel::fit_exactly(const Partition& partition, const TrainingData& data,
                                                      const AdditiveHyperparameters* last) const {
  constexpr int kEvaluations = 60;
  const auto common = fit_common(partition, data, true);
  std::vector<AdditiveHyperparameters> starts{common ? common->hyperparameters : common_start()};
  starts.back().noise_variance = options_.noise;
  if (last != nullptr && last->lengthscales.size() > 0) starts.push_back(*last);
  std::optional<AdditiveFit> best;
  for (const auto& start : starts) {
    auto fit =
        fit_groups(posterior_.family(), partition, data.points, data.y, start, group_search(kEvaluations));
    if (fit && (!best || fit->log_posterior > best->log_posterior)) best = std::move(fit);
  }
  return best;
}

Eigen::MatrixXd AdditiveModel::exact_starts(const Acquisition& acquisition, Rng& rng) const {
  // Number of right-hand sides, groups x candidates, that are solved at once, which bounds a temporary
  // matrix.
  constexpr int kBlock = 512;
  const int groups = partition_.groups();
  // The paper draws half as many candidates for each group as GP-BO draws for all coordinates.
  const Eigen::Index fresh = std::max(1, options_.candidates / 2);
  Eigen::MatrixXd pool(dimension_, fresh + posterior_.targets());
  for (Eigen::Index i = 0; i < dimension_ * fresh; ++i) pool.data()[i] = rng.uniform();
  pool.rightCols(posterior_.targets()) = posterior_.points().leftCols(posterior_.targets());
  Eigen::MatrixXd values(groups, pool.cols());
  const Eigen::Index block = std::max(1, kBlock / groups);
  AdditivePosterior::Marginal marginal;
  for (Eigen::Index first = 0; first < pool.cols(); first += block) {
    const Eigen::Index m = std::min(block, pool.cols() - first);
    posterior_.marginal(pool.middleCols(first, m), false, marginal);
    const Eigen::Map<const Eigen::VectorXd> mean(marginal.mean.data(), groups * m);
    const Eigen::Map<const Eigen::VectorXd> variance(marginal.variance.data(), groups * m);
    values.middleCols(first, m) =
        Eigen::Map<const Eigen::MatrixXd>(acquisition.evaluate(mean, variance).value.data(), groups, m);
  }
  Eigen::MatrixXd best(dimension_, std::min<Eigen::Index>(std::max(1, options_.polished), pool.cols()));
  for (int j = 0; j < groups; ++j) {
    const auto order = largest(values.row(j).transpose().eval(), best.cols());
    for (int i = partition_.start(j); i < partition_.start(j + 1); ++i)
      for (Eigen::Index k = 0; k < best.cols(); ++k)
        best(partition_.order[i], k) = pool(partition_.order[i], order[k]);
  }
  return best;
}

}  // namespace bora::surrogates
