// Interface of maximisers of an acquisition.
#pragma once

#include <functional>
#include <vector>

#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::surrogates {

/// Observations so far, their points encoded as for the model.
template <typename Point>
struct History {
  const std::vector<Point>& points;
  const std::vector<double>& values;
  /// Returns whether a point is observed, failed or pending, and so cannot be proposed.
  std::function<bool(const Point&)> taken = [](const Point&) { return false; };
};

/// Maximiser of acquisitions over a space.
template <typename Point>
class Proposer {
 public:
  virtual ~Proposer() = default;
  /// Returns the best point that is found. seen: has at least one observation.
  virtual Point propose(const AcquisitionFunction<Point>& score, const History<Point>& seen,
                        Rng& rng) const = 0;
  /// Returns between 1 and q of the best points of one search, best first. It serves for a batch of points if
  /// the acquisition does not change from one point to the next. The default returns propose() alone.
  virtual std::vector<Point> propose_batch(const AcquisitionFunction<Point>& score,
                                           const History<Point>& seen, int /*q*/, Rng& rng) const {
    return {propose(score, seen, rng)};
  }
};

}  // namespace bora::surrogates
