// Measures the time of distances between networks of twenty layers, without that of their profiles.
#include <benchmark/benchmark.h>

#include "nas/otmann/otmann.h"
#include "nas/space/layered/layered_space.h"

namespace bora::tools {
namespace {

void distances(benchmark::State& state) {
  const auto space = make_cnn_space();
  const Otmann otmann(*space);
  Rng rng(1);
  std::vector<std::vector<OtmannProfile>> profiles;
  while (profiles.size() < 46) {
    const Architecture drawn = space->sample(rng);
    if (drawn.cells().front().whole.nodes() >= 20) profiles.push_back(otmann.profiles(*space, drawn));
  }
  int pairs = 0;
  for (auto _ : state)
    for (std::size_t i = 0; i < profiles.size(); ++i)
      for (std::size_t j = i + 1; j < profiles.size(); ++j, ++pairs)
        benchmark::DoNotOptimize(otmann.distances(profiles[i], profiles[j]));
  state.SetItemsProcessed(pairs);
}
BENCHMARK(distances)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bora::tools

BENCHMARK_MAIN();
