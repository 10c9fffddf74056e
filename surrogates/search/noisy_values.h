// Estimates of the expected values at points that were observed with noise.
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Expected values at m points.
struct ExpectedValues {
  std::vector<int> points;  ///< m indices into the given points: all n, or 2,000 if n is larger
  /// Expected values (m) under the hyper-parameters that fit best.
  Eigen::VectorXd mean;
  /// Bounds of the 95% intervals of the expected values, and standard deviations of single values: m each.
  Eigen::VectorXd lower, upper, noise;
};

/// Returns the expected values under a Gaussian process with the kernel of make_default_kernel() and a fitted
/// noise. The process models the values, or their YeoJohnson transform if that increases the log evidence by
/// more than 10. Returns nothing if there are fewer than 4 values, if they are all equal, or unless all of
/// these conditions hold:
///
///   - The process is clearly better than two processes A and B without noise (1e-3 of the values' standard
///     deviation). A has the same kernel, on the numbers as they are or on a logarithmic scale from one of
///     their bounds (a size of 1 to 4,096 varies most near 1). B has an added kernel of lengthscales from
///     0.005 to 0.3 of the box, which explains noise as bumps between points. Either the log evidence exceeds
///     that of A and that of B by more than 3, which happens if close points have different values. Or it
///     exceeds that of A by more than 10 and is at least that of B, and the noise is more than two fifths of
///     the values' standard deviation: a search cannot tell such bumps from noise.
///   - The noise is more than a hundredth of the values' standard deviation.
///   - The noise is more than half of the smallest difference of two values; less is the effect of rounding.
///
/// known: variance of the noise if it has been measured by repeated evaluations. It replaces the fitted noise
/// and the three conditions by one: it must be more than 1e-6 of the values' variance.
///
/// Hyper-parameters are fitted to at most 200 values. With at most 400 values, intervals and noise are
/// averages over 32 draws of the hyper-parameters (elliptical slice sampling), since the best ones alone give
/// intervals that are too short. points, values: n each, values finite. The result is deterministic.
std::optional<ExpectedValues> expected_values(const MixedSpace& space,
                                              const std::vector<Eigen::VectorXd>& points,
                                              const Eigen::VectorXd& values,
                                              std::optional<double> known = std::nullopt);

}  // namespace bora::surrogates
