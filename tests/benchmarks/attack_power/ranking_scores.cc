#include "ranking_scores.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "surrogates/search/ranking.h"

namespace bora::tools {
namespace {

Eigen::VectorXd ranks(const Eigen::VectorXd& values) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return values[a] < values[b]; });
  Eigen::VectorXd ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i + 1;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    for (std::size_t k = i; k < end; ++k) ranks[order[k]] = 0.5 * static_cast<double>(i + end - 1);
    i = end;
  }
  return ranks;
}

Eigen::VectorXd gains(const RankingState& state) {
  return (state.candidate_values.array() - state.values.maxCoeff()).max(0);
}

double spearman(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const Eigen::VectorXd ra = ranks(a).array() - 0.5 * static_cast<double>(a.size() - 1);
  const Eigen::VectorXd rb = ranks(b).array() - 0.5 * static_cast<double>(b.size() - 1);
  const double norms = ra.norm() * rb.norm();
  return norms > 0 ? ra.dot(rb) / norms : 0;
}

}  // namespace

Eigen::VectorXd first_of_subset(Eigen::Index m, int among) {
  Eigen::VectorXd p(m);
  double left = 1;  // that none of the ranks before is among them
  for (Eigen::Index r = 0; r < m; ++r) {
    // Given that, all of them are among the m - r that remain.
    const double first = std::min(1.0, static_cast<double>(among) / static_cast<double>(m - r));
    p[r] = left * first;
    left *= 1 - first;
  }
  return p;
}

RankingScore score_ranking(const RankingState& state, const Eigen::VectorXd& acquisition, int among) {
  const Eigen::VectorXd gain = gains(state);
  const Eigen::VectorXd p = first_of_subset(gain.size(), among);
  const auto order = largest(acquisition, acquisition.size());
  RankingScore score{spearman(acquisition, state.candidate_values), 0, 0};
  for (std::size_t r = 0; r < order.size(); ++r) {
    score.improves += gain[order[r]] > 0 ? p[static_cast<Eigen::Index>(r)] : 0;
    score.gain += gain[order[r]] * p[static_cast<Eigen::Index>(r)];
  }
  return score;
}

StateScore score_state(const RankingState& state, int among) {
  const Eigen::VectorXd gain = gains(state);
  return {(gain.array() > 0).cast<double>().mean(), gain.mean(),
          score_ranking(state, state.candidate_values, among).gain};
}

Estimate estimate(const std::vector<double>& values, const std::vector<int>& inputs) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  std::map<int, double> deviations;  // summed, by image
  for (std::size_t i = 0; i < values.size(); ++i) deviations[inputs[i]] += values[i] - mean;
  double squares = 0;
  for (const auto& [input, deviation] : deviations) squares += deviation * deviation;
  const auto clusters = static_cast<double>(deviations.size());
  return {mean, clusters > 1 ? std::sqrt(squares * clusters / (clusters - 1)) / n : 0};
}

}  // namespace bora::tools
