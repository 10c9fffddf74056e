// Functions of the searched space for acquisition functions that draw points or search it.
#pragma once

#include <functional>
#include <vector>

#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::surrogates {

/// Searched space, with points as inputs of the model.
template <typename Point>
struct SearchedSpace {
  using Batch = typename BatchOf<Point>::type;
  /// Returns `count` random points of the space.
  std::function<Batch(int count, Rng& rng)> draw;
  /// Returns the largest value of a score that a short search finds, which may miss the maximum.
  std::function<double(const AcquisitionFunction<Point>& score, Rng& rng)> largest;
  /// Returns the point at which the short search finds the largest value; none: not available.
  std::function<Point(const AcquisitionFunction<Point>& score, Rng& rng)> largest_at = {};
  std::vector<int> real = {};  ///< indices of the coordinates that are real numbers, if points are vectors
};

/// Returns `count` drawn points, followed by the observed ones if they are known.
template <typename Point>
typename BatchOf<Point>::type drawn_and_observed(const SearchedSpace<Point>& space, int count,
                                                 const AcquisitionContext<Point>& now) {
  auto points = space.draw(count, now.rng);
  return now.observed ? joined_batches(points, *now.observed) : points;
}

}  // namespace bora::surrogates
