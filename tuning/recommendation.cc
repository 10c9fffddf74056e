#include "tuning/recommendation.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "surrogates/search/mixed/lower_tail_of.h"
#include "surrogates/search/noisy_values.h"
#include "tuning/trials/repeats.h"

namespace bora::tuning {

std::array<std::string, 3> texts(const RecommendedPoint::Expected& expected) {
  constexpr double kLargest = 1e9;
  const double width = expected.upper - expected.lower;
  const bool fixed = std::isfinite(width) && width > 1 / kLargest && std::abs(expected.mean) < kLargest;
  const int decimals = fixed ? std::max(0, 2 - static_cast<int>(std::floor(std::log10(width)))) : 0;
  const auto text = [&](double value) {
    return fixed ? fmt::format("{:.{}f}", value, decimals) : fmt::format("{:.6g}", value);
  };
  return {text(expected.mean), text(expected.lower), text(expected.upper)};
}

namespace {

// Returns RecommendedPoint::excess for each of the trials at `points`, 0 where a constraint has no noise.
std::vector<double> excesses(const Tuning& tuning, const std::vector<std::int64_t>& trials,
                             const std::vector<Eigen::VectorXd>& points) {
  std::vector<double> most(trials.size(), 0);
  for (std::size_t k = 0; k < tuning.bounds().size(); ++k) {
    const std::size_t column = tuning.objectives().size() + k;
    Eigen::VectorXd values(static_cast<Eigen::Index>(trials.size()));
    for (Eigen::Index i = 0; i < values.size(); ++i)
      values[i] = tuning.trials().at(trials[static_cast<std::size_t>(i)]).values[column];
    const auto found =
        expected_values(tuning.space().space(), points, values, measured_noise(tuning, column));
    if (!found) continue;
    for (Eigen::Index i = 0; i < found->mean.size(); ++i) {
      double& excess = most[static_cast<std::size_t>(found->points[static_cast<std::size_t>(i)])];
      excess = std::max(excess, -tuning.bounds()[k].slack(found->mean[i]) / found->noise[i]);
    }
  }
  return most;
}

}  // namespace

std::optional<RecommendedPoint> recommend(const Tuning& tuning) {
  if (tuning.objectives().size() > 1 || !tuning.best()) return std::nullopt;
  std::vector<std::int64_t> trials;
  std::vector<Eigen::VectorXd> points;
  std::vector<double> values;
  std::vector<bool> meets;  // whether each trial meets all constraints
  const double sign = tuning.maximise() ? 1 : -1;
  for (const auto& [number, row] : tuning.trials()) {
    if (!row.told || row.values.empty()) continue;
    trials.push_back(number);
    points.push_back(tuning.point(number));
    values.push_back(sign * row.values.front());
    meets.push_back(tuning.feasible(row));
  }
  const MixedSpace& space = tuning.space().space();
  const Eigen::VectorXd larger =
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  const Eigen::VectorXd lowered = with_lowered_infeasible(larger, meets, LowerTail::kFewest);
  // The first trials are spread over the space; rows of a warm start may not be.
  const Eigen::VectorXd raised =
      lower_tail_of(space, points, lowered, LowerTail::kFewest, tuning.trials().begin()->first <= 0)
          .apply(lowered);
  std::set<std::int64_t> diverged;
  for (std::size_t i = 0; i < trials.size(); ++i)
    if (const auto at = static_cast<Eigen::Index>(i); raised[at] != larger[at]) diverged.insert(trials[i]);
  const auto found = expected_values(space, points, sign * raised, measured_noise(tuning, 0, diverged));
  if (!found) return std::nullopt;
  const auto trial_at = [&](Eigen::Index i) {
    return trials[static_cast<std::size_t>(found->points[static_cast<std::size_t>(i)])];
  };
  const auto at = [&](Eigen::Index i) {
    return RecommendedPoint::Expected{found->mean[i], found->lower[i], found->upper[i]};
  };
  const std::vector<double> excess = excesses(tuning, trials, points);
  const auto excess_at = [&](Eigen::Index i) {
    return excess[static_cast<std::size_t>(found->points[static_cast<std::size_t>(i)])];
  };
  std::optional<Eigen::Index> best;
  const auto better = [&](Eigen::Index i) {
    if (!best || excess_at(i) != excess_at(*best)) return !best || excess_at(i) < excess_at(*best);
    return sign * found->mean[i] > sign * found->mean[*best];
  };
  for (Eigen::Index i = 0; i < found->mean.size(); ++i)
    if (tuning.feasible(tuning.trials().at(trial_at(i))) && better(i)) best = i;
  if (!best) return std::nullopt;
  const Eigen::Index chosen = *best;
  RecommendedPoint out{trial_at(chosen), at(chosen), std::nullopt, found->noise[chosen], excess_at(chosen)};
  for (Eigen::Index i = 0; i < found->mean.size(); ++i)
    if (trial_at(i) == tuning.best()) out.of_best = at(i);
  return out;
}

}  // namespace bora::tuning
