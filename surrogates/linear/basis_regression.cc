#include "surrogates/linear/basis_regression.h"

#include <cmath>

#include <Eigen/Cholesky>

#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::surrogates {

const std::vector<std::string>& basis_names() {
  static const std::vector<std::string> names{"linear", "quadratic", "cubic", "trigonometric"};
  return names;
}

Eigen::MatrixXd basis_rows(const std::string& name, const Eigen::VectorXd& x) {
  const auto& names = basis_names();
  for (std::size_t degree = 1; degree <= 3; ++degree) {
    if (name != names[degree - 1]) continue;
    Eigen::MatrixXd rows = Eigen::MatrixXd::Ones(x.size(), static_cast<Eigen::Index>(degree) + 1);
    for (Eigen::Index j = 1; j < rows.cols(); ++j) rows.col(j) = rows.col(j - 1).cwiseProduct(x);
    return rows;
  }
  if (name == names.back()) {
    constexpr int kFrequencies = 3;
    Eigen::MatrixXd rows = Eigen::MatrixXd::Ones(x.size(), 1 + 2 * kFrequencies);
    for (int k = 1; k <= kFrequencies; ++k) {
      rows.col(2 * k - 1) = (M_PI * k * x.array()).sin();
      rows.col(2 * k) = (M_PI * k * x.array()).cos();
    }
    return rows;
  }
  throw InputError("basis: '{}' is not one of {}{}", printable(name), join(names), suggestion(name, names));
}

BasisPosterior basis_posterior(const Eigen::MatrixXd& rows, const Eigen::VectorXd& y,
                               const Eigen::MatrixXd& at, double alpha, double sigma) {
  for (const auto& [name, value] : {std::pair{"alpha", alpha}, {"sigma", sigma}})
    if (!(value > 0 && std::isfinite(value)))
      throw InputError("{}: {} is not a positive number", name, value);
  if (rows.rows() != y.size() || rows.cols() != at.cols())
    throw InputError("basis: {} rows of {} functions, expected {} rows of {}", rows.rows(), rows.cols(),
                     y.size(), at.cols());
  // Computed by the q x q precision of the weights, since q is smaller than the number of points.
  const Eigen::Index q = rows.cols();
  const Eigen::MatrixXd precision =
      rows.transpose() * rows / (sigma * sigma) + Eigen::MatrixXd::Identity(q, q) / (alpha * alpha);
  const Eigen::LLT<Eigen::MatrixXd> factor(precision);
  const Eigen::VectorXd weights = factor.solve(rows.transpose() * y) / (sigma * sigma);
  return {at * weights, at * factor.solve(at.transpose())};
}

}  // namespace bora::surrogates
