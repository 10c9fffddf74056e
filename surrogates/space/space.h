// Interface of a space of points that is searched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/random.h"

namespace bora::surrogates {

/// Space of points, some of which may not be allowed to be evaluated.
template <typename PointType>
class Space {
 public:
  using Point = PointType;
  virtual ~Space() = default;

  /// Draws a point uniformly from the allowed ones.
  virtual Point sample(Rng& rng) const = 0;
  /// Draws an allowed point; returns none if none of `tries` drawn points is allowed.
  virtual std::optional<Point> try_sample(int /*tries*/, Rng& rng) const { return sample(rng); }
  /// Returns whether a point of the space may be evaluated.
  virtual bool allows(const Point& /*point*/) const { return true; }
  /// Returns an allowed point close to one that is not allowed; the point itself if none is found.
  virtual Point nearest(Point point, Rng& /*rng*/) const { return point; }
  /// Returns whether there may be points that are not allowed, or different points that are equivalent.
  virtual bool ruled() const { return false; }
  /// Returns up to `count` points, each of which differs slightly from `point`. They may not be allowed.
  virtual std::vector<Point> neighbours(const Point& point, int count, Rng& rng) const = 0;
  /// Returns a text that identifies the point and may be stored: it is equal for two points if and only if
  /// they are equal.
  virtual std::string key(const Point& point) const = 0;
  /// Throws InputError, naming the variable, for a point that is not in this space or not allowed.
  virtual void check(const Point& point) const = 0;
};

}  // namespace bora::surrogates
