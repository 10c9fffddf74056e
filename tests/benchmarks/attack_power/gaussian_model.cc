#include "gaussian_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "surrogates/gp/standardisation.h"
#include "surrogates/kernels/continuous/radial.h"
#include "surrogates/linalg/cholesky.h"

namespace bora {
namespace {

// The best sum found so far.
struct Fit {
  double log_evidence = -std::numeric_limits<double>::infinity();
  CholeskyFactor factor;
  Eigen::VectorXd whitened;
  double scale = 1;
  std::vector<std::size_t> shapes;
  std::vector<double> weights;
};

class Search {
 public:
  Search(const std::vector<CovarianceTerm>& terms, const Eigen::VectorXd& y, const GaussianOptions& options)
      : terms_(terms), y_(y), options_(options), shapes_(terms.size()), weights_(terms.size()) {}

  Fit run() {
    descend(0, Eigen::MatrixXd::Zero(y_.size(), y_.size()));
    if (best_.whitened.size() == 0) throw std::runtime_error("no covariance matrix can be factorised");
    return std::move(best_);
  }

 private:
  void descend(std::size_t term, const Eigen::MatrixXd& sum) {
    if (term == terms_.size()) {
      for (const double noise : options_.noise) attempt(sum, noise);
      return;
    }
    const auto n = y_.size();
    for (const double weight : terms_[term].weights) {
      weights_[term] = weight;
      for (std::size_t shape = 0; shape < terms_[term].shapes.size(); ++shape) {
        shapes_[term] = shape;
        if (weight == 0) {
          descend(term + 1, sum);
          break;  // all shapes are the same
        }
        descend(term + 1, sum + weight * terms_[term].shapes[shape].topLeftCorner(n, n));
      }
    }
  }

  void attempt(const Eigen::MatrixXd& sum, double noise) {
    Eigen::MatrixXd noisy = sum;
    if (options_.noise_factors.size() > 0) {
      noisy.diagonal() += noise * options_.noise_factors;
    } else {
      noisy.diagonal().array() += noise;
    }
    auto factor = cholesky(noisy);
    if (!factor) return;
    const Eigen::VectorXd whitened = solve_lower(*factor, y_);
    const auto n = static_cast<double>(y_.size());
    const double scale = std::max(whitened.squaredNorm() / n, 1e-12);
    const double log_evidence = -0.5 * n * std::log(scale) - 0.5 * log_determinant(*factor);
    if (log_evidence > best_.log_evidence)
      best_ = {log_evidence, std::move(*factor), whitened, scale, shapes_, weights_};
  }

  const std::vector<CovarianceTerm>& terms_;
  const Eigen::VectorXd& y_;
  const GaussianOptions& options_;
  std::vector<std::size_t> shapes_;
  std::vector<double> weights_;
  Fit best_;
};

}  // namespace

Prediction gaussian_prediction(const std::vector<CovarianceTerm>& terms, const Eigen::VectorXd& values,
                               const GaussianOptions& options) {
  const auto n = values.size();
  const auto standard = Standardisation::of(values);
  const Eigen::VectorXd y = standard.apply(values);
  const Fit fit = Search(terms, y, options).run();
  const auto m = terms.front().shapes.front().rows() - n;
  Eigen::MatrixXd cross = Eigen::MatrixXd::Zero(n, m);
  Eigen::MatrixXd own = Eigen::MatrixXd::Zero(m, m);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const Eigen::MatrixXd& shape = terms[t].shapes[fit.shapes[t]];
    cross += fit.weights[t] * shape.topRightCorner(n, m);
    own += fit.weights[t] * shape.bottomRightCorner(m, m);
  }
  const Eigen::MatrixXd V = solve_lower(fit.factor, cross);  // n x m
  const double s = standard.deviation;
  Prediction prediction;
  prediction.mean = (s * (V.transpose() * fit.whitened)).array() + standard.mean;
  prediction.covariance = s * s * fit.scale * (own - V.transpose() * V);
  prediction.incumbent = values.maxCoeff();
  return prediction;
}

Eigen::MatrixXd all_points(const RankingState& state) {
  Eigen::MatrixXd Z(state.observed.rows() + state.candidates.rows(), state.observed.cols());
  Z << state.observed.cast<double>(), state.candidates.cast<double>();
  return Z;
}

Eigen::MatrixXd scaled_distances(const Eigen::MatrixXd& Z, Eigen::Index n) {
  Eigen::MatrixXd q = squared_distances(Z, Z);
  std::vector<double> positive;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      if (q(i, j) > 0) positive.push_back(q(i, j));
  if (positive.empty()) return q;
  const auto middle = positive.begin() + static_cast<std::ptrdiff_t>(positive.size() / 2);
  std::nth_element(positive.begin(), middle, positive.end());
  return q / *middle;
}

CovarianceTerm radial_term(const Eigen::MatrixXd& q) {
  CovarianceTerm term;
  for (const double lengthscale : RankerGrid().lengthscales)
    term.shapes.push_back((q.array() * (-0.5 / lengthscale)).exp());
  return term;
}

CovarianceTerm linear_term(const Eigen::MatrixXd& Z, Eigen::Index n) {
  const Eigen::MatrixXd centred = Z.rowwise() - Z.topRows(n).colwise().mean();
  const double scale = centred.topRows(n).rowwise().squaredNorm().mean() + 1e-12;
  return {{centred * centred.transpose() / scale}, RankerGrid().linear};
}

}  // namespace bora
