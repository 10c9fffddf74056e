// Casmopolitan: Bayesian optimisation over categories and numbers in a trust region with restarts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/gp/output_transform.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/search/mixed/mixed_kernel.h"
#include "surrogates/search/mixed/trust_region_optimiser.h"

namespace bora::surrogates {

struct CasmopolitanOptions {
  int budget = 0;  ///< number of trials planned; 0: not known
  /// Number of uniform points at the start; 0: 20, as published, or fewer with a budget below 67
  /// (default_initial_points()).
  int initial_points = 0;
  int restart_points = 10;  ///< points drawn in a later region, its centre included; 0: as initial_points
  /// Number of observations of a region between fits of hyper-parameters; 1 as printed.
  int refit_every = 5;
  /// True: lengthscales have the priors of mixed_kernel_priors(); false: maximum likelihood, as printed.
  bool lengthscale_prior = true;
  CategoryKernel categories = CategoryKernel::scaled;
  bool use_region = true;  ///< false: no trust region; one model of all observations
  TrustRegionOptions region;
  double least_gain = 1e-3;  ///< least gain of a success, relative to the incumbent's absolute value
  double ucb_beta = 2;  ///< weight that the choice of a centre gives to the deviation, see printed_restart
  /// Rule that chooses a new centre. True: as printed (equation 5.13). False: the best of 1,000 random points
  /// by the bound with the constant weight ucb_beta, of a process with the kernel's default hyper-parameters.
  bool printed_restart = false;
  bool printed_search = false;  ///< true: maximises the acquisition with InterleavedOptions::as_printed()
  /// True: raises values far below all others (LowerTail), next to which standardisation would make the other
  /// values nearly equal.
  bool raise_tail = true;

  /// Sets the options whose defaults differ from Ru 2021 to the printed values. The first radius, which is
  /// not printed, and the way it is rounded are those of the authors' code (published_radius).
  void set_as_printed();
  /// Reads the settings that a user may set: as, initial, refit, prior, kernel, region, failures. Throws
  /// InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser Casmopolitan, described by Wan, Nguyen, Ha, Ru, Lu and Osborne (ICML 2021; Ru 2021, section 5.6,
/// algorithm 7). The kernel blends an exponential overlap kernel of the categories (with a weight each) and a
/// Matern-5/2 kernel of the numbers (with a lengthscale each). Its hyper-parameters maximise the posterior,
/// or the likelihood (lengthscale_prior), of the observations of the current region. The next point maximises
/// log EI in the trust region around the incumbent. The search for it (interleaved_search()) starts at the
/// best of random points of the region, and alternates moves to the best point that differs in one category
/// with gradient ascents over the numbers. A region that has become too small is left, and the next one
/// begins at the point of largest upper confidence bound of a process whose observations are the incumbents
/// of all earlier regions. Pending points get imputed values (Kriging believer).
///
/// With printed_restart, that process is fitted like the process of a region, and its bound is maximised over
/// the whole space. If an incumbent equals that of an earlier region, a random observed point replaces it.
/// For region i the bound is mean + sqrt(beta_i) deviation with beta_i = 2 log(|H| i^2 pi^2 / (6 zeta)), zeta
/// = 0.1 and |H| combinations of categories (appendix C.3, theorem 3; theorem 4, for spaces with numbers,
/// depends on an unknown norm). Equation (5.13) prints sqrt(beta_i deviation) instead.
///
/// set_as_printed() keeps these differences from the authors' code:
/// - Values are standardised. The code replaces them by normal scores of their ranks, which the thesis does
///   not print.
/// - Any gain is a success. The code requires a thousandth of the incumbent's absolute value.
/// - The acquisition is log EI. The code has EI times a factor that falls with the noise.
/// - The first radius is 20 in all problems. The scripts have 30 for Ackley-53C and 15 in the attack, where
///   the first side is 0.6.
class Casmopolitan final : public TrustRegionOptimiser {
 public:
  /// Throws InputError for invalid options.
  Casmopolitan(MixedSpace space, CasmopolitanOptions options, std::uint64_t seed);

  /// Returns the incumbents of the regions that were left, or the points that replaced them
  /// (printed_restart).
  const std::vector<Eigen::VectorXd>& maxima() const { return past_points_; }

 private:
  using PosteriorPtr = std::shared_ptr<const Posterior<Eigen::VectorXd>>;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  /// Leaves the current region and begins the next one.
  void restart(Rng& rng);
  /// Return the centre of the next region, in unit coordinates; printed_centre(): for printed_restart.
  Eigen::VectorXd next_centre(Rng& rng) const;
  Eigen::VectorXd printed_centre(Rng& rng) const;
  /// Adds the incumbent, or the point that replaces it, to past_points_.
  void remember_incumbent(Rng& rng);
  ProcessModel<Eigen::VectorXd> fresh_model() const;
  /// Fits the model to the observations of the region. Returns null if that fails.
  PosteriorPtr fit_posterior(Rng& rng);
  /// Returns the transform of values before standardisation, based on the observations of all regions.
  LowerTail lower_tail() const;
  Eigen::VectorXd lengthscales() const;
  /// Returns the point of largest log EI found in the region, in unit coordinates. imputed_best: largest
  /// imputed value of a pending point; -infinity without these.
  Eigen::VectorXd search(PosteriorPtr posterior, double imputed_best, Rng& rng) const;
  /// Draws a point of the region, in unit coordinates: its numbers uniformly from the box, and a random
  /// number of its categories, up to the radius, again.
  Eigen::VectorXd draw_in_region(Rng& rng) const;
  /// Returns `unit` if the space allows it. Otherwise halves the distance of its numbers from the centre up
  /// to six times and returns the first allowed point, with its own categories or else with those of the
  /// centre; if there is none, returns `unit`.
  Eigen::VectorXd moved_inside(Eigen::VectorXd unit, const Eigen::VectorXd& centre) const;

  CasmopolitanOptions options_;
  ProcessModel<Eigen::VectorXd> model_;       // model of the current region
  LowerTail tail_;                            // first transform of the values of the last fit
  Standardisation standardisation_;           // second transform
  bool unasked_ = false;                      // whether any observation was not asked for
  std::optional<Eigen::VectorXd> centre_;     // initial centre of the region; none for the first
  std::int64_t centre_trial_ = 0;             // trial that proposes the centre; 0: none yet
  std::vector<Eigen::VectorXd> past_points_;  // see maxima()
  std::vector<double> past_values_;
};

}  // namespace bora::surrogates
