#include "tools/assess/latency.h"

#include <algorithm>
#include <vector>

#include "common/stopwatch.h"

namespace bora {

double measure_latency(Victim& victim, int times) {
  constexpr int kWarmUp = 3;
  const Batch image = Batch::Constant(1, victim.spec().input.size(), 0.5F);
  std::vector<double> seconds;
  for (int i = 0; i < kWarmUp + times; ++i) {
    const Stopwatch watch;
    victim.scores(image);
    if (i >= kWarmUp) seconds.push_back(watch.seconds());
  }
  const auto middle = seconds.begin() + times / 2;
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

}  // namespace bora
