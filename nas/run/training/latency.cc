#include "nas/run/training/latency.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "common/statistics.h"
#include "common/stopwatch.h"

namespace bora::nas {

double measure_latency(Victim& victim) {
  constexpr int kWarmUp = 5, kRounds = 5;
  constexpr double kSeconds = 0.04;  // duration of a round
  const Batch image = Batch::Constant(1, victim.spec().input.size(), 0.5F);
  for (int pass = 0; pass < kWarmUp; ++pass) victim.scores(image);
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> seconds;
    const Stopwatch of_round;
    do {
      const Stopwatch watch;
      victim.scores(image);
      seconds.push_back(watch.seconds());
    } while (of_round.seconds() < kSeconds);
    least = std::min(least, upper_median(std::move(seconds)));
  }
  return least;
}

}  // namespace bora::nas
