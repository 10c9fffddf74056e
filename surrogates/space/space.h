// What a search must know of the points it searches among.
#pragma once

#include <string>
#include <vector>

#include "common/random.h"

namespace bora {

template <typename Point>
class Space {
 public:
  virtual ~Space() = default;

  /// A point drawn uniformly.
  virtual Point sample(Rng& rng) const = 0;
  /// `count` points that differ from `point` in little, in one variable each.
  virtual std::vector<Point> neighbours(const Point& point, int count, Rng& rng) const = 0;
  /// The same for two points if and only if they are the same; text that may be stored.
  virtual std::string key(const Point& point) const = 0;
  /// Throws InputError, naming the variable, for a point that is not of this space.
  virtual void check(const Point& point) const = 0;
};

}  // namespace bora
