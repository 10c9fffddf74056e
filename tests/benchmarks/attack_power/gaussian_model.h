// Gaussian processes whose covariance is a weighted sum, chosen by evidence.
#pragma once

#include <vector>

#include "ranking_model.h"

namespace bora {

/// A covariance between all n observed points and all m candidates of a state, in that order, in one or more
/// shapes (lengthscales, say): (n + m) x (n + m) each. The evidence chooses a shape and a weight.
struct CovarianceTerm {
  std::vector<Eigen::MatrixXd> shapes;
  std::vector<double> weights = {1};
};

struct GaussianOptions {
  std::vector<double> noise = {1e-4, 1e-3, 0.01, 0.05, 0.2};  ///< variances, of the kernel's scale
  /// n or none: factors of each observation's noise.
  Eigen::VectorXd noise_factors;
};

/// Posterior of the candidates given `values` (n) at the observed points, under the sum of `terms` with the
/// weights, shapes and noise of highest evidence. The scale of the whole is profiled out (Rasmussen and
/// Williams 2006, eq. 5.8) and values are standardised. The incumbent is the largest value.
Prediction gaussian_prediction(const std::vector<CovarianceTerm>& terms, const Eigen::VectorXd& values,
                               const GaussianOptions& options = {});

/// A model that is fully said by its terms.
class GaussianModel : public RankingModel {
 public:
  using Terms = std::function<std::vector<CovarianceTerm>(const RankingState&)>;
  GaussianModel(std::string name, std::string text, Terms terms)
      : RankingModel(std::move(name), std::move(text)), terms_(std::move(terms)) {}
  Prediction predict(const RankingState& state) const override {
    return gaussian_prediction(terms_(state), state.values);
  }

 private:
  Terms terms_;
};

// Pieces of terms. Z: (n + m) x d', features of the observed points, then of the candidates; scales come from
// the first n rows alone.

/// All observed points, then all candidates, as they are: (n + m) x d.
Eigen::MatrixXd all_points(const RankingState& state);

/// Squared distances over their median among the first n points: (n + m) x (n + m).
Eigen::MatrixXd scaled_distances(const Eigen::MatrixXd& Z, Eigen::Index n);

/// exp(-q / (2 l)) for each l of the production model's squared lengthscales; q: scaled distances.
CovarianceTerm radial_term(const Eigen::MatrixXd& q);

/// Inner products about the first n points' mean, over their mean squared norm; weights as in production.
CovarianceTerm linear_term(const Eigen::MatrixXd& Z, Eigen::Index n);

}  // namespace bora
