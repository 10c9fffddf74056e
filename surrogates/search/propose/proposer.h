// Interface of searches for the maximum of an acquisition.
#pragma once

#include <functional>
#include <vector>

#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"

namespace bora::surrogates {

/// Observations so far, with points as the model sees them.
template <typename Point>
struct History {
  const std::vector<Point>& points;
  const std::vector<double>& values;
  /// Returns whether a point was asked for before, or fails, and so would not be asked for again.
  std::function<bool(const Point&)> taken = [](const Point&) { return false; };
};

template <typename Point>
class Proposer {
 public:
  virtual ~Proposer() = default;
  /// Returns the best point that was found. seen: at least one observation.
  virtual Point propose(const AcquisitionFunction<Point>& score, const History<Point>& seen,
                        Rng& rng) const = 0;
  /// Returns the 1 to q best points of one search, best first; used where the score does not change from one
  /// point to the next.
  virtual std::vector<Point> propose_batch(const AcquisitionFunction<Point>& score,
                                           const History<Point>& seen, int /*q*/, Rng& rng) const {
    return {propose(score, seen, rng)};
  }
};

}  // namespace bora::surrogates
