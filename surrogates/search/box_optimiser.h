// Bayesian optimisation over a box as a state machine: ask for points, tell their values.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

enum class CandidateScoring {
  exact,     ///< computes mean and variance of every random candidate, in double
  screened,  ///< computes the mean in single precision for part of the candidates, the variance only for the
             ///< best few hundred
};

enum class Decomposition {
  evidence,  ///< partition of largest evidence among random ones and the one in use (ADDGP-BO-LD)
  change,    ///< groups of coordinates that changed alike over the last observations (ADDGP-BO-FD)
};

/// Options of an additive model, f(x) = sum_j f_j(x_Aj), over disjoint groups A_j of coordinates of (nearly)
/// equal size, each with a kernel, signal variance and lengthscale of its own (Ru 2021, eq. 6.7). The
/// acquisition is formed and maximised group by group, on the posterior of that group's function alone, and
/// the maximisers are joined.
struct AdditiveOptions {
  int groups = 0;  ///< 0: one model of all coordinates. The paper takes 12, and 27 for ImageNet
  Decomposition decomposition = Decomposition::evidence;
  int relearn_every = 40;  ///< number of tells after which the partition is learnt again
  int partitions = 20;     ///< number of random partitions tried each time, with Decomposition::evidence
  /// Number of observations, spread evenly over the run, from which partition and hyper-parameters are
  /// learnt; 0: all, as in the paper, which takes most of the time from a thousand observations on.
  int learnt_from = 400;
};

/// Defaults are those of the GP-BO attack (Ru 2021, section 6.4 and appendix A.4).
///
/// CandidateScoring::exact is the paper to the letter. For every ask: fresh uniform candidates and all
/// observations, each with its mean and variance; hyper-parameters by multi-start L-BFGS-B on the evidence;
/// the best `polished` improved one after another until converged.
///
/// CandidateScoring::screened costs a fraction of that and finds better points where it was compared:
///
/// 1. Candidates. Every ask draws candidates / refit_every of them, so that a window between refits sees as
///    many as one exact ask, or as few as a few milliseconds allow (affordable_candidates). Half are uniform,
///    joined by the best uniform ones of the last ask; half change some coordinates of the best observations.
///    All are ranked in single precision by their mean and a bound of their variance, the best dozen of
///    either half by their true acquisition.
/// 2. Polishing. Some starts are candidates near observations, some uniform ones, some observations. The last
///    alone are a trap, each being a local maximum of the acquisition once the search has settled. They are
///    improved together, as one problem of polished * d variables, by 30 evaluations, fewer beyond 430
///    observations, down to 7.
/// 3. Hyper-parameters. Refits wait until observations have grown by `refit_growth`. With one lengthscale
///    and a fixed noise of at most 1e-3 the signal variance is profiled out and the lengthscale alone is
///    searched: over its whole range while there are at most 200 observations and at every 8th refit after,
///    from its last value otherwise. Else by L-BFGS-B, with several starts when a whole range would be
///    searched.
///
/// An additive model does either group by group. Exact, each group draws candidates / 2, each partition tried
/// and each refit maximises the evidence over the variances and lengthscales of all groups, and each of the
/// `polished` starts is improved until converged. With 12 groups an ask costs about O(60,000 n^2), and the
/// choice of a partition 21 such fits.
struct BoxOptimiserOptions {
  int initial_points = 30;  ///< Latin hypercube; they are observations like any other. 0: start from tells
  int refit_every = 5;      ///< tells from one maximum-likelihood fit of hyper-parameters to the next ...
  double refit_growth = 0.025;      ///< screened: ... or, if more, when observations have grown by this share
  std::string kernel = "matern52";  ///< matern52 | matern32 | se
  bool ard = false;                 ///< uses one lengthscale a dimension instead of a common one
  bool lengthscale_prior = false;   ///< maximises the posterior under LengthscalePrior, not the likelihood
  double noise = 1e-6;              ///< noise variance relative to standardised y
  bool learn_noise = false;
  AcquisitionKind acquisition = AcquisitionKind::ucb;
  double ucb_beta = 2.0;   ///< weight beta that is used in ucb = mean + beta * standard deviation
  int candidates = 10000;  ///< number of random points scored for an ask
  int polished = 5;        ///< number of best candidates and observations that are improved by L-BFGS-B
  CandidateScoring scoring = CandidateScoring::screened;
  AdditiveOptions additive;
  void check() const;  ///< throws InputError naming the field
};

struct BoxOptimiserTimings {
  double fit_seconds = 0;          ///< hyper-parameters and factorisations
  double acquisition_seconds = 0;  ///< candidates, their scores, polishing
  int fits = 0;
  double candidate_seconds = 0;  ///< the part of acquisition_seconds before polishing
  double polish_seconds = 0;     ///< the rest of it
};

class SearchModel;

/// Maximises an unknown function over the box [lower, upper]; points are vectors of d coordinates. The
/// initial design is handed out first, each point once, even if it is abandoned. Later asks stay away from
/// pending points by believing the posterior mean there (Kriging believer).
class BoxOptimiser final : public MixedOptimiser {
 public:
  /// lower, upper: bounds of the box, d each, finite, lower < upper. Throws InputError.
  BoxOptimiser(Eigen::VectorXd lower, Eigen::VectorXd upper, BoxOptimiserOptions options, std::uint64_t seed);
  ~BoxOptimiser() override;
  BoxOptimiser(BoxOptimiser&&) noexcept;
  BoxOptimiser& operator=(BoxOptimiser&&) noexcept;

  using MixedOptimiser::observe;
  /// Observes all points of X. X: n x d, inside the box; y: n, finite. Throws InputError and then stores
  /// none.
  void observe(const Eigen::MatrixXd& X, const Eigen::VectorXd& y);

  const BoxOptimiserTimings& timings() const { return timings_; }

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  /// Updates the model with the observations; returns false if it is not usable.
  bool update_model();
  /// Returns the next point, which lies in the unit cube.
  Eigen::VectorXd next(std::int64_t trial, bool have_model);

  BoxOptimiserOptions options_;
  std::uint64_t seed_;
  std::unique_ptr<SearchModel> model_;  // model of the observations and, within an ask, of imputed values
  Eigen::MatrixXd design_;              // d x n, in the unit cube
  Eigen::Index design_used_ = 0;
  // Points in the unit cube: pending ones as they were chosen, and observed ones that the model has not seen
  // yet.
  std::map<std::int64_t, Eigen::VectorXd> chosen_;
  std::vector<Eigen::VectorXd> not_appended_;
  int fitted_at_ = 0;
  BoxOptimiserTimings timings_;
};

}  // namespace bora::surrogates
