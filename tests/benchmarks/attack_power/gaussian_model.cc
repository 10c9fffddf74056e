#include "gaussian_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "surrogates/gp/standardisation.h"
#include "surrogates/kernels/continuous/radial.h"
#include "surrogates/linalg/cholesky.h"

namespace bora::tools {
namespace {

// The best sum found so far.
struct Fit {
  double log_evidence = -std::numeric_limits<double>::infinity();
  CholeskyFactor factor;
  Eigen::MatrixXd whitened;  // n x o
  std::vector<std::size_t> shapes;
  std::vector<double> weights;
};

class Search {
 public:
  Search(const std::vector<CovarianceTerm>& terms, const Eigen::MatrixXd& Y, const GaussianOptions& options)
      : terms_(terms), Y_(Y), options_(options), shapes_(terms.size()), weights_(terms.size()) {}

  Fit run() {
    descend(0, Eigen::MatrixXd::Zero(Y_.rows(), Y_.rows()));
    if (best_.whitened.size() == 0) throw std::runtime_error("no covariance matrix can be factorised");
    return std::move(best_);
  }

 private:
  void descend(std::size_t term, const Eigen::MatrixXd& sum) {
    if (term == terms_.size()) {
      for (const double noise : options_.noise) attempt(sum, noise);
      return;
    }
    const auto n = Y_.rows();
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
    Eigen::MatrixXd whitened = solve_lower(*factor, Y_);
    const auto n = static_cast<double>(Y_.rows());
    const Eigen::ArrayXd scales = (whitened.colwise().squaredNorm() / n).transpose().array().max(1e-12);
    const double log_evidence =
        -0.5 * n * scales.log().sum() - 0.5 * static_cast<double>(Y_.cols()) * log_determinant(*factor);
    if (log_evidence > best_.log_evidence)
      best_ = {log_evidence, std::move(*factor), std::move(whitened), shapes_, weights_};
  }

  const std::vector<CovarianceTerm>& terms_;
  const Eigen::MatrixXd& Y_;
  const GaussianOptions& options_;
  std::vector<std::size_t> shapes_;
  std::vector<double> weights_;
  Fit best_;
};

}  // namespace

OutputsPosterior gaussian_posterior(const std::vector<CovarianceTerm>& terms, const Eigen::MatrixXd& values,
                                    const GaussianOptions& options) {
  const auto n = values.rows();
  const auto o = values.cols();
  Eigen::MatrixXd Y(n, o);
  Eigen::RowVectorXd means(o), deviations(o);
  for (Eigen::Index k = 0; k < o; ++k) {
    const auto standard = Standardisation::of(values.col(k));
    means[k] = standard.mean;
    deviations[k] = standard.deviation;
    Y.col(k) = standard.apply(values.col(k));
  }
  const Fit fit = Search(terms, Y, options).run();
  const auto m = terms.front().shapes.front().rows() - n;
  Eigen::MatrixXd cross = Eigen::MatrixXd::Zero(n, m);
  Eigen::MatrixXd own = Eigen::MatrixXd::Zero(m, m);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const Eigen::MatrixXd& shape = terms[t].shapes[fit.shapes[t]];
    cross += fit.weights[t] * shape.topRightCorner(n, m);
    own += fit.weights[t] * shape.bottomRightCorner(m, m);
  }
  const Eigen::MatrixXd V = solve_lower(fit.factor, cross);  // n x m
  OutputsPosterior posterior;
  posterior.mean = (V.transpose() * fit.whitened * deviations.asDiagonal()).rowwise() + means;
  posterior.covariance = own - V.transpose() * V;
  const Eigen::MatrixXd scaled = fit.whitened * deviations.asDiagonal();
  posterior.outputs = scaled.transpose() * scaled / static_cast<double>(n);
  // This is the evidence of the standardised values plus the change of their density by the standardisation.
  posterior.log_evidence = fit.log_evidence - static_cast<double>(n) * deviations.array().log().sum();
  return posterior;
}

Prediction objective_prediction(const std::vector<CovarianceTerm>& terms, const Eigen::VectorXd& values,
                                const GaussianOptions& options) {
  const OutputsPosterior posterior = gaussian_posterior(terms, values, options);
  return {posterior.mean.col(0), posterior.outputs(0, 0) * posterior.covariance, values.maxCoeff()};
}

Eigen::MatrixXd centred_scores(const RankingState& state) {
  return state.log_p.colwise() - state.log_p.rowwise().mean();
}

Prediction composed_prediction(const OutputsPosterior& scores, const RankingState& state) {
  const auto m = scores.mean.rows();
  Prediction prediction{Eigen::VectorXd(m), {}, state.values.maxCoeff()};
  Eigen::MatrixXd slopes(m, scores.mean.cols());
  for (Eigen::Index i = 0; i < m; ++i) {
    const double largest = scores.mean.row(i).maxCoeff();
    const Eigen::RowVectorXd log_p =
        scores.mean.row(i).array() - largest - std::log((scores.mean.row(i).array() - largest).exp().sum());
    prediction.mean[i] = loss_value(Loss::log_odds, state.goal, log_p);
    slopes.row(i) = loss_gradient(Loss::log_odds, state.goal, log_p);
    // Through the normalisation of the log-probabilities.
    slopes.row(i) -= slopes.row(i).sum() * log_p.array().exp().matrix();
  }
  prediction.covariance = (slopes * scores.outputs * slopes.transpose()).cwiseProduct(scores.covariance);
  return prediction;
}

void add_gaussian_models(RankingModels& models, const std::string& name, const std::string& text,
                         const GaussianModel::Terms& terms) {
  using Of = GaussianModel::Of;
  models.push_back(std::make_unique<GaussianModel>(name, text, Of::objective, terms));
  models.push_back(std::make_unique<GaussianModel>(name + " of scores", text + ", of every class's score",
                                                   Of::scores, terms));
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

std::vector<CovarianceTerm> radial_and_linear(const Eigen::MatrixXd& Z, Eigen::Index n) {
  return {radial_term(scaled_distances(Z, n)), linear_term(Z, n)};
}

CovarianceTerm linear_term(const Eigen::MatrixXd& Z, Eigen::Index n) {
  const Eigen::MatrixXd centred = Z.rowwise() - Z.topRows(n).colwise().mean();
  const double scale = centred.topRows(n).rowwise().squaredNorm().mean() + 1e-12;
  return {{centred * centred.transpose() / scale}, RankerGrid().linear};
}

}  // namespace bora::tools
