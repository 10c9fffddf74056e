// Bayesian optimisation over a box as a state machine: ask for points, tell their values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <Eigen/Core>

namespace bora {

enum class AcquisitionKind { ei, log_ei, pi, ucb };

enum class CandidateScoring {
  exact,     ///< mean and variance of every random candidate, in double
  screened,  ///< mean in single precision over part of the candidates, variance for the best few hundred only
};

/// Defaults are those of the GP-BO attack (Ru 2021, section 6.4 and appendix A.4).
struct BoxOptimiserOptions {
  int initial_points = 30;          ///< Latin hypercube; they are observations like any other
  int refit_every = 5;              ///< hyper-parameters by maximum likelihood every so many tells
  std::string kernel = "matern52";  ///< matern52 | matern32 | se
  bool ard = false;                 ///< one lengthscale a dimension instead of one
  double noise = 1e-6;              ///< noise variance relative to standardised y
  bool learn_noise = false;
  AcquisitionKind acquisition = AcquisitionKind::ucb;
  double ucb_beta = 2.0;   ///< ucb = mean + beta * standard deviation
  int candidates = 10000;  ///< random points scored for an ask
  int polished = 5;        ///< best of candidates and observations, improved by L-BFGS-B
  CandidateScoring scoring = CandidateScoring::screened;
  void check() const;  ///< throws InputError naming the field
};

struct BoxOptimiserTimings {
  double fit_seconds = 0;          ///< hyper-parameters and factorisations
  double acquisition_seconds = 0;  ///< candidates, their scores, polishing
  int fits = 0;
};

/// Maximises an unknown function over the box [lower, upper].
///
/// Same seed and same tells give the same asks. Points asked and not yet told are pending: later asks stay
/// away from them by believing the posterior mean there (Kriging believer).
class BoxOptimiser {
 public:
  /// lower, upper: d, finite, lower < upper. Throws InputError.
  BoxOptimiser(Eigen::VectorXd lower, Eigen::VectorXd upper, BoxOptimiserOptions options, std::uint64_t seed);
  ~BoxOptimiser();
  BoxOptimiser(BoxOptimiser&&) noexcept;
  BoxOptimiser& operator=(BoxOptimiser&&) noexcept;

  /// q >= 1 distinct points, q x d. The initial design is handed out first.
  Eigen::MatrixXd ask(int q = 1);
  /// X: n x d, y: n, finite, larger is better. Points need not have been asked for (warm start). Throws
  /// InputError.
  void tell(const Eigen::MatrixXd& X, const Eigen::VectorXd& y);

  int observations() const;
  int pending() const;
  /// Best observation so far; requires observations() > 0.
  Eigen::VectorXd incumbent() const;
  double incumbent_value() const;
  const BoxOptimiserTimings& timings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bora
