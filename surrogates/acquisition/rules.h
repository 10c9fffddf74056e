// Acquisition functions over vectors, by name.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/searched_space.h"

namespace bora::surrogates {

struct RuleOptions {
  std::string acquisition = "log_ei";  ///< one of the names in acquisition_rule_names()
  double ucb_beta = 2;                 ///< weight that ucb gives to the standard deviation
  /// Number of draws of hyper-parameters over which the acquisition is averaged; 0: only the fitted ones are
  /// used. thompson takes one draw for its function, and pes draws one maximiser for each draw, or 10 if 0.
  /// fitbo always samples them: this many, or 24 if 0.
  int marginalise = 0;
  double margin = 0;   ///< log_ei, ei, pi: minimum improvement that counts, see acquisition_rule()
  void check() const;  ///< throws InputError naming the field, with the nearest valid name
};

/// Returns the names: log_ei, ei, pi, ucb, gp-ucb, fitbo, fitbo-mm, fitbo-meme, mes, mes-functions, pes, kg,
/// thompson, qei, qlogei. The first four depend only on a posterior's mean and variance; gp-ucb also depends
/// on the number of observations.
const std::vector<std::string>& acquisition_rule_names();
/// Returns true if scores are logarithms, so that logarithms of probabilities and costs may be added.
bool is_logarithm(const std::string& acquisition);
/// Returns true if the rule itself handles pending points or draws a new function for each point, so that no
/// values need be imputed for pending points: thompson, qei, qlogei.
bool sees_pending(const std::string& acquisition);
/// Returns true if the model must be a Gaussian process: for the fitbo family and for averages over
/// hyper-parameters.
bool needs_process(const RuleOptions& options);

/// Makes the rule of `options`. dimension: number of coordinates of the points, for gp-ucb. Throws
/// InputError.
AcquisitionRule<Eigen::VectorXd> make_rule(const RuleOptions& options, int dimension,
                                           SearchedSpace<Eigen::VectorXd> space);

/// Returns sqrt(beta_t) of GP-UCB after t >= 1 observations in d dimensions (Srinivas, Krause, Kakade and
/// Seeger 2010), in the form of Brochu, Cora and de Freitas 2010 (section 2.3): beta_t = 2 log(t^(d/2 + 2)
/// pi^2 / (3 delta)), delta = 0.1.
double scheduled_ucb_beta(int observations, int dimension);

}  // namespace bora::surrogates
