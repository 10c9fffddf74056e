#include "surrogates/sampling/slice.h"

#include <cmath>

namespace bora::surrogates {

double slice_sample(const std::function<double(double)>& log_density, double x, double lower, double upper,
                    Rng& rng) {
  // Number of times that the interval shrinks. It is below rounding then, and the chain stays where it is.
  constexpr int kMost = 200;
  // log(1 - u) rather than log(u), since u may be 0.
  const double threshold = log_density(x) + std::log1p(-rng.uniform());
  for (int step = 0; step < kMost; ++step) {
    const double proposed = rng.uniform(lower, upper);
    // False for NaN.
    if (log_density(proposed) >= threshold) return proposed;
    (proposed < x ? lower : upper) = proposed;
  }
  return x;
}

}  // namespace bora::surrogates
