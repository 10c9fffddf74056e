#include "attacks/semantic/methods/grid.h"

#include <algorithm>
#include <set>
#include <string>

#include "common/random.h"

namespace bora::attacks {
namespace {

std::vector<double> levels_of(const ChangeBound& bound, int count) {
  const double identity = all_changes()[static_cast<std::size_t>(bound.change)].identity;
  if (count == 1) return {identity};
  if (count == 2) return {identity, bound.high - identity >= identity - bound.low ? bound.high : bound.low};
  std::vector<double> levels;
  for (int k = 0; k < count; ++k) levels.push_back(bound.low + (bound.high - bound.low) * k / (count - 1));
  return levels;
}

}  // namespace

void SemanticGridOptions::read(AttackSettings& settings) {
  settings.read("mild-first", mild_first, "the mildest combinations first, instead of in random order");
}

SemanticGrid::SemanticGrid(const SemanticProblem& problem, SemanticGridOptions options) {
  const SemanticSpace& space = *problem.space;
  const auto& bounds = space.rules().bounds;
  std::vector<int> counts(bounds.size(), 1);
  // The combination without any change costs no query. All combinations are held in memory.
  constexpr double kMostCombinations = 1e6;
  const double most = std::min(problem.budget + 1.0, kMostCombinations);
  double total = 1;
  for (bool grew = true; grew;) {
    grew = false;
    for (int& count : counts) {
      if (total / count * (count + 1) > most) continue;
      total = total / count * (count + 1);
      ++count;
      grew = true;
    }
  }
  std::set<std::string> keys{space.space().key(space.identity())};
  std::vector<int> at(bounds.size(), 0);
  for (bool more = true; more;) {
    Eigen::VectorXd point = space.identity();
    for (std::size_t i = 0; i < bounds.size(); ++i)
      point[space.place(static_cast<int>(i))] =
          levels_of(bounds[i], counts[i])[static_cast<std::size_t>(at[i])];
    point = space.space().settled(std::move(point));
    if (keys.insert(space.space().key(point)).second) left_.push_back(std::move(point));
    more = false;
    for (std::size_t i = 0; i < at.size() && !more; ++i) {
      more = ++at[i] < counts[i];
      if (!more) at[i] = 0;
    }
  }
  Rng rng(problem.seed);
  rng.shuffle(left_);
  if (options.mild_first)
    std::ranges::stable_sort(left_, std::ranges::greater{},
                             [&](const Eigen::VectorXd& point) { return space.severity(point); });
}

std::optional<Transformed> SemanticGrid::ask() {
  if (left_.empty()) return std::nullopt;
  Eigen::VectorXd point = std::move(left_.back());
  left_.pop_back();
  return Transformed{std::move(point), {}};
}

}  // namespace bora::attacks
