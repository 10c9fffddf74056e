#include "surrogates/optim/scalar_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bora::surrogates {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

// Point at which the function was evaluated.
struct Evaluated {
  double x, value;
};

// Best point so far, and the nearest evaluated point or end of the range on either side of it.
class Bracket {
 public:
  Bracket(const Evaluated& first, const ScalarSearch& search)
      : search_(search),
        best_(first),
        left_{search.lower, kMinusInfinity},
        right_{search.upper, kMinusInfinity} {
    close_at_ends();
  }

  const Evaluated& best() const { return best_; }
  double width() const { return right_.x - left_.x; }
  // Returns whether both sides are closed: by an evaluated point, or because the best point is at an end of
  // the range.
  bool closed() const { return left_closed_ && right_closed_; }

  void insert(const Evaluated& point) {
    if (point.value > best_.value) {
      (point.x > best_.x ? left_ : right_) = best_;
      (point.x > best_.x ? left_closed_ : right_closed_) = true;
      best_ = point;
      close_at_ends();
    } else {
      (point.x > best_.x ? right_ : left_) = point;
      (point.x > best_.x ? right_closed_ : left_closed_) = true;
    }
  }

  // Returns the point at distance `stride` from the best one on a side that is not closed, clamped to the
  // range.
  double outside(double stride) const {
    const bool go_right =
        !right_closed_ && (left_closed_ || search_.upper - best_.x >= best_.x - search_.lower);
    return go_right ? std::min(best_.x + stride, search_.upper) : std::max(best_.x - stride, search_.lower);
  }

  // Returns the maximum of the parabola through the three points; if a value is not finite, the middle of the
  // wider side.
  double inside() const {
    double x = 0;
    if (std::isfinite(left_.value) && std::isfinite(right_.value)) {
      const double a = (best_.x - left_.x) * (best_.value - right_.value);
      const double b = (best_.x - right_.x) * (best_.value - left_.value);
      const double curvature = a - b;
      x = curvature > 0 ? best_.x - 0.5 * ((best_.x - left_.x) * a - (best_.x - right_.x) * b) / curvature
                        : best_.x;
    } else {
      x = 0.5 * (best_.x + (right_.x - best_.x > best_.x - left_.x ? right_.x : left_.x));
    }
    return std::clamp(x, left_.x, right_.x);
  }

 private:
  void close_at_ends() {
    left_closed_ = left_closed_ || best_.x - search_.lower < search_.tolerance;
    right_closed_ = right_closed_ || search_.upper - best_.x < search_.tolerance;
  }

  const ScalarSearch& search_;
  Evaluated best_, left_, right_;
  bool left_closed_ = false, right_closed_ = false;
};

}  // namespace

ScalarMaximum maximise_scalar(const std::function<double(double)>& function, const ScalarSearch& search) {
  int evaluations = 0;
  const auto evaluate = [&](double x) {
    ++evaluations;
    const double value = function(x);
    return Evaluated{x, std::isnan(value) ? kMinusInfinity : value};
  };
  Bracket bracket(evaluate(std::clamp(search.start, search.lower, search.upper)), search);
  double stride = search.step;
  while (evaluations < search.max_evaluations && !bracket.closed()) {
    const double before = bracket.best().x;
    bracket.insert(evaluate(bracket.outside(stride)));
    if (bracket.best().x != before) stride *= 2;
  }
  while (evaluations < search.max_evaluations && bracket.width() > search.tolerance) {
    const double x = bracket.inside();
    if (std::abs(x - bracket.best().x) < search.tolerance) break;
    bracket.insert(evaluate(x));
  }
  return {bracket.best().x, bracket.best().value, evaluations};
}

}  // namespace bora::surrogates
