#include "surrogates/gp/gpar.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "common/error.h"
#include "common/order.h"
#include "common/setting_error.h"
#include "surrogates/gp/evidence/evidence.h"
#include "surrogates/optim/bounded_lbfgs.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// First value and bounds of a parameter, for outputs with mean 0 and deviation 1, and inputs that span about
// 1.
struct Range {
  double start, lower, upper;
};
constexpr double log_of(double v) {
  return std::log(v);
}
const Range kScale{log_of(0.5), log_of(0.05), log_of(20)};
const Range kVariance{log_of(1), log_of(1e-4), log_of(1e2)};
const Range kSlope{log_of(0.5), log_of(1e-6), log_of(1e2)};
const Range kOffset{0, -3, 3};
const Range kCurveScale{log_of(2), log_of(0.1), log_of(1e2)};
const Range kNoise{log_of(0.05), log_of(1e-4), log_of(2)};

// Returns the number of outputs observed in each row of Y, n. Throws InputError unless Y is closed downward.
std::vector<int> observed_outputs(const MatrixXd& Y) {
  std::vector<int> observed(static_cast<std::size_t>(Y.rows()), 0);
  for (Eigen::Index i = 0; i < Y.rows(); ++i)
    for (Eigen::Index j = 0; j < Y.cols(); ++j) {
      if (std::isnan(Y(i, j))) continue;
      if (observed[static_cast<std::size_t>(i)] < j)
        throw InputError(
            "row {}: output {} is observed without output {}, expected data that are closed downward", i,
            j + 1, observed[static_cast<std::size_t>(i)] + 1);
      ++observed[static_cast<std::size_t>(i)];
    }
  return observed;
}

}  // namespace

void GparOptions::check() const {
  check_range("markov", markov, 0);
  check_range("starts", starts, 1);
}

Gpar::Gpar(MatrixXd X, MatrixXd Y, const GparOptions& options) : options_(options) {
  options.check();
  const Eigen::Index n = Y.rows(), k = Y.cols();
  if (X.rows() != n || n < 1 || k < 1 || X.cols() < 1)
    throw InputError("{} points of {} coordinates and {} rows of {} outputs, expected as many rows of both",
                     X.rows(), X.cols(), n, k);
  const std::vector<int> observed = observed_outputs(Y);
  const std::vector<int> order = descending(observed);
  X_ = X(order, Eigen::all);
  Y_ = Y(order, Eigen::all);
  layout_.resize(static_cast<std::size_t>(k));
  for (int j = 0; j < k; ++j) {
    Layout& at = layout_[static_cast<std::size_t>(j)];
    at.rows = static_cast<int>(std::ranges::count_if(observed, [&](int count) { return count > j; }));
    if (at.rows == 0) throw InputError("output {}: no observation", j + 1);
    at.earlier = options.markov == 0 ? j : std::min(j, options.markov);
    at.first = j - at.earlier;
  }
  standardise_outputs();
  lay_out_parameters();
  set_parameters(start_);
}

void Gpar::standardise_outputs() {
  for (int j = 0; j < outputs(); ++j) {
    auto values = Y_.col(j).head(layout_[static_cast<std::size_t>(j)].rows);
    scales_.push_back(Standardisation::of(values));
    values = scales_.back().apply(values);
  }
}

void Gpar::lay_out_parameters() {
  std::vector<Range> ranges;
  const auto d = static_cast<int>(X_.cols());
  const auto add = [&](const Range& range, int count) {
    const auto place = static_cast<int>(ranges.size());
    ranges.insert(ranges.end(), static_cast<std::size_t>(count), range);
    return place;
  };
  for (int j = 0; j < outputs(); ++j) {
    Layout& at = layout_[static_cast<std::size_t>(j)];
    at.scales = options_.tied_scales && j > 0 ? layout_[0].scales : add(kScale, d);
    at.variance = add(kVariance, 1);
    if (options_.linear_on_inputs) at.linear_inputs = add(kSlope, d);
    if (options_.linear_on_outputs && at.earlier > 0) {
      at.bias = add(kSlope, 1);
      at.slopes = add(kSlope, at.earlier);
      at.offsets = add(kOffset, at.earlier);
    }
    if (options_.nonlinear_on_outputs && at.earlier > 0) {
      at.curve = add(kVariance, 1);
      at.curve_scales = add(kCurveScale, at.earlier);
    }
    at.noise = add(kNoise, 1);
  }
  const auto total = static_cast<Eigen::Index>(ranges.size());
  start_.resize(total);
  lower_.resize(total);
  upper_.resize(total);
  for (Eigen::Index i = 0; i < total; ++i) {
    start_[i] = ranges[static_cast<std::size_t>(i)].start;
    lower_[i] = ranges[static_cast<std::size_t>(i)].lower;
    upper_[i] = ranges[static_cast<std::size_t>(i)].upper;
  }
}

void Gpar::set_parameters(const VectorXd& parameters) {
  if (parameters.size() != start_.size())
    throw InputError("parameters: got {}, expected {}", parameters.size(), start_.size());
  parameters_ = parameters;
  condition();
}

double Gpar::kernel(int output, const VectorXd& p, const VectorXd& x, const VectorXd& y, const VectorXd& x2,
                    const VectorXd& y2) const {
  const Layout& at = layout_[static_cast<std::size_t>(output)];
  double exponent = 0;
  for (Eigen::Index d = 0; d < x.size(); ++d)
    exponent += std::pow((x[d] - x2[d]) / std::exp(p[at.scales + d]), 2);
  double value = std::exp(p[at.variance] - exponent);
  if (at.linear_inputs >= 0)
    for (Eigen::Index d = 0; d < x.size(); ++d) value += std::exp(p[at.linear_inputs + d]) * x[d] * x2[d];
  if (at.slopes >= 0) {
    value += std::exp(p[at.bias]);
    for (int j = 0; j < at.earlier; ++j)
      value += std::exp(p[at.slopes + j]) * (y[at.first + j] - p[at.offsets + j]) *
               (y2[at.first + j] - p[at.offsets + j]);
  }
  if (at.curve >= 0) {
    exponent = 0;
    for (int j = 0; j < at.earlier; ++j)
      exponent += std::pow((y[at.first + j] - y2[at.first + j]) / std::exp(p[at.curve_scales + j]), 2);
    value += std::exp(p[at.curve] - exponent);
  }
  return value;
}

MatrixXd Gpar::covariance(int output, const VectorXd& p) const {
  const Layout& at = layout_[static_cast<std::size_t>(output)];
  MatrixXd K(at.rows, at.rows);
  for (int a = 0; a < at.rows; ++a) {
    for (int b = 0; b <= a; ++b) K(a, b) = kernel(output, p, X_.row(a), Y_.row(a), X_.row(b), Y_.row(b));
    K(a, a) += std::exp(p[at.noise]);
  }
  return K;
}

// Returns the log evidence of an output for the log hyper-parameters p; -infinity if the covariance matrix is
// not positive definite. Adds the gradient to `gradient` unless that is null.
double Gpar::add_evidence(int output, const VectorXd& p, VectorXd* gradient) const {
  const Layout& at = layout_[static_cast<std::size_t>(output)];
  auto factor = cholesky(covariance(output, p));
  if (!factor) return -std::numeric_limits<double>::infinity();
  const VectorXd y = Y_.col(output).head(at.rows);
  const VectorXd whitened = solve_lower(*factor, y);
  const double value = log_evidence(factor->lower, whitened);
  if (gradient == nullptr) return value;
  const VectorXd alpha = solve_upper(*factor, whitened);
  const MatrixXd W = evidence_gradient_weights(std::move(*factor), alpha);
  VectorXd& g = *gradient;
  for (int a = 0; a < at.rows; ++a) {
    g[at.noise] += W(a, a) * std::exp(p[at.noise]);
    for (int b = 0; b <= a; ++b) {
      const double w = W(a, b) * (a == b ? 1 : 2);
      double exponent = 0;
      for (Eigen::Index d = 0; d < X_.cols(); ++d)
        exponent += std::pow((X_(a, d) - X_(b, d)) / std::exp(p[at.scales + d]), 2);
      const double quadratic = w * std::exp(p[at.variance] - exponent);
      g[at.variance] += quadratic;
      for (Eigen::Index d = 0; d < X_.cols(); ++d) {
        g[at.scales + d] += quadratic * 2 * std::pow((X_(a, d) - X_(b, d)) / std::exp(p[at.scales + d]), 2);
        if (at.linear_inputs >= 0)
          g[at.linear_inputs + d] += w * std::exp(p[at.linear_inputs + d]) * X_(a, d) * X_(b, d);
      }
      if (at.slopes >= 0) {
        g[at.bias] += w * std::exp(p[at.bias]);
        for (int j = 0; j < at.earlier; ++j) {
          const double slope = w * std::exp(p[at.slopes + j]);
          const double ya = Y_(a, at.first + j) - p[at.offsets + j],
                       yb = Y_(b, at.first + j) - p[at.offsets + j];
          g[at.slopes + j] += slope * ya * yb;
          g[at.offsets + j] -= slope * (ya + yb);
        }
      }
      if (at.curve >= 0) {
        exponent = 0;
        const auto term = [&](int j) {
          return std::pow((Y_(a, at.first + j) - Y_(b, at.first + j)) / std::exp(p[at.curve_scales + j]), 2);
        };
        for (int j = 0; j < at.earlier; ++j) exponent += term(j);
        const double curve = w * std::exp(p[at.curve] - exponent);
        g[at.curve] += curve;
        for (int j = 0; j < at.earlier; ++j) g[at.curve_scales + j] += curve * 2 * term(j);
      }
    }
  }
  return value;
}

double Gpar::log_likelihood(const VectorXd& parameters, VectorXd* gradient) const {
  if (gradient != nullptr) *gradient = VectorXd::Zero(parameters.size());
  double sum = 0;
  for (int j = 0; j < outputs(); ++j) sum += add_evidence(j, parameters, gradient);
  return sum;
}

void Gpar::maximise(const std::vector<int>& outputs, const std::vector<int>& places, int starts, Rng& rng) {
  const VectorXd first = parameters_(places);
  const SmoothFunction negative = [&](const VectorXd& t, VectorXd& gradient) {
    VectorXd p = parameters_, g = VectorXd::Zero(parameters_.size());
    p(places) = t;
    double value = 0;
    for (const int output : outputs) value += add_evidence(output, p, &g);
    gradient = -g(places);
    return -value;
  };
  double best = std::numeric_limits<double>::infinity();
  VectorXd at = first;
  for (int start = 0; start < starts; ++start) {
    VectorXd from = first;
    if (start > 0)
      for (Eigen::Index i = 0; i < from.size(); ++i) {
        const int place = places[static_cast<std::size_t>(i)];
        from[i] = std::clamp(start_[place] + rng.normal(), lower_[place], upper_[place]);
      }
    const auto found = minimise_bounded(negative, from, lower_(places), upper_(places));
    if (found.value < best) {
      best = found.value;
      at = found.x;
    }
  }
  parameters_(places) = at;
}

void Gpar::fit(Rng& rng) {
  parameters_ = start_;
  const bool tied = options_.tied_scales && outputs() > 1;
  const int scales = layout_[0].scales;
  const auto d = static_cast<int>(X_.cols());
  VectorXd mean_scales = VectorXd::Zero(d);
  for (int j = 0; j < outputs(); ++j) {
    // Fits the parameters of one output. Tied lengthscales keep the values of the first output or, with
    // `joint`, are learnt for each output, and their average starts the joint fit.
    std::vector<int> places;
    const Layout& at = layout_[static_cast<std::size_t>(j)];
    const bool own = !tied || j == 0 || options_.joint;
    if (own)
      for (int i = 0; i < d; ++i) places.push_back(at.scales + i);
    for (int place = at.variance; place <= at.noise; ++place) places.push_back(place);
    if (tied && j > 0 && options_.joint) parameters_.segment(scales, d) = start_.segment(scales, d);
    maximise({j}, places, options_.starts, rng);
    mean_scales += parameters_.segment(scales, d) / outputs();
  }
  if (tied && options_.joint) {
    parameters_.segment(scales, d) = mean_scales;
    maximise(consecutive(outputs()), consecutive(static_cast<int>(parameters_.size())), 1, rng);
  }
  condition();
}

void Gpar::condition() {
  processes_.clear();
  for (int j = 0; j < outputs(); ++j) {
    auto factor = cholesky(covariance(j, parameters_));
    if (!factor) throw InputError("output {}: its covariance matrix is not positive definite", j + 1);
    VectorXd weights = solve(*factor, Y_.col(j).head(factor->size()));
    processes_.push_back({std::move(*factor), std::move(weights)});
  }
}

Gpar::Normal Gpar::conditional(int output, const VectorXd& x, const VectorXd& y) const {
  const Process& process = processes_[static_cast<std::size_t>(output)];
  const VectorXd k = cross(output, x, y);
  const double variance =
      kernel(output, parameters_, x, y, x, y) - solve_lower(process.factor, k).squaredNorm();
  return {k.dot(process.weights), std::max(variance, 0.0)};
}

VectorXd Gpar::cross(int output, const VectorXd& x, const VectorXd& y) const {
  VectorXd k(layout_[static_cast<std::size_t>(output)].rows);
  for (Eigen::Index a = 0; a < k.size(); ++a) k[a] = kernel(output, parameters_, x, y, X_.row(a), Y_.row(a));
  return k;
}

VectorXd Gpar::standardised(const VectorXd& known) const {
  if (known.size() != outputs())
    throw InputError("known outputs: got {}, expected {}", known.size(), outputs());
  VectorXd y(known.size());
  for (int j = 0; j < outputs(); ++j) y[j] = scales_[static_cast<std::size_t>(j)].apply(known[j]);
  return y;
}

VectorXd Gpar::unstandardised(VectorXd y) const {
  for (int j = 0; j < outputs(); ++j) {
    const Standardisation& scale = scales_[static_cast<std::size_t>(j)];
    y[j] = y[j] * scale.deviation + scale.mean;
  }
  return y;
}

GparPrediction Gpar::propagate_mean(const VectorXd& x, const VectorXd& known) const {
  VectorXd y = standardised(known);
  VectorXd variance = VectorXd::Zero(outputs());
  for (int j = 0; j < outputs(); ++j)
    if (std::isnan(y[j])) {
      const Normal normal = conditional(j, x, y);
      y[j] = normal.mean;
      variance[j] = normal.variance;
    }
  for (int j = 0; j < outputs(); ++j)
    variance[j] *= std::pow(scales_[static_cast<std::size_t>(j)].deviation, 2);
  return {unstandardised(std::move(y)), std::move(variance)};
}

double Gpar::noise(int output) const {
  return std::exp(parameters_[layout_[static_cast<std::size_t>(output)].noise]);
}

double Gpar::draw(int output, const VectorXd& x, const VectorXd& y, double noise, Rng& rng) const {
  const Normal normal = conditional(output, x, y);
  return normal.mean + std::sqrt(normal.variance + noise) * rng.normal();
}

MatrixXd Gpar::sample(const VectorXd& x, const VectorXd& known, int count, Rng& rng, bool noisy) const {
  const VectorXd start = standardised(known);
  MatrixXd draws(count, outputs());
  for (int s = 0; s < count; ++s) {
    VectorXd y = start;
    for (int j = 0; j < outputs(); ++j)
      if (std::isnan(y[j])) y[j] = draw(j, x, y, noisy || j + 1 < outputs() ? noise(j) : 0.0, rng);
    draws.row(s) = unstandardised(std::move(y));
  }
  return draws;
}

double Gpar::final_log_density(const VectorXd& x, const VectorXd& known, double value, int count,
                               Rng& rng) const {
  const VectorXd start = standardised(known);
  const int last = outputs() - 1;
  const Standardisation& scale = scales_.back();
  const double target = scale.apply(value);
  const bool exact = last == 0 || !std::isnan(start[last - 1]);
  VectorXd logs(exact ? 1 : count);
  for (double& density : logs) {
    VectorXd y = start;
    for (int j = 0; j < last; ++j)
      if (std::isnan(y[j])) y[j] = draw(j, x, y, noise(j), rng);
    const Normal normal = conditional(last, x, y);
    const double variance = normal.variance + noise(last);
    density =
        -0.5 * std::log(2 * std::numbers::pi * variance) - 0.5 * std::pow(target - normal.mean, 2) / variance;
  }
  const double largest = logs.maxCoeff();
  return largest + std::log((logs.array() - largest).exp().mean()) - std::log(scale.deviation);
}

}  // namespace bora::surrogates
