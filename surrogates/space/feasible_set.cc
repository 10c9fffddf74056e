#include "surrogates/space/feasible_set.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {
namespace {

// Largest violation of an inequality that counts as a rounding error.
constexpr double kMet = 1e-13;

// Maximum numbers of evaluations of the rules: to find a first point, to find all first points, to spread
// them, and for each later search. Rules that are parsed expressions take a few microseconds each.
constexpr int kMostToFirst = 100000, kMostToStart = 150000, kMostToSpread = 200000, kMostForOne = 10000;

// Returns the numbers of a point in unit coordinates.
Eigen::VectorXd in_units(const MixedSpace& space, const Eigen::VectorXd& point) {
  return (point.tail(space.numbers()) - space.lower()).cwiseQuotient(space.upper() - space.lower());
}

// Returns `point` with the numbers `units`, settled. rounding: rounds integer numbers up or down at random
// with probabilities that preserve the mean; null: to the nearest integer.
Eigen::VectorXd with_numbers(const MixedSpace& space, Eigen::VectorXd point, const Eigen::VectorXd& units,
                             Rng* rounding) {
  for (int j = 0; j < space.numbers(); ++j) {
    double number = space.lower()[j] + units[j] * (space.upper()[j] - space.lower()[j]);
    if (rounding != nullptr && space.whole(j) && number != std::floor(number))
      number = std::floor(number + rounding->uniform());
    point[space.categories() + j] = std::clamp(number, space.lower()[j], space.upper()[j]);
  }
  return space.settled(std::move(point));
}

// Draws a point of the box, which may not be allowed.
Eigen::VectorXd anywhere(const MixedSpace& space, Rng& rng) {
  Eigen::VectorXd point(space.dimension());
  for (int i = 0; i < space.categories(); ++i)
    point[i] = rng.index(space.levels()[static_cast<std::size_t>(i)]);
  Eigen::VectorXd units(space.numbers());
  for (int j = 0; j < space.numbers(); ++j) units[j] = space.draw_unit(j, rng);
  return with_numbers(space, std::move(point), units, &rng);
}

double violation_of(const MixedSpace& space, const Eigen::VectorXd& point) {
  return space.rules().violation ? space.rules().violation(point) : 0;
}

// Returns `point` with another random value of variable `at`, settled.
Eigen::VectorXd with_other_value(const MixedSpace& space, Eigen::VectorXd point, int at, Rng& rng) {
  if (at < space.categories()) {
    point[at] = rng.index(space.levels()[static_cast<std::size_t>(at)]);
  } else {
    const int j = at - space.categories();
    point[at] = space.lower()[j] + space.draw_unit(j, rng) * (space.upper()[j] - space.lower()[j]);
  }
  return space.settled(std::move(point));
}

}  // namespace

FeasibleSet::FeasibleSet(const MixedSpace& space, Rng& rng) : linear_(space.rules().rows_suffice) {
  const MixedSpaceRules& rules = space.rules();
  const Eigen::VectorXd range = space.upper() - space.lower();
  rows_.resize(0, range.size());
  if (rules.rows.rows() > 0) {
    rows_ = rules.rows * range.asDiagonal();
    limits_ = rules.limits - rules.rows * space.lower();
  }
  for (Eigen::Index i = 0; i < rows_.rows(); ++i) {
    const double length = rows_.row(i).norm();
    if (length == 0) continue;
    rows_.row(i) /= length;
    limits_[i] /= length;
  }
  for (int j = 0; j < space.numbers(); ++j)
    if (rules.computed.empty() || !rules.computed[static_cast<std::size_t>(j)]) free_.push_back(j);

  // Numbers of first points; fewer if each takes many evaluations of the rules.
  constexpr int kMostStarts = 32, kTries = 4 * kMostStarts;
  std::vector<Eigen::VectorXd> starts;
  int effort = kMostToFirst;
  double least = std::numeric_limits<double>::infinity();
  for (int tries = 0; tries < kTries && effort > 0 && static_cast<int>(starts.size()) < kMostStarts;
       ++tries) {
    Eigen::VectorXd point = anywhere(space, rng);
    if (move_inside(space, point, false, effort, rng)) {
      if (starts.empty()) effort += kMostToStart - kMostToFirst;
      starts.push_back(std::move(point));
    } else if (const double violation = violation_of(space, point); !closest_ || violation < least) {
      least = violation;
      closest_ = std::move(point);
    }
  }
  if (starts.empty()) return;
  closest_.reset();
  pool_ = starts;
  const int d = space.dimension();
  const int size = std::clamp(8 * d, 64, 256), steps = rows_.rows() > 0 ? d + 4 : 6;
  constexpr int kMostSteps = 60000;
  int most = rows_.rows() > 0 ? 8 : 4;
  if (linear_) most = 20;
  const int sweeps = std::clamp(kMostSteps / (size * steps), 2, most);
  while (static_cast<int>(pool_.size()) < size) pool_.push_back(pool_[pool_.size() % starts.size()]);
  effort = kMostToSpread;
  for (int sweep = 0; sweep < sweeps && effort > 0; ++sweep)
    for (Eigen::VectorXd& point : pool_) point = walked(space, point, steps, effort, rng);
  for (std::size_t i = 0; linear_ && i < pool_.size(); ++i)
    if (!space.allows(pool_[i])) pool_[i] = starts[i % starts.size()];
}

std::pair<double, Eigen::Index> FeasibleSet::worst_row(const Eigen::VectorXd& units) const {
  if (rows_.rows() == 0) return {-1, -1};
  Eigen::Index row = 0;
  const double by = (rows_ * units - limits_).maxCoeff(&row);
  return {by, row};
}

bool FeasibleSet::project(const MixedSpace& space, const Eigen::VectorXd& point, Eigen::VectorXd& units,
                          double reach, double beyond, Rng& rng) const {
  if (worst_row(units).first > kMet) {
    for (const int row : rng.permutation(static_cast<int>(rows_.rows())))
      if (const double by = rows_.row(row).dot(units) - limits_[row]; by > kMet)
        units -= (reach * by + beyond) * rows_.row(row).transpose();
    return true;
  }
  const double here = violation_of(space, point);
  if (!(here > 0)) return false;
  Eigen::VectorXd slope = Eigen::VectorXd::Zero(units.size());
  for (const int j : free_) {
    // The violation is defined at integer values of integer numbers only.
    const double range = space.upper()[j] - space.lower()[j];
    const double size = space.whole(j) ? 1 / range : 1e-6;
    const double step = units[j] > 0.5 ? -size : size;
    Eigen::VectorXd moved = units;
    moved[j] += step;
    const double there = violation_of(space, with_numbers(space, point, moved, nullptr));
    if (std::isfinite(there)) slope[j] = (there - here) / step;
  }
  const double squared = slope.squaredNorm();
  if (!(squared > 0) || !std::isfinite(here)) return false;
  units -= (reach * here + beyond * std::sqrt(squared)) / squared * slope;
  return true;
}

bool FeasibleSet::move_inside(const MixedSpace& space, Eigen::VectorXd& point, bool close, int& effort,
                              Rng& rng) const {
  const MixedSpaceRules& rules = space.rules();
  const bool by_rows = rows_.rows() > 0;
  int rounds = close ? 90 : 300, slope_rounds = rounds;
  if (by_rows) rounds = close ? 200 : 5000;
  std::vector<int> discrete;
  for (int i = 0; i < space.categories(); ++i) discrete.push_back(i);
  for (int j = 0; j < space.numbers(); ++j)
    if (space.whole(j)) discrete.push_back(space.categories() + j);
  Eigen::VectorXd units = in_units(space, point);
  for (int round = 0; round < rounds && effort > 0; ++round) {
    const bool by_slope = !(worst_row(units).first > kMet);
    if (by_slope && space.allows(point)) return true;
    if (by_slope && --slope_rounds < 0) return false;
    effort -= by_slope ? static_cast<int>(free_.size()) + 3 : 1;
    // With `close`, steps end slightly beyond the boundary, farther in later rounds. Otherwise they are
    // usually twice as long, which ends inside the set if it has an interior, and sometimes shorter, for sets
    // without an interior.
    constexpr int kCloseRounds = 60;
    const bool edge = close && round < kCloseRounds;
    double reach = 1;
    if (!edge) reach = rng.uniform() < 0.6 ? 2 : rng.uniform(1, 2);
    const double beyond = edge ? 1e-10 * std::pow(1.3, round) : 0;
    const bool shown = project(space, point, units, reach, beyond, rng);
    if (!shown || (!discrete.empty() && rng.uniform() < 0.2)) {
      // No direction was found, or a discrete variable may have to change: tries another value of one, and
      // keeps it unless it is worse.
      const int at = discrete.empty() || (!shown && rng.uniform() < 0.3)
                         ? rng.index(space.dimension())
                         : discrete[static_cast<std::size_t>(rng.index(static_cast<int>(discrete.size())))];
      Eigen::VectorXd other = with_other_value(space, point, at, rng);
      const auto badness = [&](const Eigen::VectorXd& of) {
        return std::max(worst_row(in_units(space, of)).first, rules.violation ? rules.violation(of) : 1.0);
      };
      effort -= 3;
      const bool found = space.allows(other);
      if (found || !(badness(other) > badness(point))) point = std::move(other);
      if (found) return true;
      units = in_units(space, point);
      continue;
    }
    units = units.cwiseMax(0).cwiseMin(1);
    point = with_numbers(space, std::move(point), units, &rng);
    units = in_units(space, point);
  }
  return space.allows(point);
}

FeasibleSet::Direction FeasibleSet::direction(const MixedSpace& space, Rng& rng) const {
  Direction along = Direction::Zero(space.numbers());
  const auto some = [&] {
    return free_[static_cast<std::size_t>(rng.index(static_cast<int>(free_.size())))];
  };
  constexpr int kKinds = 4;
  switch (rng.index(kKinds)) {
    case 0:
      for (const int j : free_) along[j] = rng.normal();
      break;
    case 1:
      along[some()] = 1;
      break;
    case 2: {
      // Changes two numbers by equal or opposite amounts in their own units, which keeps their difference or
      // sum.
      const int i = some(), j = some();
      along[i] += 1 / (space.upper()[i] - space.lower()[i]);
      along[j] += rng.sign() / (space.upper()[j] - space.lower()[j]);
      break;
    }
    default:
      // Moves along the difference of two feasible points, which follows the set where it is narrow.
      if (pool_.size() > 1) {
        const auto one = rng.index(static_cast<int>(pool_.size())),
                   other = rng.index(static_cast<int>(pool_.size()));
        const Eigen::VectorXd way = in_units(space, pool_[static_cast<std::size_t>(one)]) -
                                    in_units(space, pool_[static_cast<std::size_t>(other)]);
        for (const int j : free_) along[j] = way[j];
      }
  }
  const double length = along.norm();
  if (length > 0) along /= length;
  return along;
}

Eigen::VectorXd FeasibleSet::stepped(const MixedSpace& space, const Eigen::VectorXd& point, bool local,
                                     int& effort, Rng& rng) const {
  if (rng.index(space.categories() + static_cast<int>(free_.size())) < space.categories()) {
    Eigen::VectorXd other = with_other_value(space, point, rng.index(space.categories()), rng);
    --effort;
    return space.allows(other) ? other : point;
  }
  const Direction along = direction(space, rng);
  const Eigen::VectorXd units = in_units(space, point);
  double low = -1e300, high = 1e300;
  const auto bound = [&](double speed, double room) {
    if (speed > 0) high = std::min(high, std::max(0.0, room / speed));
    if (speed < 0) low = std::max(low, std::min(0.0, room / speed));
  };
  for (const int j : free_) {
    // Integers may be up to 1/2 beyond the bounds, because they are rounded back.
    const double edge = space.whole(j) ? 0.5 / (space.upper()[j] - space.lower()[j]) : 0;
    bound(along[j], 1 + edge - units[j]);
    bound(-along[j], units[j] + edge);
  }
  if (rows_.rows() > 0) {
    const Eigen::VectorXd speed = rows_ * along, room = limits_ - rows_ * units;
    for (Eigen::Index i = 0; i < speed.size(); ++i)
      if (std::abs(speed[i]) > 1e-12) bound(speed[i], room[i]);
  }
  if (local) {
    constexpr double kFurthest = 0.3, kMagnitudes = 3;
    const double reach = kFurthest * std::pow(10, -kMagnitudes * rng.uniform());
    low = std::max(low, -reach);
    high = std::min(high, reach);
  }
  constexpr int kShrinks = 60;
  for (int shrink = 0; shrink < kShrinks && high - low > 0; ++shrink, --effort) {
    const double step = rng.uniform(low, high);
    Eigen::VectorXd other = with_numbers(space, point, units + step * along, nullptr);
    if ((linear_ && !local) || space.allows(other)) return other;
    (step < 0 ? low : high) = step;
  }
  return point;
}

Eigen::VectorXd FeasibleSet::walked(const MixedSpace& space, Eigen::VectorXd point, int steps, int& effort,
                                    Rng& rng) const {
  for (int step = 0; step < steps && effort > 0; ++step) point = stepped(space, point, false, effort, rng);
  return point;
}

std::optional<Eigen::VectorXd> FeasibleSet::sample(const MixedSpace& space, Rng& rng) const {
  if (pool_.empty()) return std::nullopt;
  // Share of samples that are found independently of the pool, since a chain may not reach all allowed points
  // if there are discrete variables.
  constexpr double kIndependent = 0.1;
  const auto whole = [&](int j) { return space.whole(j) || space.log_whole(j); };
  const bool discrete = space.categories() > 0 || std::ranges::any_of(free_, whole);
  int effort = kMostForOne;
  if (discrete && rng.uniform() < kIndependent)
    if (Eigen::VectorXd found = anywhere(space, rng); move_inside(space, found, false, effort, rng))
      return found;
  effort = kMostForOne;
  const Eigen::VectorXd& from = pool_[static_cast<std::size_t>(rng.index(static_cast<int>(pool_.size())))];
  Eigen::VectorXd point = walked(space, from, rows_.rows() > 0 ? 2 * space.dimension() + 10 : 8, effort, rng);
  // Because of rounding, a point of a linear set may be slightly outside.
  return space.allows(point) ? point : nearest(space, point, rng);
}

std::vector<Eigen::VectorXd> FeasibleSet::neighbours(const MixedSpace& space, const Eigen::VectorXd& point,
                                                     int count, Rng& rng) const {
  std::vector<Eigen::VectorXd> out;
  if (!space.allows(point)) return out;
  int unbounded = std::numeric_limits<int>::max();  // the number of evaluations of one step is bounded
  for (int n = 0; n < count; ++n)
    if (Eigen::VectorXd other = stepped(space, point, true, unbounded, rng); other != point)
      out.push_back(std::move(other));
  return out;
}

Eigen::VectorXd FeasibleSet::nearest(const MixedSpace& space, const Eigen::VectorXd& point, Rng& rng) const {
  if (pool_.empty()) return point;
  int effort = kMostForOne;
  if (Eigen::VectorXd led = point; move_inside(space, led, true, effort, rng)) return led;
  Eigen::VectorXd inside = pool_[static_cast<std::size_t>(rng.index(static_cast<int>(pool_.size())))];
  const Eigen::VectorXd from = in_units(space, inside), to = in_units(space, point);
  double low = 0, high = 1;
  constexpr int kHalvings = 30;
  for (int halving = 0; halving < kHalvings; ++halving) {
    const double middle = 0.5 * (low + high);
    Eigen::VectorXd between = with_numbers(space, inside, from + middle * (to - from), nullptr);
    const bool allowed = space.allows(between);
    (allowed ? low : high) = middle;
    if (allowed) inside = std::move(between);
  }
  return inside;
}

}  // namespace bora::surrogates
