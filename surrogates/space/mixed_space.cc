#include "surrogates/space/mixed_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "surrogates/space/feasible_set.h"

namespace bora::surrogates {
namespace {

constexpr std::uint64_t kProbeStream = 0x70726f6265;

}  // namespace

MixedSpace::MixedSpace(std::vector<int> levels, Eigen::VectorXd lower, Eigen::VectorXd upper,
                       MixedSpaceRules rules)
    : levels_(std::move(levels)),
      lower_(std::move(lower)),
      upper_(std::move(upper)),
      rules_(std::move(rules)) {
  if (levels_.empty() && lower_.size() == 0) throw InputError("space: no variables, expected at least 1");
  for (std::size_t i = 0; i < levels_.size(); ++i)
    if (levels_[i] < 2)
      throw InputError("space: categorical variable {} has {} values, expected at least 2", i, levels_[i]);
  if (lower_.size() != upper_.size())
    throw InputError("space: {} lower bounds and {} upper ones, expected as many", lower_.size(),
                     upper_.size());
  for (Eigen::Index j = 0; j < lower_.size(); ++j)
    if (!std::isfinite(lower_[j]) || !std::isfinite(upper_[j]) || !(lower_[j] < upper_[j]) ||
        !std::isfinite(upper_[j] - lower_[j]))
      throw InputError("space: number {} spans [{}, {}], expected finite lower < upper", j, lower_[j],
                       upper_[j]);
  if (!rules_.whole.empty() && static_cast<int>(rules_.whole.size()) != numbers())
    throw InputError("space: {} numbers are said to be whole or not, expected all {}", rules_.whole.size(),
                     numbers());
  if (!rules_.log_whole.empty() && static_cast<int>(rules_.log_whole.size()) != numbers())
    throw InputError("space: {} numbers are said to have whole exponentials or not, expected all {}",
                     rules_.log_whole.size(), numbers());
  ruled_ = rules_.settle || rules_.allows || std::ranges::count(rules_.whole, true) > 0 ||
           std::ranges::count(rules_.log_whole, true) > 0;
  for (int j = 0; j < numbers(); ++j)
    if (whole(j) && (lower_[j] != std::floor(lower_[j]) || upper_[j] != std::floor(upper_[j])))
      throw InputError("space: whole number {} spans [{}, {}], expected whole bounds", j, lower_[j],
                       upper_[j]);
  if (!rules_.allows) return;
  constexpr int kProbes = 20000, kEnough = 3, kHopeless = 5000;
  Rng rng(kProbeStream);
  int hits = 0;
  for (int probe = 0; probe < (hits > 0 ? kProbes : kHopeless) && hits < kEnough; ++probe)
    hits += drawn(1, rng) ? 1 : 0;
  if (hits < kEnough) feasible_ = std::make_shared<const FeasibleSet>(*this, rng);
}

Eigen::VectorXd MixedSpace::settled(Eigen::VectorXd point) const {
  for (int j = 0; j < numbers(); ++j)
    if (double& number = point[categories() + j]; whole(j)) {
      number = std::round(number);
    } else if (log_whole(j)) {
      // The exponentials of the bounds are 1/2 beyond the least and the largest integer, up to rounding.
      const double least = std::round(std::exp(lower_[j]) + 0.25),
                   most = std::round(std::exp(upper_[j]) - 0.25);
      number = std::log(std::clamp(std::round(std::exp(number)), least, most));
    }
  if (rules_.settle) rules_.settle(point);
  return point;
}

bool MixedSpace::active(const Eigen::VectorXd& point, int i) const {
  if (!rules_.settle) return true;
  // The variable is active if another value is not changed back by settling.
  Eigen::VectorXd other = point;
  const int j = i - categories();
  if (j < 0)
    other[i] = point[i] == 0 ? 1 : 0;
  else
    other[i] = point[i] < 0.5 * (lower_[j] + upper_[j]) ? upper_[j] : lower_[j];
  return settled(std::move(other))[i] != point[i];
}

std::optional<Eigen::VectorXd> MixedSpace::try_sample(int tries, Rng& rng) const {
  return feasible_ ? feasible_->sample(*this, rng) : drawn(tries, rng);
}

std::optional<Eigen::VectorXd> MixedSpace::drawn(int tries, Rng& rng) const {
  for (int at = 0; at < tries; ++at) {
    Eigen::VectorXd point(dimension());
    for (int i = 0; i < categories(); ++i) point[i] = rng.index(levels_[static_cast<std::size_t>(i)]);
    for (int j = 0; j < numbers(); ++j)
      // Drawn in this way, all integers have the same probability; rounding would halve that of the bounds.
      point[categories() + j] =
          whole(j) ? std::floor(rng.uniform(lower_[j], upper_[j] + 1)) : rng.uniform(lower_[j], upper_[j]);
    if (outside_rows(point)) continue;
    point = settled(std::move(point));
    if (allows(point)) return point;
  }
  return std::nullopt;
}

// A fast test before the rules, which take a hundred times as long if they are parsed expressions.
bool MixedSpace::outside_rows(const Eigen::VectorXd& point) const {
  if (rules_.rows.rows() == 0) return false;
  constexpr double kRounding = 1e-6;
  const Eigen::VectorXd at = point.tail(numbers());
  const Eigen::VectorXd size =
      (rules_.rows.cwiseAbs() * at.cwiseAbs() + rules_.limits.cwiseAbs()).array() + 1;
  return ((rules_.rows * at - rules_.limits).array() > kRounding * size.array()).any();
}

bool MixedSpace::finite() const {
  for (int j = 0; j < numbers(); ++j)
    if (real(j)) return false;
  return true;
}

std::optional<Eigen::VectorXd> MixedSpace::closest() const {
  return feasible_ ? feasible_->closest() : std::nullopt;
}

Eigen::VectorXd MixedSpace::sample(Rng& rng) const {
  constexpr int kTries = 100000;
  if (auto point = try_sample(kTries, rng)) return std::move(*point);
  // Allowed points are so rare that the constructor found some only by chance.
  if (!feasible_)
    if (auto point = FeasibleSet(*this, rng).sample(*this, rng)) return std::move(*point);
  throw InputError("space: no point was found that meets the constraints");
}

Eigen::VectorXd MixedSpace::nearest(Eigen::VectorXd point, Rng& rng) const {
  return feasible_ ? feasible_->nearest(*this, std::move(point), rng) : point;
}

std::vector<Eigen::VectorXd> MixedSpace::neighbours(const Eigen::VectorXd& point, int count, Rng& rng) const {
  if (feasible_) return feasible_->neighbours(*this, point, count, rng);
  constexpr double kStep = 0.1;
  std::vector<Eigen::VectorXd> out;
  for (int n = 0; n < count; ++n) {
    Eigen::VectorXd neighbour = point;
    const int which = rng.index(dimension());
    if (which < categories()) {
      // Another category, with equal probabilities.
      const int level = rng.index(levels_[static_cast<std::size_t>(which)] - 1);
      neighbour[which] = level + (level >= point[which] ? 1 : 0);
    } else {
      const int j = which - categories();
      double step = kStep * (upper_[j] - lower_[j]) * rng.normal();
      if (whole(j)) step = std::copysign(std::max(1.0, std::round(std::abs(step))), step);
      // A step out of the box is reflected at the bound, so that a point at the bound has neighbours.
      double moved = point[which] + step;
      if (moved < lower_[j]) moved = 2 * lower_[j] - moved;
      if (moved > upper_[j]) moved = 2 * upper_[j] - moved;
      neighbour[which] = std::clamp(moved, lower_[j], upper_[j]);
      // A step that rounding would undo is replaced by a step of 1.
      if (log_whole(j) && settled(neighbour)[which] == point[which])
        neighbour[which] = std::log(std::round(std::exp(point[which])) + rng.sign());
    }
    if (ruled_) {
      neighbour = settled(std::move(neighbour));
      if (neighbour == point || !allows(neighbour)) continue;
    }
    out.push_back(std::move(neighbour));
  }
  return out;
}

std::string MixedSpace::key(const Eigen::VectorXd& point) const {
  std::string key;
  for (int i = 0; i < dimension(); ++i) {
    if (i > 0) key += ' ';
    // The fewest digits that are parsed to the same number; + 0.0 makes -0 equal to 0.
    key += i < categories() ? fmt::format("{:.0f}", point[i] + 0.0) : fmt::format("{}", point[i] + 0.0);
  }
  return key;
}

void MixedSpace::check(const Eigen::VectorXd& point) const {
  if (point.size() != dimension())
    throw InputError("point: {} coordinates, expected {}", point.size(), dimension());
  for (int i = 0; i < categories(); ++i) {
    const int levels = levels_[static_cast<std::size_t>(i)];
    if (!(point[i] >= 0 && point[i] < levels && point[i] == std::floor(point[i])))
      throw InputError("point: categorical variable {} is {}, expected 0 to {}", i, point[i], levels - 1);
  }
  for (int j = 0; j < numbers(); ++j) {
    const double value = point[categories() + j];
    if (!(value >= lower_[j] && value <= upper_[j]))
      throw InputError("point: number {} is {}, expected within [{}, {}]", j, value, lower_[j], upper_[j]);
    if (whole(j) && value != std::floor(value))
      throw InputError("point: number {} is {}, expected a whole one", j, value);
  }
  for (int j = 0; j < numbers(); ++j)
    if (log_whole(j) && settled(point)[categories() + j] != point[categories() + j])
      throw InputError("point: number {} is {}, expected the logarithm of a whole one", j,
                       point[categories() + j]);
  if (rules_.settle && settled(point) != point)
    throw InputError("point: an inactive variable does not have its fixed value");
  if (!allows(point)) throw InputError("point: does not meet the constraints");
}

Eigen::VectorXd MixedSpace::to_unit(const Eigen::VectorXd& point) const {
  Eigen::VectorXd unit = point;
  unit.tail(numbers()) =
      (point.tail(numbers()) - lower_).cwiseQuotient(upper_ - lower_).cwiseMax(0).cwiseMin(1);
  return unit;
}

Eigen::MatrixXd MixedSpace::to_units(const std::vector<Eigen::VectorXd>& points) const {
  Eigen::MatrixXd units(static_cast<Eigen::Index>(points.size()), dimension());
  for (std::size_t i = 0; i < points.size(); ++i)
    units.row(static_cast<Eigen::Index>(i)) = to_unit(points[i]).transpose();
  return units;
}

Eigen::VectorXd MixedSpace::to_one_hot(const Eigen::VectorXd& point) const {
  Eigen::VectorXd code =
      Eigen::VectorXd::Zero(std::accumulate(levels_.begin(), levels_.end(), 0) + numbers());
  Eigen::Index start = 0;
  for (int i = 0; i < categories(); ++i) {
    code[start + static_cast<Eigen::Index>(point[i])] = 1;
    start += levels_[static_cast<std::size_t>(i)];
  }
  code.tail(numbers()) = to_unit(point).tail(numbers());
  return code;
}

Eigen::VectorXd MixedSpace::from_unit(const Eigen::VectorXd& unit) const {
  Eigen::VectorXd point = unit;
  point.tail(numbers()) =
      (lower_ + unit.tail(numbers()).cwiseProduct(upper_ - lower_)).cwiseMax(lower_).cwiseMin(upper_);
  return settled(std::move(point));
}

Eigen::VectorXd MixedSpace::settled_unit(const Eigen::VectorXd& unit) const {
  if (!ruled_) return unit;
  Eigen::VectorXd point = unit;
  point.tail(numbers()) = lower_ + unit.tail(numbers()).cwiseProduct(upper_ - lower_);
  const Eigen::VectorXd fixed = settled(point);
  const Eigen::VectorXd of_fixed = to_unit(fixed);
  // Coordinates that settling does not change are copied, since the conversion of units could change digits.
  return (fixed.array() == point.array()).select(unit, of_fixed);
}

bool MixedSpace::allows_unit(const Eigen::VectorXd& unit) const {
  return !rules_.allows || rules_.allows(from_unit(unit));
}

double MixedSpace::draw_unit(int j, Rng& rng, double low, double high) const {
  if (!whole(j)) return rng.uniform(low, high);
  const double half = 0.5 / (upper_[j] - lower_[j]);
  if (low <= 0) low = -half;
  if (high >= 1) high = 1 + half;
  return std::clamp(rng.uniform(low, high), 0.0, 1.0);
}

double MixedSpace::even_unit(int j, double uniform) const {
  if (!whole(j)) return uniform;
  const double half = 0.5 / (upper_[j] - lower_[j]);
  return std::clamp(uniform * (1 + 2 * half) - half, 0.0, 1.0);
}

double MixedSpace::stepped_unit(int j, double unit, int steps) const {
  const double range = upper_[j] - lower_[j];
  if (!log_whole(j)) return unit + steps / range;
  const double number = std::round(std::exp(lower_[j] + unit * range)) + steps;
  return number < 0.5 ? -1 : (std::log(number) - lower_[j]) / range;
}

double MixedSpace::distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  constexpr double kElsewhere = std::numeric_limits<double>::infinity();
  double largest = -1;
  for (int i = 0; i < dimension(); ++i) {
    const int j = i - categories();
    if (j >= 0 && real(j))
      largest = std::max(largest, std::abs(a[i] - b[i]) / (upper_[j] - lower_[j]));
    else if (a[i] != b[i])
      return kElsewhere;
  }
  return largest < 0 ? kElsewhere : largest;
}

Eigen::VectorXd MixedSpace::moved(const Eigen::VectorXd& point, double distance, Rng& rng) const {
  Eigen::VectorXd direction = Eigen::VectorXd::Zero(dimension());
  for (int j = 0; j < numbers(); ++j)
    if (real(j)) direction[categories() + j] = rng.normal();
  const double longest = direction.cwiseAbs().maxCoeff();
  if (!(longest > 0)) return point;
  Eigen::VectorXd moved = point;
  for (int j = 0; j < numbers(); ++j) {
    const int at = categories() + j;
    const double step = direction[at] / longest * distance * (upper_[j] - lower_[j]);
    // Steps that would leave the box are reversed.
    const double wanted = point[at] + step;
    moved[at] = std::clamp(wanted < lower_[j] || wanted > upper_[j] ? point[at] - step : wanted, lower_[j],
                           upper_[j]);
  }
  return settled(std::move(moved));
}

Bounds MixedSpace::unit_box(const Eigen::VectorXd& point) const {
  Bounds box{point, point};
  box.lower.tail(numbers()).setZero();
  box.upper.tail(numbers()).setOnes();
  return box;
}

}  // namespace bora::surrogates
