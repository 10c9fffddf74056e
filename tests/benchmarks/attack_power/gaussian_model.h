// Gaussian processes whose covariance is a weighted sum, chosen by evidence.
#pragma once

#include <vector>

#include "ranking_model.h"

namespace bora::tools {

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

/// Posterior of o outputs at m candidates: the covariance of candidates i and j is covariance(i, j) times
/// that of the outputs.
struct OutputsPosterior {
  Eigen::MatrixXd mean;        ///< m x o
  Eigen::MatrixXd covariance;  ///< m x m
  Eigen::MatrixXd outputs;     ///< o x o
  double log_evidence = 0;     ///< log evidence of the untransformed values, up to a constant
};

/// Given `values` (n x o) at the observed points, under the sum of `terms` with the weights, shapes and noise
/// of highest evidence, the outputs' added. Values are standardised; the outputs' covariance is at its
/// maximum (for one output Rasmussen and Williams 2006, eq. 5.8).
OutputsPosterior gaussian_posterior(const std::vector<CovarianceTerm>& terms, const Eigen::MatrixXd& values,
                                    const GaussianOptions& options = {});

/// Predicts the objective, which is the only output. The incumbent is the largest value.
Prediction objective_prediction(const std::vector<CovarianceTerm>& terms, const Eigen::VectorXd& values,
                                const GaussianOptions& options = {});

/// Predicts the objective as a function of all classes' scores, which are the outputs (Astudillo and Frazier,
/// ICML 2019), to first order at the mean scores.
Prediction composed_prediction(const OutputsPosterior& scores, const RankingState& state);

/// Returns the outputs that composed_prediction() takes: n x classes, log-probabilities about their mean.
Eigen::MatrixXd centred_scores(const RankingState& state);

/// Model that is fully specified by its terms.
class GaussianModel : public RankingModel {
 public:
  using Terms = std::function<std::vector<CovarianceTerm>(const RankingState&)>;
  enum class Of { objective, scores };
  GaussianModel(std::string name, std::string text, Of of, Terms terms)
      : RankingModel(std::move(name), std::move(text)), of_(of), terms_(std::move(terms)) {}
  Prediction predict(const RankingState& state) const override {
    if (of_ == Of::objective) return objective_prediction(terms_(state), state.values);
    return composed_prediction(gaussian_posterior(terms_(state), centred_scores(state)), state);
  }

 private:
  Of of_;
  Terms terms_;
};

/// Adds two models with these terms: of the objective, under `name`, and of all classes' scores, under
/// "`name` of scores".
void add_gaussian_models(RankingModels& models, const std::string& name, const std::string& text,
                         const GaussianModel::Terms& terms);

// Pieces of terms. Z: (n + m) x d', features of the observed points, then of the candidates; scales come from
// the first n rows alone.

/// All observed points, then all candidates, as they are: (n + m) x d.
Eigen::MatrixXd all_points(const RankingState& state);

/// Squared distances over their median among the first n points: (n + m) x (n + m).
Eigen::MatrixXd scaled_distances(const Eigen::MatrixXd& Z, Eigen::Index n);

/// exp(-q / (2 l)) for each l of the production model's squared lengthscales; q: scaled distances.
CovarianceTerm radial_term(const Eigen::MatrixXd& q);

/// A radial term and a linear one of the same points.
std::vector<CovarianceTerm> radial_and_linear(const Eigen::MatrixXd& Z, Eigen::Index n);

/// Inner products about the first n points' mean, over their mean squared norm; weights as in production.
CovarianceTerm linear_term(const Eigen::MatrixXd& Z, Eigen::Index n);

}  // namespace bora::tools
