// Inference from noisy values about the points at which they were observed.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Expected values at m points.
struct ExpectedValues {
  std::vector<int> points;  ///< m indices into the given points: all, or 2,000 if there are more
  /// Expected values (m), with the hyper-parameters that fit best.
  Eigen::VectorXd mean;
  /// Bounds of the 95% interval of the mean, and standard deviation of a single value: m each.
  Eigen::VectorXd lower, upper, noise;
};

/// Returns expected values by a Gaussian process with the kernel of make_default_kernel() and a learnt noise.
/// The process models the values, or their YeoJohnson transform if the log evidence of this is larger by 10.
/// Returns none with fewer than 4 values, and unless all of the following show noise that matters:
///
///   - The process explains the values better, by 3 in log evidence, than any process without noise (1e-3 of
///     the values' standard deviation), with the same kernel and with the kernel plus bumps of lengthscales
///     from 0.005 to 0.3 of the box. So noise is detected if close points have different values.
///     Alternatively, it is better by 10 than without bumps, at least as good as with bumps, and the noise is
///     at least two fifths of the values' standard deviation: to a search such bumps are noise.
///   - The noise is at least a hundredth of the values' standard deviation.
///   - The noise is more than half the least step between values, which is the effect of rounding.
///
/// known: variance of the noise if repeats measured it. It replaces the three conditions and the learnt
/// noise; noise then matters if it is more than 1e-6 of the values' variance.
///
/// Hyper-parameters are fitted to at most 200 values. With at most 400 values, intervals and noise are
/// averages over 32 draws of the hyper-parameters (elliptical slice sampling), since the best ones alone give
/// intervals that are too short. points, values: n, finite. Deterministic.
std::optional<ExpectedValues> expected_values(const MixedSpace& space,
                                              const std::vector<Eigen::VectorXd>& points,
                                              const Eigen::VectorXd& values,
                                              std::optional<double> known = std::nullopt);

}  // namespace bora::surrogates
