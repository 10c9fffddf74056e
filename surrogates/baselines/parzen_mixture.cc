#include "surrogates/baselines/parzen_mixture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/order.h"
#include "surrogates/sampling/normal.h"

namespace bora::surrogates {
namespace {

using Grid = ParzenVariable::Grid;

// Returns log(Phi(b) - Phi(a)) for a < b. If a > 0 it is computed in the left tail, where differences are
// accurate.
double log_mass(double a, double b) {
  return std::log(a > 0 ? normal_cdf(-a) - normal_cdf(-b) : normal_cdf(b) - normal_cdf(a));
}

// Returns the normalised weights of n observations, the oldest first, and of the prior kernel.
Eigen::VectorXd weights_of(Eigen::Index n) {
  constexpr Eigen::Index kFull = 25;  // number of latest observations of full weight
  Eigen::VectorXd weights = Eigen::VectorXd::Ones(n + 1);
  const auto count = static_cast<double>(n);
  if (n > kFull + 1) weights.head(n - kFull) = Eigen::VectorXd::LinSpaced(n - kFull, 1 / count, 1);
  if (n == kFull + 1) weights[0] = 1 / count;
  return weights / weights.sum();
}

// Returns the standard deviations of the kernels at n numbers.
Eigen::VectorXd widths_of(const Eigen::VectorXd& centres, double low, double high) {
  const auto n = static_cast<std::size_t>(centres.size());
  const auto order = ascending<Eigen::Index>(centres);
  const double range = high - low;
  const double narrowest = range / std::min(100.0, static_cast<double>(n) + 2);
  Eigen::VectorXd widths(centres.size());
  for (std::size_t i = 0; i < n; ++i) {
    const double centre = centres[order[i]];
    // A single observation has only the bounds as neighbours.
    double before = n == 1 ? centre - low : 0;
    double after = n == 1 ? high - centre : 0;
    if (i > 0) before = centre - centres[order[i - 1]];
    if (i + 1 < n) after = centres[order[i + 1]] - centre;
    widths[order[i]] = std::clamp(std::max(before, after), narrowest, range);
  }
  return widths;
}

}  // namespace

ParzenMixture::ParzenMixture(std::vector<ParzenVariable> variables, Eigen::MatrixXd observations)
    : variables_(std::move(variables)), centres_(std::move(observations)) {
  const Eigen::Index n = centres_.rows();
  centres_.conservativeResize(n + 1, Eigen::NoChange);
  widths_ = log_inside_ = Eigen::MatrixXd::Zero(n + 1, centres_.cols());
  for (Eigen::Index j = 0; j < centres_.cols(); ++j) {
    const auto& [levels, low, high, grid] = variables_[static_cast<std::size_t>(j)];
    centres_(n, j) = (low + high) / 2;
    if (levels > 0) continue;
    widths_.col(j) << widths_of(centres_.col(j).head(n), low, high), high - low;
    for (Eigen::Index i = 0; i <= n; ++i)
      log_inside_(i, j) =
          log_mass((low - centres_(i, j)) / widths_(i, j), (high - centres_(i, j)) / widths_(i, j));
  }
  weights_ = weights_of(n);
}

double ParzenMixture::category_probability(Eigen::Index kernel, Eigen::Index j, Eigen::Index level) const {
  const int levels = variables_[static_cast<std::size_t>(j)].levels;
  const double each = 1 / static_cast<double>(centres_.rows());
  if (kernel + 1 == centres_.rows()) return 1.0 / levels;
  return (each + (static_cast<Eigen::Index>(centres_(kernel, j)) == level ? 1 : 0)) / (1 + levels * each);
}

double ParzenMixture::log_kernel(Eigen::Index kernel, Eigen::Index j, double x) const {
  const ParzenVariable& variable = variables_[static_cast<std::size_t>(j)];
  if (variable.levels > 0) return std::log(category_probability(kernel, j, static_cast<Eigen::Index>(x)));
  const double centre = centres_(kernel, j), width = widths_(kernel, j);
  const auto between = [&](double low, double high) {
    return log_mass((low - centre) / width, (high - centre) / width) - log_inside_(kernel, j);
  };
  // Distance of neighbouring values of the grid. If it is tiny relative to the width, the probability is its
  // product with the density, since the difference of two distribution functions would be a rounding error.
  constexpr double kNarrow = 1e-12;
  double step = 1;
  if (variable.grid == Grid::whole && step > kNarrow * width) return between(x - 0.5, x + 0.5);
  if (variable.grid == Grid::log_whole) {
    const double whole = std::round(std::exp(x));
    step = 1 / whole;
    if (step > kNarrow * width) return between(std::log(whole - 0.5), std::log(whole + 0.5));
  }
  const double z = (x - centre) / width;
  return -0.5 * z * z - kLogSqrtTwoPi - std::log(width) + std::log(step) - log_inside_(kernel, j);
}

double ParzenMixture::draw_number(Eigen::Index kernel, Eigen::Index j, Rng& rng) const {
  const ParzenVariable& variable = variables_[static_cast<std::size_t>(j)];
  constexpr int kTries = 100;  // each is within the bounds with a probability of at least a third
  double x = centres_(kernel, j);
  for (int tries = 0; tries < kTries; ++tries)
    if (const double drawn = x + widths_(kernel, j) * rng.normal();
        drawn > variable.low && drawn < variable.high) {
      x = drawn;
      break;
    }
  if (variable.grid == Grid::whole) return std::round(x);
  return variable.grid == Grid::log_whole ? std::log(std::round(std::exp(x))) : x;
}

Eigen::VectorXd ParzenMixture::draw(Rng& rng) const {
  const auto draw_index = [&rng](Eigen::Index count, const auto& probability) {
    double left = rng.uniform();
    Eigen::Index i = 0;
    while (i + 1 < count && (left -= probability(i)) >= 0) ++i;
    return i;
  };
  const Eigen::Index kernel = draw_index(weights_.size(), [&](Eigen::Index i) { return weights_[i]; });
  Eigen::VectorXd point(centres_.cols());
  for (Eigen::Index j = 0; j < point.size(); ++j) {
    const int levels = variables_[static_cast<std::size_t>(j)].levels;
    point[j] = levels == 0 ? draw_number(kernel, j, rng)
                           : static_cast<double>(draw_index(levels, [&](Eigen::Index level) {
                               return category_probability(kernel, j, level);
                             }));
  }
  return point;
}

double ParzenMixture::log_density(const Eigen::VectorXd& point) const {
  Eigen::VectorXd logs = weights_.array().log();
  for (Eigen::Index i = 0; i < logs.size(); ++i)
    for (Eigen::Index j = 0; j < point.size(); ++j) logs[i] += log_kernel(i, j, point[j]);
  const double largest = logs.maxCoeff();
  return largest + std::log((logs.array() - largest).exp().sum());
}

}  // namespace bora::surrogates
