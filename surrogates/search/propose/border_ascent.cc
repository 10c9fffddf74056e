#include "surrogates/search/propose/border_ascent.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

constexpr double kShortest = 1e-9;  // shortest step, in unit coordinates

// Border of the allowed set, as a function of the coordinates `free`. Points are in unit coordinates.
class Border {
 public:
  Border(const MixedSpace& space, const std::vector<int>& free) : space_(space), free_(free) {}

  bool allows(const VectorXd& unit) const { return space_.allows_unit(space_.settled_unit(unit)); }

  /// Returns the last allowed point on the segment from `in`, which is allowed, to `out`, which is not, by
  /// bisection.
  VectorXd between(VectorXd in, VectorXd out) const {
    constexpr double kWidth = 1e-12;
    while ((out - in).cwiseAbs().maxCoeff() > kWidth) {
      VectorXd middle = 0.5 * (in + out);
      (allows(middle) ? in : out) = std::move(middle);
    }
    return in;
  }

  /// Returns the outward normal at a point of the border, of length 1; zero if the violation is constant or
  /// not finite there.
  VectorXd normal(const VectorXd& unit) const {
    VectorXd slope = VectorXd::Zero(unit.size());
    for (const int j : free_) {
      // Central difference, up to a common factor.
      constexpr double kStep = 1e-7;
      VectorXd moved = unit;
      moved[j] = std::min(unit[j] + kStep, 1.0);
      slope[j] = violation(moved);
      moved[j] = std::max(unit[j] - kStep, 0.0);
      slope[j] -= violation(moved);
    }
    return slope.allFinite() ? slope.normalized() : VectorXd::Zero(unit.size());
  }

  /// Returns the point of the border on the line through `unit` along the normal, within `reach`. If all
  /// points outwards are allowed, returns the outermost; if the innermost is not allowed, nothing.
  std::optional<VectorXd> nearest(const VectorXd& unit, const VectorXd& normal, double reach) const {
    const VectorXd out = clamped(unit + reach * normal);
    if (allows(out)) return out;
    if (allows(unit)) return between(unit, out);
    const VectorXd in = clamped(unit - reach * normal);
    return allows(in) ? std::optional(between(in, unit)) : std::nullopt;
  }

  VectorXd clamped(VectorXd unit) const {
    for (const int j : free_) unit[j] = std::clamp(unit[j], 0.0, 1.0);
    return unit;
  }

 private:
  double violation(const VectorXd& unit) const {
    const VectorXd point = space_.from_unit(unit);
    const MixedSpaceRules& rules = space_.rules();
    double most = rules.violation ? rules.violation(point) : 0;
    if (rules.rows.rows() > 0)
      most = std::max(most, (rules.rows * point.tail(space_.numbers()) - rules.limits).maxCoeff());
    return most;
  }

  const MixedSpace& space_;
  const std::vector<int>& free_;
};

}  // namespace

BorderPoint border_ascent(const MixedSpace& space, const PointAcquisition& score, const VectorXd& inside,
                          const VectorXd& outside, const std::vector<int>& free, int evaluations) {
  const Border border(space, free);
  const auto valued = [&](const VectorXd& unit) {
    BorderPoint made{space.settled_unit(unit), 0};
    made.value = score.values(made.point.transpose())[0];
    return made;
  };
  BorderPoint best = valued(border.between(inside, outside));
  double step = (outside - inside).norm();
  while (evaluations > 0 && step > kShortest) {
    VectorXd gradient;
    score.value(best.point, gradient);
    --evaluations;
    const VectorXd normal = border.normal(best.point);
    VectorXd along = VectorXd::Zero(gradient.size());
    for (const int j : free) along[j] = gradient[j];
    const double outwards = along.dot(normal);
    if (!(outwards > 0)) break;  // the gradient does not point out of the set
    along -= outwards * normal;
    for (const int j : free)
      if ((best.point[j] <= 0 && along[j] < 0) || (best.point[j] >= 1 && along[j] > 0)) along[j] = 0;
    const double length = along.norm();
    if (!(length > 0)) break;
    bool gained = false;
    while (!gained && evaluations > 0 && step > kShortest) {
      if (const auto there =
              border.nearest(border.clamped(best.point + step / length * along), normal, step)) {
        --evaluations;
        BorderPoint next = valued(*there);
        gained = next.value > best.value && space.allows_unit(next.point);
        if (gained) best = std::move(next);
      }
      step *= gained ? 2 : 0.5;
    }
  }
  return best;
}

}  // namespace bora::surrogates
