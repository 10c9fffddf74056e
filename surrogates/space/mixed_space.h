// Spaces of categories and numbers.
#pragma once

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"
#include "surrogates/space/space.h"

namespace bora {

/// d_h categorical variables, followed by d_x numbers in a box. A point is one vector of d_h + d_x
/// coordinates, so that every kernel, process and search over vectors serves it: first the categories, as
/// whole numbers 0, ..., C_i - 1 that only equality means something of, then the numbers.
class MixedSpace final : public Space<Eigen::VectorXd> {
 public:
  /// levels: C_i >= 2 of each categorical variable; lower, upper: d_x each, finite, lower < upper. Either
  /// part may be empty, not both. Throws InputError.
  MixedSpace(std::vector<int> levels, Eigen::VectorXd lower, Eigen::VectorXd upper);

  int categories() const { return static_cast<int>(levels_.size()); }  ///< d_h
  int numbers() const { return static_cast<int>(lower_.size()); }      ///< d_x
  int dimension() const { return categories() + numbers(); }
  const std::vector<int>& levels() const { return levels_; }
  const Eigen::VectorXd& lower() const { return lower_; }  ///< d_x
  const Eigen::VectorXd& upper() const { return upper_; }  ///< d_x

  Eigen::VectorXd sample(Rng& rng) const override;
  /// Another category, or a number moved by a normal step of a tenth of its range.
  std::vector<Eigen::VectorXd> neighbours(const Eigen::VectorXd& point, int count, Rng& rng) const override;
  std::string key(const Eigen::VectorXd& point) const override;
  void check(const Eigen::VectorXd& point) const override;

  /// The numbers as coordinates of the unit cube, and back; categories stay as they are.
  Eigen::VectorXd to_unit(const Eigen::VectorXd& point) const;
  Eigen::VectorXd from_unit(const Eigen::VectorXd& unit) const;
  /// The box, in units, of the points that share the categories of `point`: d each, lower = upper there.
  Bounds unit_box(const Eigen::VectorXd& point) const;

 private:
  std::vector<int> levels_;
  Eigen::VectorXd lower_, upper_;
};

}  // namespace bora
