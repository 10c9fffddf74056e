#include "nas/run/training/latency.h"

#include <utility>
#include <vector>

#include "common/statistics.h"
#include "common/stopwatch.h"

namespace bora::nas {

double measure_latency(Victim& victim) {
  constexpr int kWarmUp = 5, kPasses = 30, kFewest = 5;
  constexpr double kEnough = 1;  // seconds
  const Batch image = Batch::Constant(1, victim.spec().input.size(), 0.5F);
  for (int pass = 0; pass < kWarmUp; ++pass) victim.scores(image);
  std::vector<double> seconds;
  double spent = 0;
  for (int pass = 0; pass < kPasses && (pass < kFewest || spent < kEnough); ++pass) {
    const Stopwatch watch;
    victim.scores(image);
    seconds.push_back(watch.seconds());
    spent += seconds.back();
  }
  return upper_median(std::move(seconds));
}

}  // namespace bora::nas
