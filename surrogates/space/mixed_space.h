// Spaces of categories and numbers.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"
#include "surrogates/space/space.h"

namespace bora::surrogates {

/// Rules by which some points of a product of variables are equivalent or not allowed.
struct MixedSpaceRules {
  std::vector<bool> whole;  ///< d_x: whether each number is an integer; empty: none is
  /// Function that sets the inactive variables of a point (those without effect there) to a fixed value, so
  /// that equivalent points are equal. None: every variable is always active.
  std::function<void(Eigen::VectorXd& point)> settle;
  /// Function that returns whether a settled point may be evaluated. None: every point may be.
  std::function<bool(const Eigen::VectorXd& point)> allows;
  /// Function that returns the violation of the constraints at a settled point: 0 if the point is allowed,
  /// otherwise positive and smaller the closer it is. It guides the search for allowed points where random
  /// draws rarely find one. None: only random draws are used.
  std::function<double(const Eigen::VectorXd& point)> violation = {};
  /// m x d_x and m: linear inequalities, rows * numbers <= limits, that every allowed point meets.
  Eigen::MatrixXd rows = {};
  Eigen::VectorXd limits = {};
  bool rows_suffice = false;        ///< whether meeting them, rounding aside, makes a point allowed
  std::vector<bool> computed = {};  ///< d_x: numbers that settle() computes from others; empty: none
  /// d_x: whether the exponential of each number is an integer; empty: none is. The bounds of such a number
  /// are those of the values that round to the least and the largest integer.
  std::vector<bool> log_whole = {};
};

class FeasibleSet;

/// Space of d_h categorical variables and d_x numbers in a box. A point is one vector of d_h + d_x
/// coordinates, so that every kernel, process and search over vectors can be used: first the categories,
/// coded 0, ..., C_i - 1 (without order), then the numbers.
class MixedSpace final : public Space<Eigen::VectorXd> {
 public:
  /// levels: number of values C_i >= 2 of each categorical variable. lower, upper: bounds of the d_x numbers,
  /// finite, lower < upper, integers for integer numbers. One of the two kinds may be missing. Throws
  /// InputError.
  MixedSpace(std::vector<int> levels, Eigen::VectorXd lower, Eigen::VectorXd upper,
             MixedSpaceRules rules = {});

  int categories() const { return static_cast<int>(levels_.size()); }  ///< d_h
  int numbers() const { return static_cast<int>(lower_.size()); }      ///< d_x
  int dimension() const { return categories() + numbers(); }
  const std::vector<int>& levels() const { return levels_; }
  const Eigen::VectorXd& lower() const { return lower_; }  ///< d_x
  const Eigen::VectorXd& upper() const { return upper_; }  ///< d_x

  /// Returns whether number j is an integer.
  bool whole(int j) const { return !rules_.whole.empty() && rules_.whole[static_cast<std::size_t>(j)]; }
  /// Returns whether the exponential of number j is an integer.
  bool log_whole(int j) const {
    return !rules_.log_whole.empty() && rules_.log_whole[static_cast<std::size_t>(j)];
  }
  /// Returns the point of the space that `point` represents: integer numbers are rounded, and inactive
  /// variables get their fixed values.
  Eigen::VectorXd settled(Eigen::VectorXd point) const;
  /// Returns whether variable i of a settled point is active: settled() neither fixes nor computes it.
  bool active(const Eigen::VectorXd& point, int i) const;
  /// Returns whether a settled point may be evaluated.
  bool allows(const Eigen::VectorXd& point) const override { return !rules_.allows || rules_.allows(point); }

  const MixedSpaceRules& rules() const { return rules_; }
  /// Returns whether random draws almost never hit an allowed point. If so, sample(), neighbours() and
  /// nearest() use Markov chains inside the set of allowed points (FeasibleSet).
  bool sparse() const { return feasible_ != nullptr; }

  /// If no allowed point was found, returns the one that came closest to being allowed; otherwise none.
  std::optional<Eigen::VectorXd> closest() const;

  /// Returns a random allowed point, uniform, or nearly uniform if sparse(). Throws InputError if none is
  /// found.
  Eigen::VectorXd sample(Rng& rng) const override;
  /// Returns a random allowed point, or none if none of `tries` draws is allowed.
  std::optional<Eigen::VectorXd> try_sample(int tries, Rng& rng) const override;
  /// Returns up to `count` neighbours: points in which one category differs, or one number is moved by a
  /// normal step with a standard deviation of a tenth of its range, an integer by at least 1. If sparse(),
  /// several variables change at once. Neighbours that are not allowed are left out.
  std::vector<Eigen::VectorXd> neighbours(const Eigen::VectorXd& point, int count, Rng& rng) const override;
  Eigen::VectorXd nearest(Eigen::VectorXd point, Rng& rng) const override;
  std::string key(const Eigen::VectorXd& point) const override;
  void check(const Eigen::VectorXd& point) const override;

  /// Converts numbers to the unit cube, and back to a settled point. Categories do not change.
  Eigen::VectorXd to_unit(const Eigen::VectorXd& point) const;
  Eigen::VectorXd from_unit(const Eigen::VectorXd& unit) const;
  /// Returns to_unit() of n points as rows, n x d, as kernels and processes take them.
  Eigen::MatrixXd to_units(const std::vector<Eigen::VectorXd>& points) const;
  /// Returns the one-hot encoding of the categories (a coordinate for each value of each category), followed
  /// by the numbers in units.
  Eigen::VectorXd to_one_hot(const Eigen::VectorXd& point) const;
  /// Returns whether there are rules, so that the space differs from a plain product of categories and real
  /// numbers.
  bool ruled() const override { return ruled_; }
  /// Return settled() and allows() for a point in units. Without rules they return the unchanged point and
  /// true.
  Eigen::VectorXd settled_unit(const Eigen::VectorXd& unit) const;
  bool allows_unit(const Eigen::VectorXd& unit) const;
  /// Returns a random value of number j in units, within [low, high], which is within [0, 1]. After rounding,
  /// an integer at an end of its range is as probable as any other; with a uniform draw it would be half as
  /// probable.
  double draw_unit(int j, Rng& rng, double low = 0, double high = 1) const;
  /// Converts a number that is uniform in [0, 1] to a value of number j in units. After rounding, every
  /// integer of the range has the same probability, as with draw_unit().
  double even_unit(int j, double uniform) const;
  /// Returns number j, in units, moved by `steps` integers. Number j or its exponential must be an integer.
  double stepped_unit(int j, double unit, int steps) const;
  /// Returns the largest difference between two points in any real number, as a share of the number's range.
  /// Infinity if they differ in a category or an integer, or the space has no real number.
  double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  /// Returns the settled point at this distance() from `point` in a random direction, or closer where the box
  /// or the rules limit it. It may not be allowed.
  Eigen::VectorXd moved(const Eigen::VectorXd& point, double distance, Rng& rng) const;
  /// Returns the bounds, in units, of the points with the categories of `point`: d each, equal for the
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
