// Spaces of categories and numbers.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"
#include "surrogates/space/space.h"

namespace bora::surrogates {

/// Rules that make points of a product of variables equivalent or not allowed.
struct MixedSpaceRules {
  std::vector<bool> whole;  ///< d_x: whether each number is an integer; empty: none is
  /// Function that sets the inactive variables of a point, which have no effect there, to fixed values, so
  /// that equivalent points become equal; such a point is called settled. None: all variables are always
  /// active.
  std::function<void(Eigen::VectorXd& point)> settle;
  /// Function that returns whether a settled point is allowed to be evaluated. None: all points are.
  std::function<bool(const Eigen::VectorXd& point)> allows;
  /// Function that returns the violation of the constraints at a settled point: 0 if the point is allowed,
  /// otherwise positive, and smaller closer to the allowed points. It guides the search for allowed points if
  /// random points are rarely allowed. None: only random points are used.
  std::function<double(const Eigen::VectorXd& point)> violation = {};
  /// Linear inequalities, rows * numbers <= limits, that all allowed points meet: m x d_x and m.
  Eigen::MatrixXd rows = {};
  Eigen::VectorXd limits = {};
  bool rows_suffice = false;        ///< whether all points that meet them are allowed, up to rounding
  std::vector<bool> computed = {};  ///< d_x: numbers that settle() computes from others; empty: none
  /// d_x: whether the exponential of each number is an integer; empty: none is. If the integer has the bounds
  /// low and high, the number has the bounds log(low - 1/2) and log(high + 1/2).
  std::vector<bool> log_whole = {};
};

class FeasibleSet;

/// Space of d_h categorical variables and d_x numbers in a box. A point is one vector of d_h + d_x
/// coordinates, so that every kernel, process and search over vectors can be used: first the categories,
/// coded 0, ..., C_i - 1 (without order), then the numbers.
class MixedSpace final : public Space<Eigen::VectorXd> {
 public:
  /// levels: number of categories C_i >= 2 of each categorical variable; lower, upper: bounds of the d_x
  /// numbers, finite, lower < upper, integers for integer numbers. d_h or d_x may be 0. Throws InputError.
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
  /// Returns whether number j is real: neither it nor its exponential is an integer.
  bool real(int j) const { return !whole(j) && !log_whole(j); }
  /// Returns whether no number is real, so that the space has a finite number of points.
  bool finite() const;
  /// Returns the settled point that `point` represents: integer numbers are rounded, and inactive variables
  /// get their fixed values.
  Eigen::VectorXd settled(Eigen::VectorXd point) const;
  /// Returns whether variable i of a settled point is active: settled() neither fixes nor computes it.
  bool active(const Eigen::VectorXd& point, int i) const;
  /// Returns whether a settled point may be evaluated.
  bool allows(const Eigen::VectorXd& point) const override { return !rules_.allows || rules_.allows(point); }

  const MixedSpaceRules& rules() const { return rules_; }
  /// Returns whether random points are hardly ever allowed. If so, sample(), neighbours() and nearest() use
  /// Markov chains inside the set of allowed points (FeasibleSet).
  bool sparse() const { return feasible_ != nullptr; }

  /// Returns the point of least violation if no allowed point was found; otherwise none.
  std::optional<Eigen::VectorXd> closest() const;

  /// Returns a random allowed point, uniform, or nearly uniform if sparse(). Throws InputError if none is
  /// found.
  Eigen::VectorXd sample(Rng& rng) const override;
  /// Returns a random allowed point; none if none of `tries` random points is allowed.
  std::optional<Eigen::VectorXd> try_sample(int tries, Rng& rng) const override;
  /// Returns up to `count` random neighbours, in which one category is changed, or one number by a normal
  /// step with a standard deviation of a tenth of its range, an integer by at least 1. If sparse(), several
  /// variables change at once. Points that are not allowed are left out.
  std::vector<Eigen::VectorXd> neighbours(const Eigen::VectorXd& point, int count, Rng& rng) const override;
  Eigen::VectorXd nearest(Eigen::VectorXd point, Rng& rng) const override;
  std::string key(const Eigen::VectorXd& point) const override;
  void check(const Eigen::VectorXd& point) const override;

  /// Convert a point to unit coordinates and back. In unit coordinates, numbers are scaled from their bounds
  /// to [0, 1], and categories are not changed. from_unit() returns a settled point.
  Eigen::VectorXd to_unit(const Eigen::VectorXd& point) const;
  Eigen::VectorXd from_unit(const Eigen::VectorXd& unit) const;
  /// Returns to_unit() of n points as rows, n x d, the input of kernels and processes.
  Eigen::MatrixXd to_units(const std::vector<Eigen::VectorXd>& points) const;
  /// Returns the one-hot code of the categories (a coordinate for each category of each variable), followed
  /// by the numbers in unit coordinates.
  Eigen::VectorXd to_one_hot(const Eigen::VectorXd& point) const;
  /// Returns whether there are rules or integers, so that the space is not a product of categories and real
  /// numbers.
  bool ruled() const override { return ruled_; }
  /// Return settled() and allows() of a point in unit coordinates.
  Eigen::VectorXd settled_unit(const Eigen::VectorXd& unit) const;
  bool allows_unit(const Eigen::VectorXd& unit) const;
  /// Returns a random value of number j in unit coordinates, within [low, high], a part of [0, 1]. The
  /// distribution is uniform or, for an integer, such that after rounding the least and the largest integer
  /// are as probable as any other.
  double draw_unit(int j, Rng& rng, double low = 0, double high = 1) const;
  /// Converts a number in [0, 1] to a value of number j in unit coordinates. If it is uniformly distributed,
  /// all integers of the range have the same probability after rounding, as with draw_unit().
  double even_unit(int j, double uniform) const;
  /// Returns number j, in unit coordinates, changed by `steps` integers; it may be outside its range. Number
  /// j or its exponential must be an integer.
  double stepped_unit(int j, double unit, int steps) const;
  /// Returns the largest difference between two points in a real number, as a share of its range; infinity if
  /// they differ in a category or an integer, or the space has no real number.
  double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  /// Returns the settled point at `distance` (as distance()) from `point` in a random direction, or closer if
  /// the box or the rules limit it. The point may not be allowed.
  Eigen::VectorXd moved(const Eigen::VectorXd& point, double distance, Rng& rng) const;
  /// Returns the box, in unit coordinates, of the points with the categories of `point`: d bounds each, equal
  /// for the categories.
  Bounds unit_box(const Eigen::VectorXd& point) const;

 private:
  /// Returns whether a point that may not be settled violates the linear inequalities by more than rounding.
  bool outside_rows(const Eigen::VectorXd& point) const;

  std::vector<int> levels_;
  Eigen::VectorXd lower_, upper_;
  MixedSpaceRules rules_;
  bool ruled_ = false;
  std::shared_ptr<const FeasibleSet> feasible_;  // null unless sparse()
  // Returns the first allowed one of `tries` random points; none if there is none.
  std::optional<Eigen::VectorXd> drawn(int tries, Rng& rng) const;
};

}  // namespace bora::surrogates
