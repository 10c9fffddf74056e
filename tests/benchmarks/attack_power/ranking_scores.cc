#include "ranking_scores.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bora {
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

}  // namespace

double spearman(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const Eigen::VectorXd ra = ranks(a).array() - 0.5 * static_cast<double>(a.size() - 1);
  const Eigen::VectorXd rb = ranks(b).array() - 0.5 * static_cast<double>(b.size() - 1);
  const double norms = ra.norm() * rb.norm();
  return norms > 0 ? ra.dot(rb) / norms : 0;
}

RankingScore score_ranking(const RankingState& state, const Eigen::VectorXd& acquisition) {
  Eigen::Index chosen = 0;
  acquisition.maxCoeff(&chosen);
  const double gain = gains(state)[chosen];
  return {spearman(acquisition, state.candidate_values), gain > 0 ? 1.0 : 0.0, gain};
}

StateScore score_state(const RankingState& state) {
  const Eigen::VectorXd gain = gains(state);
  return {(gain.array() > 0).cast<double>().mean(), gain.mean(), gain.maxCoeff()};
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

}  // namespace bora
