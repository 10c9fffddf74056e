// Trust region that grows after successes and shrinks after failures.
#pragma once

#include <algorithm>

#include <Eigen/Core>

#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Options that TrustRegion takes. The default sides are those of TuRBO (Eriksson et al. 2019).
struct TrustRegionOptions {
  double side = 0.8;                 ///< first side, in unit coordinates
  double smallest_side = 0.0078125;  ///< side below which the region is exhausted
  double largest_side = 1.6;         ///< maximum of the side
  int successes = 3;                 ///< successes in a row after which it grows
  int failures = 40;    ///< failures in a row after which it shrinks; 20 in the attack of Ru 2021
  double factor = 1.5;  ///< factor by which it grows and shrinks, > 1
  /// Schedule of the radius. False: it starts at d_h, which is also the largest, keeps its fraction when it
  /// changes, and ends the region below 1. True: as in the authors' code of Casmopolitan, it starts at 20,
  /// even if there are fewer categories, is rounded down when it changes, and ends the region at 1. The
  /// largest is then d_h or, with fewer than 20 categories, 30.
  bool published_radius = false;
  void check() const;  ///< throws InputError naming the field
};

/// Trust region of Casmopolitan (Ru 2021, section 5.6) and TuRBO: for the numbers a box whose sides are
/// proportional to the lengthscales, for the categories all points that differ from the centre in at most
/// radius() variables.
class TrustRegion {
 public:
  /// categories: number d_h >= 0 of categorical variables. options: as check() accepts.
  TrustRegion(const TrustRegionOptions& options, int categories);

  /// Records a step that improved on the incumbent (success) or did not.
  void tell(bool success);
  /// Returns whether the side is below the smallest one or, with categories, the radius has ended the region.
  bool exhausted() const;

  double side() const { return side_; }
  /// Returns the radius, at most d_h.
  int radius() const { return std::min(static_cast<int>(radius_ + 1e-9), categories_); }
  /// Returns the box around `centre`, d_x numbers, clipped to the unit cube. The side of number j is side()
  /// lengthscales[j] / (geometric mean of the lengthscales), so that the volume before clipping is
  /// side()^d_x.
  Bounds box(const Eigen::VectorXd& centre, const Eigen::VectorXd& lengthscales) const;

 private:
  TrustRegionOptions options_;
  int categories_;
  double side_, radius_, largest_radius_;
  int successes_ = 0, failures_ = 0;
};

}  // namespace bora::surrogates
