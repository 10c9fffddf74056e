#include "nas/strategy/coded_search.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace bora::nas {
namespace {

// Returns whether the architectures are listed and are fewer than half of all codes, so that most codes that
// an optimiser asks for would have no architecture.
bool is_sparse(const ArchitectureSpace& space) {
  const auto all = space.all();
  if (!all) return false;
  double codes = 1;
  for (const int level : space.levels()) codes *= level;
  return 2 * static_cast<double>(all->size()) < codes;
}

}  // namespace

MixedSpace CodedSearch::choices(const ArchitectureSpace& space) {
  std::vector<int> levels;
  for (const int level : space.levels())
    if (level > 1) levels.push_back(level);
  return MixedSpace(levels, Eigen::VectorXd(), Eigen::VectorXd());
}

std::vector<int> CodedSearch::code_of(const Eigen::VectorXd& point) const {
  std::vector<int> code;
  Eigen::Index at = 0;
  for (const int level : space().architectures().levels())
    code.push_back(level > 1 ? static_cast<int>(point[at++]) : 0);
  return code;
}

Eigen::VectorXd CodedSearch::point_of(const Architecture& architecture) const {
  const std::vector<int>& levels = space().architectures().levels();
  std::vector<double> point;
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (levels[i] > 1) point.push_back(architecture.code()[i]);
  return Eigen::Map<const Eigen::VectorXd>(point.data(), static_cast<Eigen::Index>(point.size()));
}

bool CodedSearch::taken(const Architecture& architecture, const std::vector<Architecture>& asked) const {
  return known(architecture) || !space().allows(architecture) || std::ranges::count(asked, architecture) > 0;
}

std::optional<Architecture> CodedSearch::nearest(const std::vector<int>& code,
                                                 const std::vector<Architecture>& asked, Rng& rng) const {
  const auto all = space().architectures().all();
  const Architecture* found = nullptr;
  int least = std::numeric_limits<int>::max(), ties = 0;
  for (const Architecture& each : *all) {
    const int away = std::inner_product(code.begin(), code.end(), each.code().begin(), 0, std::plus<>(),
                                        std::not_equal_to<>());
    if (away > least || taken(each, asked)) continue;
    if (away < least) ties = 0;
    least = away;
    if (rng.index(++ties) == 0) found = &each;
  }
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::vector<Architecture> CodedSearch::propose(int q, std::int64_t first, Rng& rng) {
  const bool sparse = is_sparse(space().architectures());
  std::vector<Architecture> asked;
  for (int i = 0; i < q; ++i) {
    std::optional<Architecture> found;
    for (int attempt = 0; attempt < kPatience && !found; ++attempt) {
      const auto trial = inner_->ask().front();
      const std::vector<int> code = code_of(trial.point);
      found = space().architectures().decode(code);
      if (found && !taken(*found, asked)) {
        trials_[first + i] = trial.number;
        break;
      }
      found.reset();
      if (sparse) {
        inner_->abandon(trial.number);
        found = nearest(code, asked, rng);
        break;
      }
      inner_->fail(trial.number);
    }
    asked.push_back(found ? std::move(*found) : fresh(sampled(asked, rng), asked, rng));
    // An architecture that the optimiser did not ask for is registered, so that it is told its value.
    if (!trials_.contains(first + i)) trials_[first + i] = inner_->expect(point_of(asked.back()));
  }
  return asked;
}

void CodedSearch::ended(std::int64_t trial, Outcome outcome) {
  const auto found = trials_.find(trial);
  if (found == trials_.end()) return;
  if (outcome == Outcome::told) {
    inner_->tell(found->second, values().back());
    told_.push_back(values().size() - 1);
  }
  if (outcome == Outcome::failed) inner_->fail(found->second);
  if (outcome == Outcome::abandoned) inner_->abandon(found->second);
  trials_.erase(found);
}

void CodedSearch::revalued() {
  std::vector<double> now;
  for (const std::size_t at : told_) now.push_back(values()[at]);
  inner_->revalue(now);
}

}  // namespace bora::nas
