// Every acquisition of points that are vectors, by its name.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/score.h"
#include "surrogates/acquisition/searched_space.h"

namespace bora {

struct RuleOptions {
  std::string acquisition = "log_ei";  ///< a name of acquisition_rule_names()
  double ucb_beta = 2;                 ///< of ucb alone
  /// Draws of hyper-parameters that the acquisition is averaged over; 0: the fitted ones alone. thompson
  /// takes one draw for its function, fitbo samples them in any case: this many, or 24.
  int marginalise = 0;
  void check() const;  ///< throws InputError naming the field, with the nearest valid name
};

/// log_ei, ei, pi, ucb, gp-ucb, fitbo, fitbo-mm, fitbo-meme, mes, mes-functions, kg, thompson, qei, qlogei.
/// The first five are functions of a belief's mean and variance, and gp-ucb of the count of observations,
/// alone.
const std::vector<std::string>& acquisition_rule_names();
/// Whether scores are logarithms, so that logarithms of probabilities and costs may be added.
bool is_logarithm(const std::string& acquisition);
/// Whether the rule looks at pending points itself or draws anew for each point, so that nothing need be made
/// up about what is pending: thompson, qei, qlogei.
bool sees_pending(const std::string& acquisition);
/// Whether the model must be a Gaussian process: the fitbo family, and what is marginalised.
bool needs_process(const RuleOptions& options);

/// dimension: of the points, for gp-ucb. Throws InputError.
AcquisitionRule<Eigen::VectorXd> make_rule(const RuleOptions& options, int dimension,
                                           SearchedSpace<Eigen::VectorXd> space);

/// sqrt(beta_t) of GP-UCB after t >= 1 observations in d dimensions (Srinivas, Krause, Kakade and Seeger
/// 2010), as Brochu, Cora and de Freitas 2010 have it (section 2.3): beta_t = 2 log(t^(d/2 + 2) pi^2 / (3
/// delta)), delta = 0.1.
double scheduled_ucb_beta(int observations, int dimension);

}  // namespace bora
