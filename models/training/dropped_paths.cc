#include "models/training/dropped_paths.h"

namespace bora::models {

double drop_probability(double largest, int epoch, int epochs) {
  return largest * epoch / epochs;
}

void draw_factors(Rng& rng, double probability, std::span<float> factors) {
  const auto kept = static_cast<float>(1 / (1 - probability));
  for (float& factor : factors) factor = rng.uniform() < probability ? 0 : kept;
}

}  // namespace bora::models
