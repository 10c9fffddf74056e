// Where an acquisition is largest, or nearly so.
#pragma once

#include <functional>
#include <vector>

#include "common/random.h"
#include "surrogates/acquisition/score.h"

namespace bora {

/// What was observed so far, as the model sees points.
template <typename Point>
struct History {
  const std::vector<Point>& points;
  const std::vector<double>& values;
  /// Whether a point was asked for before, or fails: it would not be asked for again.
  std::function<bool(const Point&)> taken = [](const Point&) { return false; };
};

template <typename Point>
class Proposer {
 public:
  virtual ~Proposer() = default;
  /// The best point found; seen: at least one observation.
  virtual Point propose(const Score<Point>& score, const History<Point>& seen, Rng& rng) const = 0;
  /// The up to q best of one look, best first, at least one: for where the score does not change from one to
  /// the next.
  virtual std::vector<Point> propose_batch(const Score<Point>& score, const History<Point>& seen, int /*q*/,
                                           Rng& rng) const {
    return {propose(score, seen, rng)};
  }
};

}  // namespace bora
