// Spaces of categories and numbers.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"
#include "surrogates/space/space.h"

namespace bora::surrogates {

/// Rules by which some points of a product of variables mean the same, or are not possible.
struct MixedSpaceRules {
  std::vector<bool> whole;  ///< d_x: numbers that are whole; empty: none is
  /// Gives variables that mean nothing at this point one fixed value, so that there is one point of all that
  /// mean the same; none: every variable always means something.
  std::function<void(Eigen::VectorXd& point)> settle;
  /// Returns whether a settled point may be evaluated; none: every point may.
  std::function<bool(const Eigen::VectorXd& point)> allows;
  /// Violation of the constraints at a settled point: 0 if it is allowed, else > 0, and smaller if closer. It
  /// guides the search for points of a set too small for random draws; none: draws alone find them.
  std::function<double(const Eigen::VectorXd& point)> violation = {};
  /// m x d_x and m: inequalities, rows * numbers <= limits, that every allowed point meets.
  Eigen::MatrixXd rows = {};
  Eigen::VectorXd limits = {};
  bool rows_suffice = false;        ///< whether a point that meets them, rounding aside, is allowed
  std::vector<bool> computed = {};  ///< d_x: numbers that settle() computes from others; empty: none
  /// d_x: numbers whose exponential is whole; empty: none. Their bounds are those of the numbers that round
  /// to the least and the largest whole one.
  std::vector<bool> log_whole = {};
};

class FeasibleSet;

/// Space of d_h categorical variables, followed by d_x numbers in a box. A point is one vector of d_h + d_x
/// coordinates, so that every kernel, process and search over vectors serves it: first the categories, as
/// whole numbers 0, ..., C_i - 1 that only equality means something of, then the numbers.
class MixedSpace final : public Space<Eigen::VectorXd> {
 public:
  /// levels: C_i >= 2 of each categorical variable; lower, upper: d_x each, finite, lower < upper. Either
  /// part may be empty, not both. Bounds of whole numbers are whole. Throws InputError.
  MixedSpace(std::vector<int> levels, Eigen::VectorXd lower, Eigen::VectorXd upper,
             MixedSpaceRules rules = {});

  int categories() const { return static_cast<int>(levels_.size()); }  ///< d_h
  int numbers() const { return static_cast<int>(lower_.size()); }      ///< d_x
  int dimension() const { return categories() + numbers(); }
  const std::vector<int>& levels() const { return levels_; }
  const Eigen::VectorXd& lower() const { return lower_; }  ///< d_x
  const Eigen::VectorXd& upper() const { return upper_; }  ///< d_x

  /// Returns whether number j is whole.
  bool whole(int j) const { return !rules_.whole.empty() && rules_.whole[static_cast<std::size_t>(j)]; }
  /// Returns whether the exponential of number j is whole.
  bool log_whole(int j) const {
    return !rules_.log_whole.empty() && rules_.log_whole[static_cast<std::size_t>(j)];
  }
  /// Returns the point of the space that `point` stands for: whole numbers are rounded, and variables that
  /// mean nothing at it get their fixed values.
  Eigen::VectorXd settled(Eigen::VectorXd point) const;
  /// Returns whether variable i means something at a settled point: settled() neither fixes nor computes it.
  bool active(const Eigen::VectorXd& point, int i) const;
  /// Returns whether a settled point may be evaluated.
  bool allows(const Eigen::VectorXd& point) const override { return !rules_.allows || rules_.allows(point); }

  const MixedSpaceRules& rules() const { return rules_; }
  /// Returns whether draws almost never hit an allowed point. Then sample(), neighbours() and nearest() use
  /// chains inside the set of allowed points (FeasibleSet).
  bool sparse() const { return feasible_ != nullptr; }

  /// Returns the point that came closest to being allowed, where none was found; else none.
  std::optional<Eigen::VectorXd> closest() const;

  /// Draws an allowed point, uniformly, or nearly so if sparse(). Throws InputError if none is found.
  Eigen::VectorXd sample(Rng& rng) const override;
  /// Draws likewise; returns none if none of `tries` drawn points is allowed.
  std::optional<Eigen::VectorXd> try_sample(int tries, Rng& rng) const override;
  /// Returns points with another category, or with a number moved by a normal step of a tenth of its range, a
  /// whole one by at least 1; if sparse(), several variables change at once. Fewer than `count` if some are
  /// not allowed.
  std::vector<Eigen::VectorXd> neighbours(const Eigen::VectorXd& point, int count, Rng& rng) const override;
  Eigen::VectorXd nearest(Eigen::VectorXd point, Rng& rng) const override;
  std::string key(const Eigen::VectorXd& point) const override;
  void check(const Eigen::VectorXd& point) const override;

  /// Converts numbers to coordinates of the unit cube, and back to a settled point; categories do not change.
  Eigen::VectorXd to_unit(const Eigen::VectorXd& point) const;
  Eigen::VectorXd from_unit(const Eigen::VectorXd& unit) const;
  /// Returns to_unit() of n points as the rows that kernels and processes take, n x d.
  Eigen::MatrixXd to_units(const std::vector<Eigen::VectorXd>& points) const;
  /// Returns a coordinate for each value of a category, 1 at the value it has and 0 at the others, then the
  /// numbers in units.
  Eigen::VectorXd to_one_hot(const Eigen::VectorXd& point) const;
  /// Returns whether any rule makes points differ from a plain product of categories and real numbers.
  bool ruled() const override { return ruled_; }
  /// Return settled() and allows() for a point in units; without rules the unchanged point, and true.
  Eigen::VectorXd settled_unit(const Eigen::VectorXd& unit) const;
  bool allows_unit(const Eigen::VectorXd& unit) const;
  /// Draws number j, in units, from [low, high] within [0, 1]. Settled, a whole number at an end of its range
  /// has the same odds as the others, of which a plain uniform number would give it half.
  double draw_unit(int j, Rng& rng, double low = 0, double high = 1) const;
  /// Returns number j moved by `steps` whole numbers, in units; j must be whole, or its exponential.
  double stepped_unit(int j, double unit, int steps) const;
  /// Returns the largest difference of two points in a number that is not whole, as a share of its range;
  /// infinity where they differ in anything else or the space has no such number.
  double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  /// Returns the settled point at this distance() in a random direction, as far as the box and the rules
  /// let it; it may not be allowed.
  Eigen::VectorXd moved(const Eigen::VectorXd& point, double distance, Rng& rng) const;
  /// Returns the box, in units, of the points with the categories of `point`, d each; lower = upper for the
  /// categories.
  Bounds unit_box(const Eigen::VectorXd& point) const;

 private:
  bool real(int j) const { return !whole(j) && !log_whole(j); }
  /// Returns whether a drawn point, not settled yet, violates the linear inequalities beyond rounding.
  bool outside_rows(const Eigen::VectorXd& point) const;

  std::vector<int> levels_;
  Eigen::VectorXd lower_, upper_;
  MixedSpaceRules rules_;
  bool ruled_ = false;
  std::shared_ptr<const FeasibleSet> feasible_;  // null unless few points are allowed
  std::optional<Eigen::VectorXd> drawn(int tries, Rng& rng) const;
};

}  // namespace bora::surrogates
