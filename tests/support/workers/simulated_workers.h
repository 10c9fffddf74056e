// Simulation of parallel workers: the order of asks and values of an optimiser if evaluations took time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "common/error.h"
#include "support/workers/work_time.h"
#include "surrogates/search/optimiser.h"

namespace bora::surrogates {

struct SimulatedWorkersOptions {
  int workers = 4;           ///< >= 1
  int evaluations = 100;     ///< total number, `first` included, >= 1
  bool asynchronous = true;  ///< false: all workers wait for the slowest one, then begin together
  /// Number of sequential evaluations (an initial design) before the clock starts, >= 0.
  int first = 0;
  std::uint64_t seed = 0;  ///< seed of the evaluation times alone
  void check() const {     ///< throws InputError naming the field
    if (workers < 1) throw InputError("workers: {} is below 1", workers);
    if (evaluations < 1) throw InputError("evaluations: {} is below 1", evaluations);
    if (first < 0) throw InputError("first: {} is below 0", first);
  }
};

/// Record of one evaluation.
struct WorkRecord {
  std::int64_t trial = 0;
  int worker = 0;                 ///< from 0
  double started = 0, ended = 0;  ///< in the unit of TimeOfWork
  double value = 0;
  double best = 0;  ///< largest value of this and all earlier records
};

/// Function that returns the duration of an evaluation, finite, >= 0. rng: generator that is seeded by the
/// trial's number, so that trial n takes the same time in every simulation (if the duration does not depend
/// on the point).
template <typename Point>
using TimeOfWork = std::function<double(const Point& point, Rng& rng)>;

/// Returns a duration with distribution `of`, which does not depend on the point.
template <typename Point>
TimeOfWork<Point> time_of_work(WorkTime of) {
  return [of](const Point& /*point*/, Rng& rng) { return draw_time(of, rng); };
}

/// Simulates workers that evaluate what the optimiser asks for. When evaluations end, their values are told
/// first; then every free worker, in order, gets a new point. objective: returns a value; if it is not
/// finite, the evaluation counts as failed. Returns one record for each evaluation in the order in which they
/// ended (ties: by worker). Deterministic. Throws InputError for invalid options and for durations that are
/// negative or not finite, and what the optimiser throws.
template <typename Point>
std::vector<WorkRecord> simulate_workers(Optimiser<Point>& optimiser,
                                         const std::function<double(const Point&)>& objective,
                                         const TimeOfWork<Point>& time,
                                         const SimulatedWorkersOptions& options) {
  options.check();
  std::vector<WorkRecord> records, busy;
  int asked = 0;
  const auto begin = [&](const Trial<Point>& trial, int worker, double now, bool takes_time) {
    Rng rng(mix_seed(options.seed, static_cast<std::uint64_t>(trial.number)));
    const double takes = takes_time ? time(trial.point, rng) : 0;
    if (!(takes >= 0) || !std::isfinite(takes))
      throw InputError("time: trial {} takes {}, expected a finite number >= 0", trial.number, takes);
    ++asked;
    return WorkRecord{trial.number, worker, now, now + takes, objective(trial.point), 0};
  };
  const auto end = [&](WorkRecord record) {
    const bool valued = std::isfinite(record.value);
    valued ? optimiser.tell(record.trial, record.value) : optimiser.fail(record.trial);
    record.best = records.empty() ? -std::numeric_limits<double>::infinity() : records.back().best;
    if (valued) record.best = std::max(record.best, record.value);
    records.push_back(record);
  };
  while (asked < std::min(options.first, options.evaluations))
    end(begin(optimiser.ask().front(), 0, 0, false));

  std::vector<int> free(static_cast<std::size_t>(options.workers));
  for (int worker = 0; worker < options.workers; ++worker) free[static_cast<std::size_t>(worker)] = worker;
  double now = 0;
  while (true) {
    const int count = std::min(static_cast<int>(free.size()), options.evaluations - asked);
    if (count > 0) {
      const auto trials = optimiser.ask(count);
      for (std::size_t i = 0; i < trials.size(); ++i) busy.push_back(begin(trials[i], free[i], now, true));
    }
    if (busy.empty()) return records;
    std::ranges::sort(busy, [](const WorkRecord& a, const WorkRecord& b) {
      return a.ended != b.ended ? a.ended < b.ended : a.worker < b.worker;
    });
    now = options.asynchronous ? busy.front().ended : busy.back().ended;
    free.clear();
    while (!busy.empty() && busy.front().ended <= now) {
      free.push_back(busy.front().worker);
      end(busy.front());
      busy.erase(busy.begin());
    }
    std::ranges::sort(free);
  }
}

}  // namespace bora::surrogates
