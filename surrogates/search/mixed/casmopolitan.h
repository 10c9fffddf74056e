// Bayesian optimisation over many categories and numbers: a local model inside a trust region, with restarts
// chosen by a global model.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/error.h"
#include "common/named_settings.h"
#include "surrogates/gp/output_transform.h"
#include "surrogates/gp/process_model.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/search/mixed/mixed_kernel.h"
#include "surrogates/search/mixed/mixed_optimiser.h"
#include "surrogates/search/mixed/trust_region.h"

namespace bora::surrogates {

struct CasmopolitanOptions {
  int budget = 0;  ///< number of trials planned; 0: not known
  /// Number of uniform points at the start; 0: 20, as published, or fewer with a budget below 67
  /// (default_initial_points()).
  int initial_points = 0;
  int restart_points = 10;  ///< points drawn in a new region, the centre included; 0: as initial_points
  int refit_every = 5;      ///< number of observations in the region between fits of hyper-parameters
  /// True: lengthscales have the prior of mixed_kernel_priors(); false: maximum likelihood, as printed.
  bool lengthscale_prior = true;
  CategoryKernel categories = CategoryKernel::scaled;
  bool use_region = true;  ///< false: no trust region; one model of all observations
  TrustRegionOptions region;
  double least_gain = 1e-3;  ///< minimum gain of a success, as a share of the incumbent's value
  double ucb_beta = 2;       ///< exploration when a new centre is chosen, unless printed_restart
  /// Rule for choosing a new centre. True: as printed (5.13). False: the best of 1,000 random points under a
  /// process with the kernel's default hyper-parameters and the constant ucb_beta.
  bool printed_restart = false;
  bool printed_search = false;  ///< true: searches by InterleavedOptions::as_printed()
  /// True: values far below all others are raised (LowerTail); otherwise standardisation would make the
  /// remaining values nearly equal.
  bool raise_tail = true;

  /// Sets everything in which the defaults deviate from the thesis as printed.
  void set_as_printed();
  /// Reads the settings that a user may set: as, initial, refit, prior, kernel, region, failures. Throws
  /// InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser that implements Casmopolitan (Wan, Nguyen, Ha, Ru, Lu and Osborne, ICML 2021; Ru 2021, section
/// 5.6, algorithm 7). The kernel blends an exponential overlap kernel of the categories (with a weight each)
/// and a Matern-5/2 kernel of the numbers (with a lengthscale each). Its hyper-parameters maximise the
/// posterior, or the likelihood (lengthscale_prior), of the observations since the region was opened. The
/// next point has the largest log-EI found inside the trust region around the incumbent. The search for it
/// starts at the best of random points there and alternates moves to the best point one category away with
/// gradient steps over the numbers. When the region has become too small, a new one is opened at the point of
/// largest upper confidence bound of a process over the incumbents of all earlier regions. Pending points get
/// imputed values.
///
/// As printed (printed_restart), that process is fitted in the same way as a region's process, and its bound
/// is maximised over the whole space. An incumbent that an earlier region also had is replaced by a random
/// evaluated point, which costs no evaluation. At region i the square of the weight of the standard deviation
/// is 2 log(|H| i^2 pi^2 / (6 zeta)), with zeta = 0.1 and |H| combinations of categories (theorem 3; theorem
/// 4, for spaces with numbers, needs a norm of the unknown function). Equation (5.13) is printed with the
/// root around the deviation and appendix C.3 with the root before it, which is used here.
class Casmopolitan final : public MixedOptimiser {
 public:
  /// Throws InputError.
  Casmopolitan(MixedSpace space, CasmopolitanOptions options, std::uint64_t seed);

  int restarts() const { return opened_ - 1; }
  const TrustRegion& region() const { return region_; }
  /// Returns the incumbents of the regions that were left (or, as printed, the points that replace them).
  const std::vector<Eigen::VectorXd>& maxima() const { return past_points_; }

 private:
  using PosteriorPtr = std::shared_ptr<const Posterior<Eigen::VectorXd>>;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override;
  void revalued() override {
    throw InputError("revalue: its region went by the values told, which cannot be others now");
  }
  void restart(Rng& rng);
  /// Returns the centre of the next region, in units.
  Eigen::VectorXd next_centre(Rng& rng) const;
  Eigen::VectorXd printed_centre(Rng& rng) const;
  /// Adds the incumbent, or the point that replaces it, to those of earlier regions.
  void remember_incumbent(Rng& rng);
  ProcessModel<Eigen::VectorXd> fresh_model() const;
  PosteriorPtr fit_posterior(Rng& rng);
  /// Returns the transform of values before they are standardised, which depends on all observations.
  LowerTail lower_tail() const;
  Eigen::VectorXd lengthscales() const;
  /// Returns the best point found in the region, in units. imputed_best: largest imputed value of a pending
  /// point; -infinity if there are none.
  Eigen::VectorXd search(PosteriorPtr posterior, double imputed_best, Rng& rng) const;
  Eigen::VectorXd draw_in_region(Rng& rng) const;
  Eigen::VectorXd moved_inside(Eigen::VectorXd unit, const Eigen::VectorXd& centre) const;

  CasmopolitanOptions options_;
  ProcessModel<Eigen::VectorXd> model_;  // model of the current region
  LowerTail tail_;                       // transforms of the values that it last learnt from, this first
  Standardisation standardisation_;
  TrustRegion region_;
  bool unasked_ = false;                   // whether some observations were not asked for
  int opened_ = 1;                         // regions
  std::vector<std::size_t> local_;         // observations of the current region, indices into points()
  std::size_t best_ = 0;                   // the incumbent among them
  int to_draw_;                            // points that are still drawn before the model chooses
  std::optional<Eigen::VectorXd> centre_;  // centre at which the region was opened; none for the first
  bool asks_centre_ = false;               // whether the centre is asked for next
  struct Asked {
    int region;
    bool chosen;          // true: by the model; false: drawn
    bool centre = false;  // whether it is the region's centre
  };
  std::map<std::int64_t, Asked> asked_;       // origin of each pending trial
  std::vector<Eigen::VectorXd> past_points_;  // incumbents of regions that were left
  std::vector<double> past_values_;
};

}  // namespace bora::surrogates
