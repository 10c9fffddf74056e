// Rules of acquisition functions over vectors, by name.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/searched_space.h"

namespace bora::surrogates {

/// Name and settings of a rule.
struct RuleOptions {
  std::string acquisition = "log_ei";  ///< one of the names in acquisition_rule_names()
  double ucb_beta = 2;                 ///< weight that ucb gives to the standard deviation
  /// Number of draws of the hyper-parameters over which the acquisition is averaged; 0: the fitted ones are
  /// used. If it is not 0, thompson uses a single draw, and pes one maximiser for each draw instead of 10.
  /// The fitbo rules always draw hyper-parameters: 24 times if it is 0.
  int marginalise = 0;
  double margin = 0;   ///< margin that acquisition_rule() gives to log_ei, ei and pi
  void check() const;  ///< throws InputError naming the field, with the nearest valid name
};

/// Returns the names: log_ei, ei, pi, ucb, gp-ucb, fitbo, fitbo-mm, fitbo-meme, mes, mes-functions, pes, kg,
/// thompson, qei, qlogei.
const std::vector<std::string>& acquisition_rule_names();
/// Returns whether values of the acquisition are logarithms, so that logarithms of probabilities and costs
/// may be added.
bool is_logarithm(const std::string& acquisition);
/// Returns whether pending points need no imputed values, because the rule handles them itself or draws a new
/// function for each point: thompson, qei, qlogei.
bool sees_pending(const std::string& acquisition);
/// Returns whether the model must be a Gaussian process: for the fitbo rules and for averages over
/// hyper-parameters.
bool needs_process(const RuleOptions& options);

/// Makes the rule of `options`. dimension: number of coordinates of the points, used by gp-ucb. Throws
/// InputError.
AcquisitionRule<Eigen::VectorXd> make_rule(const RuleOptions& options, int dimension,
                                           SearchedSpace<Eigen::VectorXd> space);

/// Returns sqrt(beta_t) of GP-UCB after t >= 1 observations in d dimensions (Srinivas, Krause, Kakade and
/// Seeger 2010), in the form of Brochu, Cora and de Freitas 2010 (section 2.3): beta_t = 2 log(t^(d/2 + 2)
/// pi^2 / (3 delta)), delta = 0.1.
double scheduled_ucb_beta(int observations, int dimension);

}  // namespace bora::surrogates
