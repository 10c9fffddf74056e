// The standard normal distribution and h(z) = phi(z) + z Phi(z), accurate in both tails.
#pragma once

namespace bora::surrogates {

inline constexpr double kLogSqrtTwoPi = 0.91893853320467274178;  ///< log(sqrt(2 pi))

double normal_density(double z);
/// Returns Phi(z), with full relative accuracy for negative z as far as doubles reach (z > -38).
double normal_cdf(double z);

/// Value of log h(z) and the two ratios that its derivatives need.
struct LogImprovement {
  double log_h;
  double cdf_over_h;      ///< the ratio Phi(z) / h(z), which equals d log h / dz
  double density_over_h;  ///< the ratio phi(z) / h(z)
};

/// Computes log h(z) and its ratios for every finite z. In the lower tail, with t = -z, Mills' ratio R(t) =
/// Phi(-t) / phi(t) has the continued fraction
///   R(t) = 1 / (t + c),  c = 1 / (t + 2 / (t + 3 / (t + ...)))
/// (Abramowitz and Stegun 26.2.14), hence h / phi = 1 - t R = c / (t + c): no difference of nearly equal
/// numbers is left, however small h is.
LogImprovement log_improvement(double z);

}  // namespace bora::surrogates
