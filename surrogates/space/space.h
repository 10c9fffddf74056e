// Interface of a space of points, as a search needs it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/random.h"

namespace bora {

template <typename PointType>
class Space {
 public:
  using Point = PointType;
  virtual ~Space() = default;

  /// A point drawn uniformly, of those that are allowed.
  virtual Point sample(Rng& rng) const = 0;
  /// The same; returns none if none of `tries` drawn points is allowed.
  virtual std::optional<Point> try_sample(int /*tries*/, Rng& rng) const { return sample(rng); }
  /// Returns whether a point of the space may be evaluated.
  virtual bool allows(const Point& /*point*/) const { return true; }
  /// Returns an allowed point close to one that is not; the point itself where the space knows of none.
  virtual Point nearest(Point point, Rng& /*rng*/) const { return point; }
  /// Returns whether there may be points that are not allowed, or several that mean the same.
  virtual bool ruled() const { return false; }
  /// `count` points that differ from `point` in little, in one variable each.
  virtual std::vector<Point> neighbours(const Point& point, int count, Rng& rng) const = 0;
  /// The same for two points if and only if they are the same; text that may be stored.
  virtual std::string key(const Point& point) const = 0;
  /// Throws InputError, naming the variable, for a point that is not of this space.
  virtual void check(const Point& point) const = 0;
};

}  // namespace bora
