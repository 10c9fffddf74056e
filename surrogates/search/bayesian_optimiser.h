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

/// Options that BayesianOptimiser takes.
struct BayesianOptions {
  /// Number of initial Sobol points. 0: min(2 (d + 1), 20), reduced for a small budget
  /// (default_initial_points()).
  int initial_points = 0;
  int budget = 0;  ///< number of evaluations planned; 0: not known
  /// Hyper-parameters are fitted again after max(refit_every, refit_growth * n) further observations, n being
  /// the number at the last fit.
  int refit_every = 1;
  double refit_growth = 0.02;
  std::string acquisition = "log_ei";  ///< one of the names in acquisition_rule_names()
  double ucb_beta = 2;                 ///< weight that ucb gives to the standard deviation
  /// Number of draws of hyper-parameters over which the acquisition is averaged; 0: uses the fitted ones
  /// alone (RuleOptions::marginalise).
  int marginalise = 0;
  /// Policy for pending points, one of pending_policy_names(). Not used by an acquisition that accounts for
  /// pending points itself (sees_pending()).
  std::string pending = "believer";
  /// True: lengthscales have the priors of make_default_kernel(); false: maximum likelihood.
  bool lengthscale_prior = true;
  bool transform_outputs = true;  ///< transforms values by LowerTail, then YeoJohnson
  bool raise_tail = false;        ///< transforms values by LowerTail even without transform_outputs
  /// Kernel: "default" (make_default_kernel()) or a name of make_kernel(), which requires a space without
  /// categories; it has a lengthscale for each number and no priors.
  std::string kernel = "default";
  double margin = 0;  ///< RuleOptions::margin, in standard deviations of the (transformed) values
  /// Number of uniform points of which the one of largest acquisition is proposed (DrawnPoints); 0: uses
  /// LocalAndGlobalProposer.
  int drawn_points = 0;
  int constraints = 0;  ///< number of constraints, whose slacks are told with each value and modelled
  /// Meaning of observations that were not asked for. True: they are those of an earlier search in its order,
  /// its initial points first. False: they are a warm start, whose points may gather anywhere. It matters for
  /// LowerTail (lower_tail_of()).
  bool observed_as_asked = false;
  double uniform_share = 0;  ///< share of the points after the initial ones that are uniform, in [0, 1]
  /// Reads the settings that a user may set: as, kernel, transform, prior, margin, points. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Bayesian optimiser over a mixed space. Unless another model is given, it uses a Gaussian process with the
/// kernel of make_default_kernel(): a blend of an exponential overlap kernel of the categories, with a weight
/// each, and a Matern-5/2 kernel of the numbers, with a lengthscale each (Wan et al. 2021); over 3 to 20
/// numbers without categories, a sum of one-dimensional kernels is added. Hyper-parameters and noise maximise
/// the posterior. LocalAndGlobalProposer maximises the acquisition. If points have failed, another process
/// models the probability of success, by which the acquisition is multiplied. An acquisition that may be
/// negative, such as ucb, is first shifted to be positive.
class BayesianOptimiser final : public ModelOptimiser<MixedSpace> {
 public:
  /// model: a model of points in unit coordinates (MixedSpace::to_unit); null: the process described above. A
  /// model that is not a Gaussian process requires an acquisition that does not need one (needs_process()).
  /// Throws InputError for invalid options, and for a pending policy that penalises with a given model or in
  /// a space without numbers.
  BayesianOptimiser(MixedSpace space, BayesianOptions options, std::uint64_t seed,
                    std::unique_ptr<Model<Eigen::VectorXd>> model = nullptr);

  /// Tells the value of a trial and its cost, such as seconds. Once two costs are known, points are chosen by
  /// the acquisition divided by the expected cost, whose logarithm a separate process models (Snoek et al.
  /// 2012, section 3.2). cost: finite, >= 0; less than 1e-3 counts as 1e-3. slacks: as for
  /// tell_constrained(). Throws InputError and then stores nothing, also for an acquisition whose logarithm
  /// is not computed (is_logarithm()).
  void tell_at_cost(std::int64_t trial, double value, double cost, const std::vector<double>& slacks = {});
  /// Prediction that the model of the last call of ask() makes of the value at a point.
  struct Prediction {
    double median, lower, upper;  ///< 50, 2.5 and 97.5% quantiles of the value without noise
  };
  /// Returns the prediction at a point; nothing before the first fit.
  std::optional<Prediction> predict(const Eigen::VectorXd& point) const;
  /// Returns the point to use as the result. It is the incumbent unless the model of the last call of ask()
  /// has learnt a noise of more than a hundredth of the values' standard deviation. With such a noise it is
  /// the point of largest posterior mean that is found by a search over
  ///   - observed points whose values are not below the incumbent's by more than noise explains,
  ///   - other points at which the posterior variance is at most the variance of the noise. They are left out
  ///     if points have failed or there are constraints.
  /// Returns nothing before the first fit, and while no observed point meets the constraints.
  std::optional<Eigen::VectorXd> recommendation() const;
  /// Returns the point of largest posterior mean that is found by a search over the whole space, whatever the
  /// noise is. The model may be wrong there, but published comparisons of searches measure this point (Ru
  /// 2021, chapter 3). Returns nothing as recommendation() does.
  std::optional<Eigen::VectorXd> expected_maximum() const;
  /// Returns the process of the last call of ask(), which models transformed values of points in unit
  /// coordinates; null before the first fit, and if another model was given.
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
  using BoolArray = Eigen::Array<bool, Eigen::Dynamic, 1>;
  /// Returns the point of largest posterior mean among the observed points that meet the constraints and are
  /// marked in `among`, and the points that a search finds at which the posterior variance is at most
  /// `most_variance`. If points have failed or there are constraints, there is no such search.
  Eigen::VectorXd largest_mean(const BoolArray& among, double most_variance) const;
  std::shared_ptr<const PointAcquisition> score(const AcquisitionContext<Eigen::VectorXd>& now) override;
  /// Returns a posterior of labels: 1 at observed points, 0 at failed ones; null without either.
  PosteriorPtr feasibility() const;
  /// Returns the posterior of log costs; null with fewer than two costs.
  PosteriorPtr costs(Rng& rng) const;

  BayesianOptions options_;
  int unasked_ = 0;                      // observations that were not asked for
  std::vector<Eigen::VectorXd> costly_;  // points whose cost is known
  std::vector<double> log_costs_;
  PosteriorPtr feasible_, cost_;  // posteriors of feasibility() and costs() in the last call of ask()
  // Transform of observed values to targets.
  struct Transform {
    LowerTail tail;
    YeoJohnson power;
    Eigen::VectorXd apply(const Eigen::VectorXd& y) const { return power.apply(tail.apply(y)); }
    double inverse(double t) const { return tail.inverse(power.inverse(t)); }
  };
  // Transform of the targets of posterior(), and that of the last call of targets(), whose fit may have
  // failed. Without transform_outputs, `power` only standardises.
  Transform transform_, latest_;
};

}  // namespace bora::surrogates
