#include "surrogates/baselines/one_hot_search.h"

#include <numeric>
#include <utility>

namespace bora::surrogates {
namespace {

Eigen::Index code_size(const MixedSpace& space) {
  return std::accumulate(space.levels().begin(), space.levels().end(), 0) + space.numbers();
}

// Returns the point of the box whose coordinates all have the given value.
Eigen::VectorXd all(const MixedSpace& space, double value) {
  return Eigen::VectorXd::Constant(code_size(space), value);
}

}  // namespace

OneHotSearch::OneHotSearch(MixedSpace space, BoxOptimiserOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed),
      search_(std::make_unique<BoxOptimiser>(all(this->space(), 0), all(this->space(), 1), std::move(options),
                                             seed)),
      at_corners_(true) {}

OneHotSearch::OneHotSearch(MixedSpace space, TurboOptions options, std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed),
      search_(std::make_unique<Turbo>(static_cast<int>(code_size(this->space())), options, seed)),
      at_corners_(false) {}

OneHotSearch::OneHotSearch(MixedSpace space, std::unique_ptr<MixedOptimiser> search, bool at_corners,
                           std::uint64_t seed)
    : MixedOptimiser(std::move(space), seed), search_(std::move(search)), at_corners_(at_corners) {}

Eigen::VectorXd OneHotSearch::decoded(const Eigen::VectorXd& code) const {
  Eigen::VectorXd unit(space().dimension());
  Eigen::Index start = 0;
  for (int i = 0; i < space().categories(); ++i) {
    const int levels = space().levels()[static_cast<std::size_t>(i)];
    Eigen::Index largest = 0;
    code.segment(start, levels).maxCoeff(&largest);
    unit[i] = static_cast<double>(largest);
    start += levels;
  }
  for (int j = 0; j < space().numbers(); ++j)
    unit[space().categories() + j] = space().even_unit(j, code[start + j]);
  return space().from_unit(unit);
}

std::vector<Eigen::VectorXd> OneHotSearch::propose(int q, std::int64_t first, Rng& rng) {
  std::vector<Eigen::VectorXd> points;
  for (const auto& [trial, point] : waiting())  // registered by expect()
    if (!inner_.contains(trial)) inner_[trial] = search_->expect(space().to_one_hot(point));
  for (const auto& trial : search_->ask(q)) {
    const Eigen::VectorXd wanted = decoded(trial.point);
    std::int64_t& inner = inner_[first + static_cast<std::int64_t>(points.size())] = trial.number;
    points.push_back(fresh(wanted, points, rng));
    if (points.back() == wanted) continue;
    at_corners_ ? search_->abandon(inner) : search_->fail(inner);
    inner = search_->expect(space().to_one_hot(points.back()));
  }
  return points;
}

void OneHotSearch::ended(std::int64_t trial, Outcome outcome) {
  if (const auto found = inner_.find(trial); found != inner_.end()) {
    const std::int64_t inner = found->second;
    inner_.erase(found);
    if (!at_corners_ && outcome == Outcome::told) return search_->tell(inner, values().back());
    if (!at_corners_ && outcome == Outcome::failed) return search_->fail(inner);
    search_->abandon(inner);
  }
  if (outcome == Outcome::told) search_->observe(space().to_one_hot(points().back()), values().back());
  if (outcome == Outcome::failed) search_->fail(search_->expect(space().to_one_hot(failures().back())));
}

}  // namespace bora::surrogates
