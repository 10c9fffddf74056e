#include "surrogates/optim/scalar_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bora::surrogates {

ScalarMaximum maximise_scalar(const std::function<double(double)>& function, double start, double step,
                              double lower, double upper, double tolerance, int max_evaluations) {
  constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
  struct Point {
    double x, value;
  };
  ScalarMaximum result;
  const auto evaluate = [&](double x) {
    ++result.evaluations;
    const double value = function(x);
    return Point{x, std::isnan(value) ? kMinusInfinity : value};
  };

  Point best = evaluate(std::clamp(start, lower, upper));
  // left and right: the nearest points known on either side of the best; those at the box's ends are walls.
  Point left{lower, kMinusInfinity};
  Point right{upper, kMinusInfinity};
  bool have_left = best.x - lower < tolerance;
  bool have_right = upper - best.x < tolerance;
  const auto insert = [&](const Point& point) {
    if (point.value > best.value) {
      (point.x > best.x ? left : right) = best;
      (point.x > best.x ? have_left : have_right) = true;
      best = point;
      // The box's end closes a side as well as a lower value does.
      have_left = have_left || best.x - lower < tolerance;
      have_right = have_right || upper - best.x < tolerance;
    } else {
      (point.x > best.x ? right : left) = point;
      (point.x > best.x ? have_right : have_left) = true;
    }
  };

  double stride = step;
  while (result.evaluations < max_evaluations && !(have_left && have_right)) {
    const bool go_right = !have_right && (have_left || upper - best.x >= best.x - lower);
    const double x = go_right ? std::min(best.x + stride, upper) : std::max(best.x - stride, lower);
    const double before = best.x;
    insert(evaluate(x));
    if (best.x != before) stride *= 2;
  }

  while (result.evaluations < max_evaluations && right.x - left.x > tolerance) {
    double x = 0;
    if (std::isfinite(left.value) && std::isfinite(right.value)) {
      const double a = (best.x - left.x) * (best.value - right.value);
      const double b = (best.x - right.x) * (best.value - left.value);
      const double curvature = a - b;
      x = curvature > 0 ? best.x - 0.5 * ((best.x - left.x) * a - (best.x - right.x) * b) / curvature
                        : best.x;
    } else {
      x = 0.5 * (best.x + (right.x - best.x > best.x - left.x ? right.x : left.x));
    }
    x = std::clamp(x, left.x, right.x);
    if (std::abs(x - best.x) < tolerance) break;
    insert(evaluate(x));
  }
  result.x = best.x;
  result.value = best.value;
  return result;
}

}  // namespace bora::surrogates
