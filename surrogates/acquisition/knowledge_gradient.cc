#include "surrogates/acquisition/knowledge_gradient.h"

#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/order.h"
#include "surrogates/sampling/normal.h"

namespace bora::surrogates {

void KnowledgeGradientOptions::check() const {
  if (points < 1) throw InputError("points: {} is below 1", points);
  if (kept < 1) throw InputError("kept: {} is below 1", kept);
}

LogRise log_expected_rise(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const Eigen::Index k = a.size();
  std::vector<Eigen::Index> order = consecutive(k);
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index i, Eigen::Index j) { return b[i] < b[j] || (b[i] == b[j] && a[i] < a[j]); });
  // Lines a_i + b_i Z that are the largest for some Z, sorted by slope, and the Z from which on each is the
  // largest.
  std::vector<Eigen::Index> lines;
  std::vector<double> from;
  for (const Eigen::Index i : order) {
    double start = -std::numeric_limits<double>::infinity();
    while (!lines.empty()) {
      const Eigen::Index last = lines.back();
      // The later one of two parallel lines is at least as large and replaces the earlier one.
      start = b[i] > b[last] ? (a[last] - a[i]) / (b[i] - b[last]) : -std::numeric_limits<double>::infinity();
      if (start > from.back()) break;
      lines.pop_back();
      from.pop_back();
    }
    if (lines.empty()) start = -std::numeric_limits<double>::infinity();
    lines.push_back(i);
    from.push_back(start);
  }

  constexpr double kNothing = -700;
  LogRise rise{kNothing, Eigen::VectorXd::Zero(k), Eigen::VectorXd::Zero(k)};
  // The rise is the sum of (b after c - b before c) h(-|c|) over the values c of Z at which the largest line
  // changes.
  std::vector<double> logs;
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 1; j < lines.size(); ++j) {
    logs.push_back(std::log(b[lines[j]] - b[lines[j - 1]]) + log_improvement(-std::abs(from[j])).log_h);
    largest = std::max(largest, logs.back());
  }
  if (!(largest > kNothing)) return rise;
  double sum = 0;
  for (const double log_part : logs) sum += std::exp(log_part - largest);
  rise.value = largest + std::log(sum);
  const double inverse = std::exp(-rise.value);
  for (std::size_t j = 0; j < lines.size(); ++j) {
    const bool last = j + 1 == lines.size();
    const double low = from[j], high = last ? std::numeric_limits<double>::infinity() : from[j + 1];
    // P(low < Z < high), minus 1 for the line that is the largest at Z = 0. It is computed from tail
    // probabilities, since differences of larger numbers would lose all digits if the rise is small.
    const double share = low > 0     ? normal_cdf(-low) - normal_cdf(-high)
                         : high <= 0 ? normal_cdf(high) - normal_cdf(low)
                                     : -normal_cdf(low) - normal_cdf(-high);
    rise.by_a[lines[j]] += share * inverse;
    rise.by_b[lines[j]] += (normal_density(low) - normal_density(high)) * inverse;
  }
  return rise;
}

double KnowledgeGradient::value(const JointMoments& at, Eigen::Index i, JointMomentSlopes* slopes) const {
  constexpr double kLeastVariance = 1e-18;
  const Eigen::Index k = mean_.size();
  const double total = at.variance[i] + noise_;
  const bool floored = !(total > kLeastVariance);
  const double s = std::sqrt(floored ? kLeastVariance : total);
  Eigen::VectorXd a(k + 1), b(k + 1);
  a << mean_, at.mean[i];
  b << at.covariance.col(i) / s, at.variance[i] / s;
  const LogRise rise = log_expected_rise(a, b);
  if (slopes == nullptr) return rise.value;
  slopes->mean = rise.by_a[k];
  slopes->covariance = rise.by_b.head(k) / s;
  slopes->variance = rise.by_b[k] / s - (floored ? 0 : rise.by_b.dot(b) / (2 * s * s));
  return rise.value;
}

}  // namespace bora::surrogates
