#include "nas/run/training/halving.h"

#include <algorithm>
#include <map>

#include "common/setting_error.h"
#include "nas/run/objectives.h"

namespace bora::nas {
namespace {

double median(std::vector<double> values) {
  const std::size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

int length(const SearchTrial& trial) {
  return static_cast<int>(trial.epochs.size());
}

}  // namespace

Halving::Halving(HalvingOptions options) : options_(std::move(options)) {
  if (options_.factor < 0 || options_.factor == 1)
    throw SettingError("halving", "{} is neither 0 (all are trained to the end) nor 2 or more",
                       options_.factor);
  if (options_.first < 1) throw SettingError("first-rung", "{} is below 1", options_.first);
}

std::vector<int> Halving::rungs(int epochs) const {
  std::vector<int> rungs;
  if (options_.factor == 0) return rungs;
  for (std::int64_t rung = options_.first; rung < epochs; rung *= options_.factor)
    rungs.push_back(static_cast<int>(rung));
  return rungs;
}

double Halving::value(const SearchTrial& trial, int epochs) const {
  return value_after(trial, epochs, options_.estimator, options_.validation);
}

std::function<bool(const std::vector<TrainedEpoch>&)> Halving::rule(const std::vector<SearchTrial>& ended,
                                                                    int epochs) const {
  std::map<int, std::vector<double>> at;  // values of the other trials, by rung
  for (const int rung : rungs(epochs))
    for (const SearchTrial& trial : ended)
      if (trial.failure.empty() && length(trial) >= rung) at[rung].push_back(value(trial, rung));
  if (at.empty()) return {};
  return [*this, at](const std::vector<TrainedEpoch>& done) {
    const auto others = at.find(static_cast<int>(done.size()));
    if (others == at.end()) return false;
    SearchTrial begun;
    begun.epochs = done;
    const double mine = value(begun, others->first);
    const auto compared = std::ssize(others->second) + 1;
    const auto better = std::ranges::count_if(others->second, [&](double other) { return other > mine; });
    // Among fewer than `factor` networks, none is stopped.
    return compared >= options_.factor && better >= std::max<std::ptrdiff_t>(1, compared / options_.factor);
  };
}

double Halving::told_value(const SearchTrial& trial, const std::vector<SearchTrial>& ended) const {
  const int stopped = length(trial);
  const double own = value(trial, stopped);
  if (!trial.stopped) return own;
  std::vector<double> gains;
  for (const SearchTrial& other : ended)
    if (other.failure.empty() && !other.stopped && length(other) > stopped)
      gains.push_back(value(other, length(other)) - value(other, stopped));
  return gains.empty() ? own : own + median(std::move(gains));
}

}  // namespace bora::nas
