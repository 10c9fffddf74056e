// Inference from noisy values about the points at which they were observed.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Expected values at m points.
struct ExpectedValues {
  std::vector<int> points;  ///< m indices of points given: all, or 2,000 of them where there are more
  /// m: with the hyper-parameters that fit best.
  Eigen::VectorXd mean;
  /// m each: bounds of the 95% interval of the mean, and standard deviation of one value.
  Eigen::VectorXd lower, upper, noise;
};

/// Computes expected values by a Gaussian process with the kernel of make_default_kernel() and a learnt
/// noise, of the values as they are or, where their log evidence is larger by 10, transformed by YeoJohnson.
/// None unless values show noise that matters:
/// - the values are 20 times as likely (3 in log evidence) as under the best process without noise (1e-3 of
///   the values' standard deviation), with the same kernel alone and with bumps of lengthscales of 0.005 to
///   0.3 of the box added: noise is seen where close points have different values. Or they are 10 in log
///   evidence more likely than without bumps, no less likely than with them, and the noise is two fifths of
///   the values' standard deviation or more: such bumps are noise to a search,
/// - the noise is a hundredth of the values' standard deviation or more, and
/// - more than half the least step between values, which is how far rounding goes.
/// known: variance of the noise where it was measured by repeats, which takes the place of these: then the
/// noise matters where its share of the values' variance is above 1e-6, and the process has this noise.
/// Hyper-parameters are fitted to 200 values at most. With at most 400 values, intervals and the noise are
/// averaged over 32 draws of them (elliptical slice sampling), since the best ones alone give intervals that
/// are too short. None of fewer than 4 values. points, values: n, finite. The same arguments give the same
/// result.
std::optional<ExpectedValues> expected_values(const MixedSpace& space,
                                              const std::vector<Eigen::VectorXd>& points,
                                              const Eigen::VectorXd& values,
                                              std::optional<double> known = std::nullopt);

}  // namespace bora::surrogates
