// Bayesian optimisation over categories and numbers: the optimiser for who chooses nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/gp/output_transform.h"
#include "surrogates/search/mixed_optimiser.h"
#include "surrogates/search/refitted_process.h"

namespace bora {

struct BayesianOptions {
  int initial_points = 0;      ///< Sobol points; 0: 2 (d + 1), 20 at most
  int refit_every = 1;         ///< hyper-parameters every so many observations ...
  double refit_growth = 0.02;  ///< ... or, if more, when they have grown by this share
  AcquisitionKind acquisition = AcquisitionKind::log_ei;
  double ucb_beta = 2;               ///< of ucb alone
  std::string pending = "believer";  ///< a name of pending_policy_names()
  /// As mixed_kernel_priors() has it; false: maximum likelihood.
  bool lengthscale_prior = true;
  bool transform_outputs = true;  ///< by YeoJohnson
  void check() const;             ///< throws InputError naming the field
};

/// A blend of an exponential overlap of categories, a weight each, and a Matern-5/2 kernel, a lengthscale
/// each (Wan et al. 2021), either alone where there is no other; hyper-parameters, noise among them, by
/// maximum a posteriori; the acquisition by interleaved_search. Where points have failed, the probability of
/// not failing, by a process of its own, is a factor of the acquisition (of
/// ucb, which may be negative, its logarithm is added).
class BayesianOptimiser final : public MixedOptimiser {
 public:
  /// Throws InputError.
  BayesianOptimiser(MixedSpace space, BayesianOptions options, std::uint64_t seed);

  /// tell() for a trial that cost so much, e.g. seconds; from the second such on, points are chosen by the
  /// acquisition per unit of cost, which a process of its own predicts by its logarithm (Snoek et al. 2012,
  /// section 3.2). cost: finite,
  /// >= 0; less than 1e-3 counts as that. Throws InputError and then takes nothing.
  void tell_at_cost(std::int64_t trial, double value, double cost);
  /// Points spread over the space before the model chooses.
  int initial_points() const { return static_cast<int>(design_.rows()); }
  /// What the model of the last ask says of the value at a point.
  struct Prediction {
    double median, lower, upper;  ///< of the value without noise: 2.5 and 97.5%
  };
  /// None before the first fit.
  std::optional<Prediction> predict(const Eigen::VectorXd& point) const;
  /// The process of the last ask, on the scale of transformed values, its inputs in units; none before the
  /// first fit. What it learnt: kernel().hyperparameter_names().
  const std::optional<FittedGaussianProcess<Eigen::VectorXd>>& process() const { return process_; }

 private:
  using Process = FittedGaussianProcess<Eigen::VectorXd>;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  Eigen::VectorXd from_design();
  void fit(Rng& rng);
  /// Of labels: 1 observed, 0 failed; none if nothing failed.
  std::optional<Process> feasibility() const;
  /// Of log costs; none before the second.
  std::optional<Process> costs(Rng& rng) const;
  /// feasible, cost: null where there is no such process.
  Eigen::VectorXd search(const Process& process, const Process* feasible, const Process* cost,
                         double incumbent, Rng& rng) const;

  BayesianOptions options_;
  Eigen::MatrixXd design_;               // n x d, in [0, 1): categories, too
  Eigen::Index used_ = 0;                // of the design
  std::vector<Eigen::VectorXd> costly_;  // points whose cost is known
  std::vector<double> log_costs_;
  RefittedProcess refitted_;
  std::optional<Process> process_;
  Eigen::VectorXd targets_;  // that it has
  YeoJohnson transform_;     // of its targets; of nothing where outputs are not transformed
};

}  // namespace bora
