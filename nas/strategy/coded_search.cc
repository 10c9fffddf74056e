#include "nas/strategy/coded_search.h"

#include <algorithm>

namespace bora::nas {

MixedSpace CodedSearch::choices(const ArchitectureSpace& space) {
  std::vector<int> levels;
  for (const int level : space.levels())
    if (level > 1) levels.push_back(level);
  return MixedSpace(levels, Eigen::VectorXd(), Eigen::VectorXd());
}

std::vector<Architecture> CodedSearch::propose(int q, std::int64_t first, Rng& rng) {
  std::vector<Architecture> asked;
  for (int i = 0; i < q; ++i) {
    std::optional<Architecture> found;
    for (int attempt = 0; attempt < kPatience && !found; ++attempt) {
      const auto trial = inner_->ask().front();
      std::vector<int> code;
      Eigen::Index at = 0;
      for (const int level : space().architectures().levels())
        code.push_back(level > 1 ? static_cast<int>(trial.point[at++]) : 0);
      found = space().architectures().decode(code);
      const bool again =
          found && (known(*found) || !space().allows(*found) || std::ranges::count(asked, *found) > 0);
      if (!found || again) {
        inner_->fail(trial.number);
        found.reset();
      } else {
        trials_[first + i] = trial.number;
      }
    }
    asked.push_back(found ? std::move(*found) : fresh(sampled(asked, rng), asked, rng));
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
