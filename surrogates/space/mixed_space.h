// Spaces of categories and numbers.
#pragma once

#include <functional>
#include <optional>

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"
#include "surrogates/space/space.h"

namespace bora {

/// What makes some points of a product of variables mean the same, or not be possible.
struct MixedSpaceRules {
  std::vector<bool> whole;  ///< d_x: numbers that are whole; empty: none is
  /// Gives variables that mean nothing at this point one fixed value, so that there is one point of all that
  /// mean the same; none: every variable always means something.
  std::function<void(Eigen::VectorXd& point)> settle;
  /// Whether a settled point may be evaluated; none: every point may.
  std::function<bool(const Eigen::VectorXd& point)> allows;
};

/// d_h categorical variables, followed by d_x numbers in a box. A point is one vector of d_h + d_x
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

  /// Whether number j is whole.
  bool whole(int j) const { return !rules_.whole.empty() && rules_.whole[static_cast<std::size_t>(j)]; }
  /// The point of the space that `point` stands for: whole numbers rounded, what means nothing fixed.
  Eigen::VectorXd settled(Eigen::VectorXd point) const;
  /// Whether a settled point may be evaluated.
  bool allows(const Eigen::VectorXd& point) const override { return !rules_.allows || rules_.allows(point); }

  /// Of the points that are allowed. Throws InputError if none of 100,000 drawn is.
  Eigen::VectorXd sample(Rng& rng) const override;
  /// The same; none if none of `tries` is allowed.
  std::optional<Eigen::VectorXd> try_sample(int tries, Rng& rng) const override;
  /// Another category, or a number moved by a normal step of a tenth of its range, a whole one by at least 1.
  /// Fewer than `count` where some are not allowed.
  std::vector<Eigen::VectorXd> neighbours(const Eigen::VectorXd& point, int count, Rng& rng) const override;
  std::string key(const Eigen::VectorXd& point) const override;
  void check(const Eigen::VectorXd& point) const override;

  /// The numbers as coordinates of the unit cube, and back to a settled point; categories stay as they are.
  Eigen::VectorXd to_unit(const Eigen::VectorXd& point) const;
  Eigen::VectorXd from_unit(const Eigen::VectorXd& unit) const;
  /// to_unit() of n points, as the rows that kernels and processes take: n x d.
  Eigen::MatrixXd to_units(const std::vector<Eigen::VectorXd>& points) const;
  /// A coordinate for each value of a category, 1 at the value it has and 0 at the others, then the numbers
  /// in units.
  Eigen::VectorXd to_one_hot(const Eigen::VectorXd& point) const;
  /// Whether any rule makes points differ from a plain product of categories and real numbers.
  bool ruled() const override { return ruled_; }
  /// settled() and allows() of a point in units; without rules the point as it is, and true.
  Eigen::VectorXd settled_unit(const Eigen::VectorXd& unit) const;
  bool allows_unit(const Eigen::VectorXd& unit) const;
  /// The box, in units, of the points that share the categories of `point`: d each, lower = upper there.
  Bounds unit_box(const Eigen::VectorXd& point) const;

 private:
  std::vector<int> levels_;
  Eigen::VectorXd lower_, upper_;
  MixedSpaceRules rules_;
  bool ruled_ = false;
};

}  // namespace bora
