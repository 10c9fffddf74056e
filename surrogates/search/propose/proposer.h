// Where an acquisition is largest, or nearly so.
#pragma once

#include <vector>

#include "common/random.h"
#include "surrogates/acquisition/score.h"

namespace bora {

/// What was observed so far, as the model sees points.
template <typename Point>
struct History {
  const std::vector<Point>& points;
  const std::vector<double>& values;
};

template <typename Point>
class Proposer {
 public:
  virtual ~Proposer() = default;
  /// The best point found; seen: at least one observation.
  virtual Point propose(const Score<Point>& score, const History<Point>& seen, Rng& rng) const = 0;
};

}  // namespace bora
