#include "surrogates/sampling/space_filling.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <boost/random/sobol.hpp>

#include "common/error.h"
#include "surrogates/sampling/normal.h"

namespace bora::surrogates {

Eigen::MatrixXd uniform_points(int n, int d, Rng& rng) {
  Eigen::MatrixXd points(n, d);
  for (Eigen::Index i = 0; i < points.size(); ++i) points.data()[i] = rng.uniform();
  return points;
}

Eigen::MatrixXd latin_hypercube(int n, int d, Rng& rng) {
  Eigen::MatrixXd points(n, d);
  for (int j = 0; j < d; ++j) {
    const std::vector<int> strata = rng.permutation(n);
    for (int i = 0; i < n; ++i) points(i, j) = (strata[i] + rng.uniform()) / n;
  }
  return points;
}

Eigen::MatrixXd sobol_points(int n, int d, Rng& rng) {
  if (d < 1 || d > kMaxSobolDimension)
    throw InputError("Sobol points: dimension {} is not within 1..{}", d, kMaxSobolDimension);
  boost::random::sobol engine(d);
  Eigen::RowVectorXd shift(d);
  for (int j = 0; j < d; ++j) shift[j] = rng.uniform();
  Eigen::MatrixXd points(n, d);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < d; ++j) {
      const double shifted = std::ldexp(static_cast<double>(engine()), -64) + shift[j];
      points(i, j) = shifted - std::floor(shifted);
    }
  }
  return points;
}

Eigen::MatrixXd normal_points(int n, int d, Rng& rng) {
  constexpr double kLeast = 1e-15;  // a Sobol coordinate may be exactly 0
  return sobol_points(n, d, rng).unaryExpr(
      [=](double u) { return normal_quantile(std::clamp(u, kLeast, 1 - kLeast)); });
}

}  // namespace bora::surrogates
