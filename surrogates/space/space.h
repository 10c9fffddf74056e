// Interface of a space of points, as a search needs it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/random.h"

namespace bora::surrogates {

template <typename PointType>
class Space {
 public:
  using Point = PointType;
  virtual ~Space() = default;

  /// Draws a point uniformly from those that are allowed.
  virtual Point sample(Rng& rng) const = 0;
  /// Draws likewise; returns none if none of `tries` drawn points is allowed.
  virtual std::optional<Point> try_sample(int /*tries*/, Rng& rng) const { return sample(rng); }
  /// Returns whether a point of the space may be evaluated.
  virtual bool allows(const Point& /*point*/) const { return true; }
  /// Returns an allowed point close to one that is not; the point itself where the space knows of none.
  virtual Point nearest(Point point, Rng& /*rng*/) const { return point; }
  /// Returns whether there may be points that are not allowed, or several that mean the same.
  virtual bool ruled() const { return false; }
  /// Returns `count` points, each of which differs slightly from `point` in one variable.
  virtual std::vector<Point> neighbours(const Point& point, int count, Rng& rng) const = 0;
  /// Returns a text that may be stored, equal for two points if and only if they are the same.
  virtual std::string key(const Point& point) const = 0;
  /// Throws InputError, naming the variable, for a point that is not of this space.
  virtual void check(const Point& point) const = 0;
};

}  // namespace bora::surrogates
