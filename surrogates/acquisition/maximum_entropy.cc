// Maximum entropy method MEMe of mixture_entropy.h.
#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "common/error.h"
#include "common/order.h"
#include "surrogates/acquisition/mixture_entropy.h"

namespace bora::surrogates {
namespace {

using Eigen::ArrayXd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Quadrature rule.
struct Quadrature {
  VectorXd nodes, weights;
};

// Returns the Gauss rule of a weight function from the three-term recurrence of its orthogonal polynomials
// (Golub and Welsch 1969). off: squares of the off-diagonal entries of their Jacobi matrix; mass: integral of
// the weight.
Quadrature gauss_rule(const VectorXd& off, double mass) {
  const Eigen::Index n = off.size() + 1;
  Eigen::SelfAdjointEigenSolver<MatrixXd> solver;
  solver.computeFromTridiagonal(VectorXd::Zero(n), off.cwiseSqrt());
  return {solver.eigenvalues(), mass * solver.eigenvectors().row(0).transpose().cwiseAbs2()};
}

// Returns the Gauss rule with n nodes for the standard normal distribution.
Quadrature hermite_rule(int n) {
  return gauss_rule(VectorXd::LinSpaced(n - 1, 1, n - 1), 1);
}

// Returns the Gauss rule with n nodes on [-1, 1].
Quadrature legendre_rule(int n) {
  VectorXd off(n - 1);
  for (int k = 1; k < n; ++k) off[k - 1] = k * k / (4.0 * k * k - 1);
  return gauss_rule(off, 2);
}

// Returns the Legendre polynomials P_0(u), ..., P_m(u) in rows, and computes their derivatives unless that is
// null. u may be outside of [-1, 1].
MatrixXd legendre(const ArrayXd& u, int m, MatrixXd* derivatives) {
  MatrixXd P(m + 1, u.size());
  P.row(0).setOnes();
  if (m > 0) P.row(1) = u;
  for (int k = 1; k < m; ++k)
    P.row(k + 1) =
        ((2 * k + 1) * u * P.row(k).transpose().array() - k * P.row(k - 1).transpose().array()) / (k + 1);
  if (derivatives != nullptr) {
    derivatives->setZero(m + 1, u.size());
    if (m > 0) derivatives->row(1).setOnes();
    for (int k = 1; k < m; ++k) derivatives->row(k + 1) = derivatives->row(k - 1) + (2 * k + 1) * P.row(k);
  }
  return P;
}

constexpr int kMostMoments = 30;

// Returns a composite rule on [-1, 1] whose panels resolve components with means u and standard deviations s,
// however narrow they are. If nodes were farther apart than the width of a component, no density on the nodes
// would have its moments.
Quadrature panels(const ArrayXd& u, const ArrayXd& s) {
  static const Quadrature rule = legendre_rule(12);
  constexpr double kShort = 1e-9, kWide = 0.125;
  std::vector<double> edges{-1, 1};
  for (double at = -1 + kWide; at < 1 - 0.5 * kWide; at += kWide) edges.push_back(at);
  std::vector<Eigen::Index> order = consecutive(u.size());
  std::sort(order.begin(), order.end(), [&](Eigen::Index i, Eigen::Index j) { return u[i] < u[j]; });
  double last = -2;
  for (const Eigen::Index j : order) {
    if (s[j] > kWide || u[j] - last < s[j]) continue;
    last = u[j];
    for (const double away : {-4.0, 0.0, 4.0}) edges.push_back(u[j] + away * s[j]);
  }
  std::sort(edges.begin(), edges.end());
  Quadrature all{VectorXd(static_cast<Eigen::Index>(edges.size()) * rule.nodes.size()), {}};
  all.weights = all.nodes;
  Eigen::Index count = 0;
  double from = edges.front();
  for (std::size_t i = 1; i < edges.size(); ++i) {
    if (edges[i] - from < kShort || edges[i] > 1) continue;
    const double half = 0.5 * (edges[i] - from);
    all.nodes.segment(count, rule.nodes.size()) = (half * (rule.nodes.array() + 1) + from).matrix();
    all.weights.segment(count, rule.nodes.size()) = half * rule.weights;
    count += rule.nodes.size();
    from = edges[i];
  }
  all.nodes.conservativeResize(count);
  all.weights.conservativeResize(count);
  return all;
}

// Lagrange multipliers a of the density exp(-sum_k a_k P_k), and the upper bound of the entropy that they
// give.
struct Multipliers {
  VectorXd a;
  double bound;
};
// Finds the multipliers whose density has the given moments, integral of P_k exp(-sum a P) = moment_k for all
// k, by Newton's method with backtracking on the convex dual, integral of exp(-sum a P) + sum a moment. It
// starts at the normal distribution with `mean` and `variance`. The dual minus 1 is an upper bound of the
// entropy for any multipliers, so a search that stops early gives a looser bound.
Multipliers multipliers(const Quadrature& rule, const VectorXd& moments, double mean, double variance) {
  const auto count = moments.size();
  const MatrixXd P = legendre(rule.nodes.array(), static_cast<int>(count) - 1, nullptr);
  const auto& weights = rule.weights;
  const auto density = [&](const VectorXd& a) { return VectorXd((-(P.transpose() * a)).array().exp()); };
  const auto dual = [&](const VectorXd& a) { return weights.dot(density(a)) + a.dot(moments); };
  VectorXd a = VectorXd::Zero(count);
  const auto& u = rule.nodes;
  const VectorXd normal = (0.5 / variance * (u.array() - mean).square()).matrix();
  const double mass = weights.dot(VectorXd((-normal).array().exp()));
  // Coefficients of (u - mean)^2 / (2 variance) in P_0, P_1 and P_2.
  a[0] = std::log(mass) + (1.0 / 3 + mean * mean) / (2 * variance);
  if (count > 1) a[1] = -mean / variance;
  if (count > 2) a[2] = 1 / (3 * variance);
  double value = dual(a);
  constexpr int kSteps = 60, kHalvings = 30;
  constexpr double kJitter = 1e-12, kTolerance = 1e-9;
  for (int step = 0; step < kSteps; ++step) {
    const VectorXd q = weights.cwiseProduct(density(a));
    const VectorXd gradient = moments - P * q;
    if (gradient.cwiseAbs().maxCoeff() < kTolerance) break;
    MatrixXd hessian = P * q.asDiagonal() * P.transpose();
    hessian.diagonal().array() += kJitter;
    const VectorXd direction = -hessian.ldlt().solve(gradient);
    const double slope = direction.dot(gradient);
    double length = 1, next = dual(a + direction);
    for (int i = 0; i < kHalvings && !(next <= value + 1e-4 * length * slope); ++i) {
      length *= 0.5;
      next = dual(a + length * direction);
    }
    if (!(next < value)) break;
    a += length * direction;
    value = next;
  }
  return {a, value - 1};
}

}  // namespace

MixtureEntropy entropy_by_maximum_entropy(const NormalMixture& mixture, bool slopes, int moments) {
  if (moments < 1 || moments > kMostMoments)
    throw InputError("moments: {} is not within 1..{}", moments, kMostMoments);
  // Half width of the interval. With fewer deviations, the mass outside adds so much to high moments that no
  // density inside has them; 30 moments then had no solution.
  constexpr double kDeviations = 7;
  const ArrayXd deviation = mixture.variance.array().sqrt();
  Eigen::Index first = 0, last = 0;
  const double lower = (mixture.mean.array() - kDeviations * deviation).minCoeff(&first);
  const double upper = (mixture.mean.array() + kDeviations * deviation).maxCoeff(&last);
  const double middle = 0.5 * (lower + upper), half = 0.5 * (upper - lower);
  // Components in the variable u = (y - middle) / half. The Gauss-Hermite rule gives their moments exactly.
  const ArrayXd u = (mixture.mean.array() - middle) / half, s = deviation / half;
  const Quadrature hermite = hermite_rule(moments / 2 + 1);
  const Eigen::Index M = u.size();
  const double share = 1 / static_cast<double>(M);
  VectorXd expected = VectorXd::Zero(moments + 1);
  MatrixXd by_u = MatrixXd::Zero(moments + 1, M), by_s = by_u;
  for (Eigen::Index i = 0; i < hermite.nodes.size(); ++i) {
    MatrixXd D;
    const MatrixXd P = legendre(u + s * hermite.nodes[i], moments, slopes ? &D : nullptr);
    expected += share * hermite.weights[i] * P.rowwise().sum();
    if (slopes) {
      by_u += share * hermite.weights[i] * D;
      by_s += share * hermite.weights[i] * hermite.nodes[i] * D;
    }
  }
  const double variance = mixture.total_variance() / (half * half);
  const auto [a, bound] = multipliers(panels(u, s), expected, u.mean(), variance);
  MixtureEntropy entropy;
  entropy.value = std::log(half) + bound;
  if (!slopes) return entropy;
  // At the minimum of the dual, its derivative w.r.t. the multipliers is 0, so they are treated as constants,
  // and only the moments depend on the mixture. The interval depends on the two components that reach
  // farthest.
  const VectorXd to_u = by_u.transpose() * a, to_s = by_s.transpose() * a;
  entropy.mean_slope = to_u / half;
  VectorXd to_deviation = to_s / half;
  const double to_middle = -to_u.sum() / half;
  const double to_half = (1 - (to_u.array() * u + to_s.array() * s).sum()) / half;
  const double to_lower = 0.5 * (to_middle - to_half), to_upper = 0.5 * (to_middle + to_half);
  entropy.mean_slope[first] += to_lower;
  entropy.mean_slope[last] += to_upper;
  to_deviation[first] -= kDeviations * to_lower;
  to_deviation[last] += kDeviations * to_upper;
  entropy.variance_slope = (to_deviation.array() / (2 * deviation)).matrix();
  return entropy;
}

}  // namespace bora::surrogates
