// Bayesian optimisation over categories and numbers: the optimiser for who chooses nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surrogates/acquisition/rules.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/gp/output_transform.h"
#include "surrogates/search/mixed_optimiser.h"
#include "surrogates/search/model_optimiser.h"

namespace bora {

// Compiled once, in bayesian_optimiser.cc.
extern template class ModelOptimiser<MixedSpace>;

struct BayesianOptions {
  /// Sobol points before the model chooses; 0: 2 (d + 1), at most 20, and where the budget is known at most
  /// three tenths of it, but at least 4.
  int initial_points = 0;
  int budget = 0;                      ///< evaluations that are planned; 0: not known
  int refit_every = 1;                 ///< hyper-parameters every so many observations ...
  double refit_growth = 0.02;          ///< ... or, if more, when they have grown by this share
  std::string acquisition = "log_ei";  ///< a name of acquisition_rule_names()
  double ucb_beta = 2;                 ///< of ucb alone
  /// Draws of hyper-parameters that the acquisition is averaged over; 0: the fitted ones
  /// (RuleOptions::marginalise)
  int marginalise = 0;
  /// A name of pending_policy_names(); acquisitions that look at pending points themselves (sees_pending())
  /// leave it without work.
  std::string pending = "believer";
  /// As make_default_kernel() has it; false: maximum likelihood.
  bool lengthscale_prior = true;
  bool transform_outputs = true;  ///< by YeoJohnson
  int constraints = 0;       ///< on what is told with each value (AskTell::tell_constrained), each modelled
  double uniform_share = 0;  ///< of the points after the initial ones, which are drawn uniformly instead
  void check() const;        ///< throws InputError naming the field
};

/// Unless another model is given: a Gaussian process whose kernel is a blend of an exponential overlap of
/// categories, a weight each, and a Matern-5/2 kernel, a lengthscale each (Wan et al. 2021), either alone
/// where there is no other, and over 3 to 20 numbers alone a sum of kernels of one number each beside it
/// (make_default_kernel()); hyper-parameters, noise among them, by maximum a posteriori. The acquisition is
/// maximised by NearAndFar. Where points have failed, the probability of not failing, by a process of its
/// own, is a factor of the acquisition (of what may be negative, such as ucb, above its least value).
class BayesianOptimiser final : public ModelOptimiser<MixedSpace> {
 public:
  /// model: of points in units (MixedSpace::to_unit); null: the process above. A model that is no Gaussian
  /// process goes with acquisitions that do not need one (needs_process()). Throws InputError, also for a
  /// penalising policy of pending points with a model that is given or a space without numbers.
  BayesianOptimiser(MixedSpace space, BayesianOptions options, std::uint64_t seed,
                    std::unique_ptr<Model<Eigen::VectorXd>> model = nullptr);

  /// tell() for a trial that cost so much, e.g. seconds; from the second such on, points are chosen by the
  /// acquisition per unit of cost, which a process of its own predicts by its logarithm (Snoek et al. 2012,
  /// section 3.2). cost: finite, >= 0; less than 1e-3 counts as that. Throws InputError and then takes
  /// nothing.
  void tell_at_cost(std::int64_t trial, double value, double cost, const std::vector<double>& slacks = {});
  /// What the model of the last ask says of the value at a point.
  struct Prediction {
    double median, lower, upper;  ///< of the value without noise: 2.5 and 97.5%
  };
  /// None before the model first learnt.
  std::optional<Prediction> predict(const Eigen::VectorXd& point) const;
  /// Where the model of the last ask expects most of all the space, up to how well that can be looked for:
  /// what a search would hand over if it ended there, where values told are noisy or the best point may be
  /// one that was never tried. Only of the observed points where some have failed or there are constraints,
  /// which it meets. None before the model first learnt, and while no point meets the constraints.
  std::optional<Eigen::VectorXd> recommendation() const;
  /// The process of the last ask, on the scale of transformed values, its inputs in units; null before the
  /// first fit, and where another model was given. What it learnt: kernel().hyperparameter_names().
  const FittedGaussianProcess<Eigen::VectorXd>* process() const {
    return dynamic_cast<const FittedGaussianProcess<Eigen::VectorXd>*>(belief().get());
  }

 private:
  Eigen::VectorXd encoded(const Eigen::VectorXd& point) const override { return space().to_unit(point); }
  Eigen::VectorXd decoded(const Eigen::VectorXd& seen) const override { return space().from_unit(seen); }
  Eigen::VectorXd targets() override;
  std::unique_ptr<PendingPolicy<Eigen::VectorXd>> pending_policy(const std::string& name,
                                                                 const BeliefPtr& belief,
                                                                 const Eigen::VectorXd& y) const override;
  void learnt(Rng& rng) override;
  std::shared_ptr<const PointScore> score(const Situation<Eigen::VectorXd>& now) override;
  /// Of labels: 1 observed, 0 failed; null if nothing failed.
  BeliefPtr feasibility() const;
  /// Of log costs; null before the second.
  BeliefPtr costs(Rng& rng) const;

  BayesianOptions options_;
  std::vector<Eigen::VectorXd> costly_;  // points whose cost is known
  std::vector<double> log_costs_;
  BeliefPtr feasible_, cost_;  // of the present ask
  // Of the targets, of nothing where outputs are not transformed: of those that the belief rests on, and of
  // the last.
  YeoJohnson transform_, latest_;
};

}  // namespace bora
