// Bayesian optimisation over boxes of hundreds of dimensions.
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

/// Evaluation of random candidates, described at BoxOptimiserOptions.
enum class CandidateScoring {
  exact,     ///< computes the acquisition of every candidate in double precision
  screened,  ///< ranks fewer candidates by a bound in single precision, then the best exactly
};

/// Rule by which an additive model divides the coordinates into groups.
enum class Decomposition {
  evidence,  ///< by the largest evidence among random partitions and the current one (ADDGP-BO-LD)
  change,    ///< by the mean absolute change of coordinates over the last observations (ADDGP-BO-FD)
};

/// Options of additive models f(x) = sum_j f_j(x_Aj). The groups A_j of coordinates are disjoint and of
/// nearly equal size, and each f_j has a kernel with its own variance and lengthscale (Ru 2021, eq. 6.7). For
/// each group an acquisition of the posterior of f_j is maximised over x_Aj; the maximisers are joined to the
/// next point.
struct AdditiveOptions {
  int groups = 0;  ///< number of groups, 12 in the paper and 27 for ImageNet; 0: no additive model
  Decomposition decomposition = Decomposition::evidence;
  int relearn_every = 40;  ///< number of observations after which the partition is learnt again
  int partitions = 20;     ///< number of random partitions tried each time by Decomposition::evidence
  /// Maximum number of observations from which the partition and the hyper-parameters are learnt, spread
  /// evenly over the run; 0: all, as in the paper, whose fits take most of the time from 1,000 observations
  /// on.
  int learnt_from = 400;
};

/// Options that BoxOptimiser takes. Defaults are those of the GP-BO attack (Ru et al. 2020; Ru 2021,
/// section 6.4).
///
/// CandidateScoring::exact follows the paper. For each new point it computes the acquisition of `candidates`
/// uniform points and of all observations, and improves the best `polished` one after another until
/// converged. Hyper-parameters are fitted by L-BFGS-B on the evidence from several starts.
///
/// CandidateScoring::screened costs a fraction of that and finds better points where the two were compared:
///
/// 1. Candidates. Each search draws candidates / refit_every of them, so that all searches between two refits
///    draw as many as one exact search, or as many as a few milliseconds allow (affordable_candidates()). One
///    half are uniform and joined by the best uniform ones of the last search. The other half are the best
///    observations with some coordinates changed. All are ranked in single precision by the acquisition with
///    an upper bound of the variance, and then the best dozen of either half by the exact acquisition.
/// 2. Polishing. The starts are candidates of both halves and observations (starts_first()). They are
///    improved together, as one problem of polished * d variables, by at most 30 evaluations, and fewer
///    beyond 430 observations, down to 7 (joint_polishing_evaluations()).
/// 3. Hyper-parameters. A refit also waits until the number of observations has grown by `refit_growth`. With
///    one lengthscale and a fixed noise of at most 1e-3, the signal variance is profiled out and only the
///    lengthscale is searched: over its whole range with at most 200 observations and at every 8th refit,
///    else from its last value. Otherwise L-BFGS-B is used, with several starts where the whole range would
///    be searched.
///
/// An additive model does the same for each group (AdditiveModel). In the exact mode each group draws
/// candidates / 2 points, and fits maximise the evidence over the variances and lengthscales of all groups.
/// With 12 groups a search then costs about O(60,000 n^2), and learning the partition takes 21 fits.
struct BoxOptimiserOptions {
  int initial_points = 30;          ///< number of points of a Latin hypercube, >= 0
  int refit_every = 5;              ///< number of observations between two fits, >= 1
  double refit_growth = 0.025;      ///< screened: minimum of this number, as a share of all observations
  std::string kernel = "matern52";  ///< matern52 | matern32 | se
  bool ard = false;                 ///< true: each dimension has a lengthscale; false: one common lengthscale
  bool lengthscale_prior = false;   ///< true: fits maximise the posterior under LengthscalePrior
  double noise = 1e-6;              ///< noise variance of standardised values, in (0, 1]
  bool learn_noise = false;         ///< true: fits the noise, starting at `noise`
  AcquisitionKind acquisition = AcquisitionKind::ucb;
  double ucb_beta = 2.0;   ///< weight that ucb gives to the standard deviation
  int candidates = 10000;  ///< number of random candidates for each new point
  int polished = 5;        ///< number of candidates and observations that are improved by L-BFGS-B
  CandidateScoring scoring = CandidateScoring::screened;
  AdditiveOptions additive;
  void check() const;  ///< throws InputError naming the field
};

/// Times that a BoxOptimiser has spent so far, in seconds.
struct BoxOptimiserTimings {
  double fit_seconds = 0;          ///< fits of hyper-parameters and factorisations
  double acquisition_seconds = 0;  ///< searches for the largest acquisition
  int fits = 0;                    ///< number of fits
  double candidate_seconds = 0;    ///< the part of acquisition_seconds before polishing
  double polish_seconds = 0;       ///< the part that polishing takes
};

class SearchModel;

/// Bayesian optimiser of points in the box [lower, upper] of R^d. Each point of the initial design is
/// proposed once, even if it is abandoned. Pending points get their posterior means as imputed values
/// (Kriging believer).
class BoxOptimiser final : public MixedOptimiser {
 public:
  /// lower, upper: bounds of the box, d each, finite, lower < upper. Throws InputError.
  BoxOptimiser(Eigen::VectorXd lower, Eigen::VectorXd upper, BoxOptimiserOptions options, std::uint64_t seed);
  ~BoxOptimiser() override;
  BoxOptimiser(BoxOptimiser&&) noexcept;
  BoxOptimiser& operator=(BoxOptimiser&&) noexcept;

  using MixedOptimiser::observe;
  /// Observes all rows of X (n x d, inside the box) with values y (n, finite). Throws InputError and then
  /// stores nothing.
  void observe(const Eigen::MatrixXd& X, const Eigen::VectorXd& y);

  const BoxOptimiserTimings& timings() const { return timings_; }

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  /// Brings the model up to date with the observations. Returns whether it is usable.
  bool update_model();
  /// Returns the next point in the unit cube, which is one of the design, one proposed by the model, or, if
  /// there is no model, a random one.
  Eigen::VectorXd next(std::int64_t trial, bool have_model);

  BoxOptimiserOptions options_;
  std::uint64_t seed_;
  std::unique_ptr<SearchModel> model_;  // also has imputed values within a call of ask()
  Eigen::MatrixXd design_;              // d x n, in the unit cube
  Eigen::Index design_used_ = 0;
  // Points in the unit cube: pending ones by their trial, and observed ones that are not appended to the
  // model yet.
  std::map<std::int64_t, Eigen::VectorXd> chosen_;
  std::vector<Eigen::VectorXd> not_appended_;
  int fitted_at_ = 0;  // number of observations at the last fit
  BoxOptimiserTimings timings_;
};

}  // namespace bora::surrogates
