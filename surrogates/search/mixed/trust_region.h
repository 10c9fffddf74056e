// Region that grows while steps inside it succeed and shrinks while they fail.
#pragma once

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Options of the trust region that is used by Casmopolitan (Ru 2021, section 5.6) and TuRBO (Eriksson et al.
/// 2019). The default sides are those of TuRBO.
struct TrustRegionOptions {
  double side = 0.8, smallest_side = 0.0078125, largest_side = 1.6;  ///< sides over numbers, in units
  int successes = 3;                                                 ///< number in a row after which it grows
  int failures = 40;    ///< number in a row after which it shrinks; 20 in Casmopolitan's attack
  double factor = 1.5;  ///< factor by which it grows and shrinks
  void check() const;   ///< throws InputError naming the field
};

/// Trust region: over numbers a box whose sides are proportional to lengthscales, over categories all points
/// that differ from the centre in at most `radius` variables.
class TrustRegion {
 public:
  /// categories: d_h >= 0, the first radius.
  TrustRegion(const TrustRegionOptions& options, int categories);

  /// Records a step that improved on the incumbent (success) or did not.
  void tell(bool success);
  /// Returns whether it has shrunk below its smallest side or, with categories, below a radius of 1.
  bool exhausted() const;

  double side() const { return side_; }
  int radius() const { return static_cast<int>(radius_ + 1e-9); }
  /// Returns the box around numbers `centre`, within the unit cube, d_x each. Its volume is side^d_x, less
  /// the parts outside the cube.
  Bounds box(const Eigen::VectorXd& centre, const Eigen::VectorXd& lengthscales) const;

 private:
  TrustRegionOptions options_;
  int categories_;
  double side_, radius_;
  int successes_ = 0, failures_ = 0;
};

}  // namespace bora::surrogates
