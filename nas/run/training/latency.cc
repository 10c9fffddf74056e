#include "nas/run/training/latency.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "common/statistics.h"
#include "common/stopwatch.h"

namespace bora::nas {

double measure_latency(Victim& victim, std::function<double()> now) {
  constexpr int kWarmUp = 5, kRounds = 5;
  constexpr double kSeconds = 0.04;  // duration of a round
  if (!now) now = [watch = Stopwatch()] { return watch.seconds(); };
  const Batch image = Batch::Constant(1, victim.spec().input.size(), 0.5F);
  for (int pass = 0; pass < kWarmUp; ++pass) victim.scores(image);
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> seconds;
    const double begin = now();
    do {
      const double asked = now();
      victim.scores(image);
      seconds.push_back(now() - asked);
    } while (now() - begin < kSeconds);
    least = std::min(least, upper_median(std::move(seconds)));
  }
  return least;
}

}  // namespace bora::nas
