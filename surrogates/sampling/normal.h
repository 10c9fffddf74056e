// The standard normal distribution, and h(z) = phi(z) + z Phi(z) of the expected improvement, accurate in
// both tails.
#pragma once

namespace bora::surrogates {

inline constexpr double kLogSqrtTwoPi = 0.91893853320467274178;  ///< log(sqrt(2 pi))

/// Returns phi(z).
double normal_density(double z);
/// Returns Phi(z), with full relative accuracy in the lower tail until it underflows (z < -38).
double normal_cdf(double z);
/// Returns the quantile z, which satisfies Phi(z) = p; 0 < p < 1.
double normal_quantile(double p);
/// Returns phi(z) / Phi(z), which is accurate for every finite z.
double normal_hazard(double z);

/// Value of log h(z) and the two ratios that its derivatives need.
struct LogImprovement {
  double log_h;
  double cdf_over_h;      ///< the ratio Phi(z) / h(z), which equals d log h / dz
  double density_over_h;  ///< the ratio phi(z) / h(z)
};

/// Computes log h(z) and its ratios for every finite z. In the lower tail, with t = -z, Mills' ratio R(t) =
/// Phi(-t) / phi(t) has the continued fraction
///   R(t) = 1 / (t + c),  c = 1 / (t + 2 / (t + 3 / (t + ...)))
/// (Abramowitz and Stegun 26.2.14). It gives h / phi = 1 - t R = c / (t + c) without the cancellation that
/// phi + z Phi suffers there (Ament et al. 2023 treat the same problem).
LogImprovement log_improvement(double z);

}  // namespace bora::surrogates
