// Interface to the searched space for acquisition functions that draw points.
#pragma once

#include <functional>
#include <vector>

#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::surrogates {

/// Points as the model sees them.
template <typename Point>
struct SearchedSpace {
  using Batch = typename BatchOf<Point>::type;
  std::function<Batch(int count, Rng& rng)> draw;  ///< spread over the space
  /// Returns the largest value of a score that a short search finds; the search is fast but may miss it.
  std::function<double(const AcquisitionFunction<Point>& score, Rng& rng)> largest;
  /// Returns the point where it finds that value.
  std::function<Point(const AcquisitionFunction<Point>& score, Rng& rng)> largest_at = {};
  std::vector<int> real = {};  ///< coordinates that are real numbers, of points that are vectors
};

/// Returns the points drawn, and those observed.
template <typename Point>
typename BatchOf<Point>::type drawn_and_observed(const SearchedSpace<Point>& space, int count,
                                                 const AcquisitionContext<Point>& now) {
  auto points = space.draw(count, now.rng);
  return now.observed ? joined_batches(points, *now.observed) : points;
}

}  // namespace bora::surrogates
