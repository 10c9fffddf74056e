#include "surrogates/search/mixed/trust_region_optimiser.h"

#include <cmath>
#include <utility>

namespace bora::surrogates {

TrustRegionOptimiser::TrustRegionOptimiser(MixedSpace space, std::uint64_t seed,
                                           const TrustRegionOptions& options, double least_gain)
    : MixedOptimiser(std::move(space), seed),
      options_(options),
      region_(options, this->space().categories()),
      least_gain_(least_gain) {}

void TrustRegionOptimiser::open_region(int to_draw) {
  region_ = TrustRegion(options_, space().categories());
  ++opened_;
  local_.clear();
  to_draw_ = to_draw;
}

bool TrustRegionOptimiser::draws_next() {
  const bool draws = to_draw_ > 0 || local_.size() < 2;
  if (draws) --to_draw_;
  return draws;
}

Eigen::MatrixXd TrustRegionOptimiser::local_units() const {
  std::vector<Eigen::VectorXd> local;
  for (const std::size_t at : local_) local.push_back(points()[at]);
  return space().to_units(local);
}

Eigen::VectorXd TrustRegionOptimiser::local_values() const {
  return Eigen::Map<const Eigen::VectorXd>(values().data(), observations())(local_);
}

void TrustRegionOptimiser::ended(std::int64_t trial, Outcome outcome) {
  const auto found = asked_.extract(trial);
  const auto [region, chosen] = found ? found.mapped() : Asked{opened_, false};
  if (region != opened_) return;
  if (outcome != Outcome::told) {
    if (found && !chosen && outcome == Outcome::abandoned) ++to_draw_;  // another point is drawn
    if (chosen && outcome == Outcome::failed) region_.tell(false);      // a failure is a step without gain
    return;
  }
  if (trial == 0 && to_draw_ > 0) --to_draw_;  // an observation replaces a point to be drawn
  const double value = values().back();
  if (chosen) region_.tell(value > values()[best_] + least_gain_ * std::abs(values()[best_]));
  if (local_.empty() || value > values()[best_]) best_ = values().size() - 1;
  local_.push_back(values().size() - 1);
}

}  // namespace bora::surrogates
