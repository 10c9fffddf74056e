#include "nas/sigmoid/given_prior_search.h"

#include <cmath>

#include <Eigen/Cholesky>

#include "common/error.h"
#include "surrogates/acquisition/acquisition.h"

namespace bora::nas {
namespace {

// Returns the kernel matrix of the rows of X and Z, n x m.
Eigen::MatrixXd covariances(const GivenPrior& prior, const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) {
  Eigen::MatrixXd K(X.rows(), Z.rows());
  for (Eigen::Index j = 0; j < Z.rows(); ++j) K.col(j) = (X.rowwise() - Z.row(j)).rowwise().squaredNorm();
  return prior.alpha * prior.alpha * (-K.array() / (2 * prior.ell * prior.ell)).exp();
}

// Posterior mean at Z, and what its covariance is computed from.
struct Factored {
  Eigen::LLT<Eigen::MatrixXd> factor;  // factor of K(X, X) + sigma^2 I
  Eigen::MatrixXd whitened;            // L^-1 K(X, Z)
  Eigen::VectorXd mean;
};
Factored factored(const GivenPrior& prior, const Eigen::MatrixXd& X, const Eigen::VectorXd& y,
                  const Eigen::MatrixXd& Z) {
  Eigen::MatrixXd K = covariances(prior, X, X);
  K.diagonal().array() += prior.sigma * prior.sigma;
  Factored out{K.llt(), {}, {}};
  if (out.factor.info() != Eigen::Success)
    throw InputError(
        "sigma: with {} the covariance of {} points is not positive definite, expected a larger one",
        prior.sigma, X.rows());
  out.whitened = covariances(prior, X, Z);
  out.mean = out.whitened.transpose() * out.factor.solve(y);
  out.factor.matrixL().solveInPlace(out.whitened);
  return out;
}

}  // namespace

void GivenPrior::check() const {
  for (const auto& [name, value] : {std::pair{"alpha", alpha}, {"sigma", sigma}, {"ell", ell}})
    if (!(value > 0 && std::isfinite(value)))
      throw InputError("{}: {} is not a positive number", name, value);
}

void GivenPriorOptions::check() const {
  prior.check();
  for (const auto& [name, value, least] :
       {std::tuple{"initial", initial, 1}, {"candidates", candidates, 1}, {"iterations", iterations, 0}})
    if (value < least) throw InputError("{}: {} is below {}", name, value, least);
}

GivenPosterior given_posterior(const GivenPrior& prior, const Eigen::MatrixXd& X, const Eigen::VectorXd& y,
                               const Eigen::MatrixXd& Z) {
  prior.check();
  const Factored at = factored(prior, X, y, Z);
  return {at.mean, covariances(prior, Z, Z) - at.whitened.transpose() * at.whitened};
}

std::vector<GivenPriorEvaluation> given_prior_search(const std::function<double(const Eigen::VectorXd&)>& f,
                                                     int dimension, const GivenPriorOptions& options,
                                                     Rng& rng, const std::function<bool()>& stop) {
  options.check();
  if (dimension < 1) throw InputError("dimension: {} is below 1", dimension);
  std::vector<GivenPriorEvaluation> done;
  const auto drawn = [&] {
    Eigen::VectorXd x(dimension);
    for (double& number : x) number = rng.uniform();
    return x;
  };
  for (int i = 0; i < options.initial; ++i) {
    if (stop && stop()) return done;
    GivenPriorEvaluation first{drawn()};
    first.value = f(first.point);
    done.push_back(std::move(first));
  }
  for (int i = 0; i < options.iterations; ++i) {
    if (stop && stop()) return done;
    const auto n = static_cast<Eigen::Index>(done.size());
    Eigen::MatrixXd X(n, dimension), Z(options.candidates, dimension);
    Eigen::VectorXd y(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      X.row(k) = done[static_cast<std::size_t>(k)].point.transpose();
      y[k] = done[static_cast<std::size_t>(k)].value;
    }
    for (Eigen::Index k = 0; k < Z.rows(); ++k) Z.row(k) = drawn().transpose();
    const Factored at = factored(options.prior, X, y, Z);
    const Eigen::VectorXd variance =
        (options.prior.alpha * options.prior.alpha - at.whitened.colwise().squaredNorm().transpose().array())
            .max(0);
    const Eigen::VectorXd worth = ExpectedImprovement(y.maxCoeff()).evaluate(at.mean, variance).value;
    Eigen::Index best = 0;
    worth.maxCoeff(&best);
    GivenPriorEvaluation next{Z.row(best).transpose(), 0, at.mean[best], worth[best]};
    next.value = f(next.point);
    done.push_back(std::move(next));
  }
  return done;
}

}  // namespace bora::nas
