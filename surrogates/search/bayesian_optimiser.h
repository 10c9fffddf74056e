// Bayesian optimisation over categories and numbers: the default optimiser.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/acquisition/rules.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/gp/output_transform.h"
#include "surrogates/search/mixed/mixed_optimiser.h"
#include "surrogates/search/model_optimiser.h"

namespace bora::surrogates {

// Compiled once, in bayesian_optimiser.cc.
extern template class ModelOptimiser<MixedSpace>;

struct BayesianOptions {
  /// Number of initial Sobol points. 0: 2 (d + 1), at most 20 and, if `budget` is known, at most three tenths
  /// of it, but at least 4.
  int initial_points = 0;
  int budget = 0;  ///< number of evaluations planned; 0: not known
  /// Number of observations from one fit of hyper-parameters to the next: the larger of refit_every and
  /// refit_growth times the number of observations.
  int refit_every = 1;
  double refit_growth = 0.02;
  std::string acquisition = "log_ei";  ///< one of the names in acquisition_rule_names()
  double ucb_beta = 2;                 ///< weight that ucb gives to the standard deviation
  /// Number of draws of hyper-parameters over which the acquisition is averaged; 0: only the fitted ones are
  /// used (RuleOptions::marginalise).
  int marginalise = 0;
  /// Policy for pending points, one of pending_policy_names(). It has no effect if the acquisition handles
  /// pending points itself (sees_pending()).
  std::string pending = "believer";
  /// True if lengthscales have the prior of make_default_kernel(); false: maximum likelihood fits them.
  bool lengthscale_prior = true;
  bool transform_outputs = true;  ///< values are transformed by LowerTail, then YeoJohnson
  bool raise_tail = false;        ///< values are transformed by LowerTail even without transform_outputs
  /// Kernel of the numbers. "default": that of make_default_kernel(). Otherwise a name of make_kernel(); that
  /// kernel has a lengthscale for each number, fitted by maximum likelihood, and needs a space without
  /// categories.
  std::string kernel = "default";
  double margin = 0;  ///< margin of RuleOptions, in standard deviations of the (transformed) values
  /// > 0: each ask takes the best of this many uniform points. 0: uses LocalAndGlobalProposer.
  int drawn_points = 0;
  int constraints = 0;  ///< number of constraints; each is modelled, and its slack is told with each value
  /// True: observed points that were not asked for are those of an earlier search in its order, with its
  /// initial points first. False: they are a warm start and may lie anywhere.
  bool observed_as_asked = false;
  double uniform_share = 0;  ///< share of the points after the initial ones that are drawn uniformly
  /// Reads the settings that a user may set: as, kernel, transform, prior, margin, points. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Bayesian optimiser of points in a mixed space. Unless another model is given, it uses the Gaussian process
/// of make_default_kernel(): a blend of an exponential overlap kernel of the categories, with a weight each,
/// and a Matern-5/2 kernel of the numbers, with a lengthscale each (Wan et al. 2021); over 3 to 20 numbers
/// without categories, a sum of kernels of one number each is added. Hyper-parameters and noise are fitted by
/// maximum a posteriori. The acquisition is maximised by LocalAndGlobalProposer. If points have failed,
/// another process models the probability of success, by which the acquisition is multiplied. An acquisition
/// that may be negative, such as ucb, is first shifted by its least value.
class BayesianOptimiser final : public ModelOptimiser<MixedSpace> {
 public:
  /// model: a model of points in units (MixedSpace::to_unit); null: the process above. A model that is not a
  /// Gaussian process can be combined with acquisitions that do not need one (needs_process()). Throws
  /// InputError, also for a penalising policy of pending points with a given model or a space without
  /// numbers.
  BayesianOptimiser(MixedSpace space, BayesianOptions options, std::uint64_t seed,
                    std::unique_ptr<Model<Eigen::VectorXd>> model = nullptr);

  /// Tells the value of a trial with a cost, such as seconds. From the second such trial on, points are
  /// chosen by the acquisition per unit of cost. A separate process predicts the logarithm of the cost (Snoek
  /// et al. 2012, section 3.2). cost: finite, >= 0; less than 1e-3 counts as 1e-3. Throws InputError and then
  /// stores nothing.
  void tell_at_cost(std::int64_t trial, double value, double cost, const std::vector<double>& slacks = {});
  /// Value at a point as predicted by the model of the last ask.
  struct Prediction {
    double median, lower, upper;  ///< quantiles of the value without noise: 50, 2.5 and 97.5%
  };
  /// Returns the prediction at a point; empty until the model has first learnt.
  std::optional<Prediction> predict(const Eigen::VectorXd& point) const;
  /// Returns the point where the model of the last ask has its largest mean over the whole space, as found by
  /// a search. It serves as the result of a search whose values are noisy, or whose best point may never have
  /// been tried. If some points have failed or there are constraints, it is the point of largest mean among
  /// the observed ones that meet the constraints. Empty until the model has first learnt, and while no
  /// observed point meets the constraints.
  std::optional<Eigen::VectorXd> recommendation() const;
  /// Returns the process of the last ask, on the scale of transformed values, with inputs in units; null
  /// before the first fit, and if another model was given. Its hyper-parameters:
  /// kernel().hyperparameter_names().
  const FittedGaussianProcess<Eigen::VectorXd>* process() const {
    return dynamic_cast<const FittedGaussianProcess<Eigen::VectorXd>*>(posterior().get());
  }

 private:
  Eigen::VectorXd encoded(const Eigen::VectorXd& point) const override { return space().to_unit(point); }
  Eigen::VectorXd decoded(const Eigen::VectorXd& seen) const override { return space().from_unit(seen); }
  Eigen::VectorXd targets() override;
  void ended(std::int64_t trial, Outcome outcome) override {
    if (trial == 0 && outcome == Outcome::told) ++unasked_;
  }
  std::unique_ptr<PendingPolicy<Eigen::VectorXd>> pending_policy(const std::string& name,
                                                                 const PosteriorPtr& posterior,
                                                                 const Eigen::VectorXd& y) const override;
  void learnt(Rng& rng) override;
  std::shared_ptr<const PointAcquisition> score(const AcquisitionContext<Eigen::VectorXd>& now) override;
  /// Returns the posterior of labels, 1 observed and 0 failed; null if nothing failed.
  PosteriorPtr feasibility() const;
  /// Returns the posterior of log costs; null before the second cost.
  PosteriorPtr costs(Rng& rng) const;

  BayesianOptions options_;
  int unasked_ = 0;                      // observations that were not asked for
  std::vector<Eigen::VectorXd> costly_;  // points whose cost is known
  std::vector<double> log_costs_;
  PosteriorPtr feasible_, cost_;  // posteriors of the present ask
  struct Transform {
    LowerTail tail;
    YeoJohnson power;
    double inverse(double t) const { return tail.inverse(power.inverse(t)); }
  };
  // Transforms of the targets that the posterior uses, and of the last targets; they only standardise if
  // outputs are not transformed.
  Transform transform_, latest_;
};

}  // namespace bora::surrogates
