// Interface of the optimisers of bo-opt, for one objective or several.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/layers.h"
#include "common/named_settings.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/mixed/mixed_optimiser.h"
#include "surrogates/space/parameter_space.h"

namespace bora::tuning {

/// Settings of the search of a tuning run.
struct TuningOptions {
  /// One of optimiser_names(), with settings if wanted: casmopolitan:as=paper (optimiser_settings()).
  std::string optimiser = "bayes";
  /// Acquisition function of bayes and forest: one of acquisition_rule_names(); forest accepts none that
  /// needs a Gaussian process.
  std::string acquisition = "log_ei";
  /// bayes: number of draws of the hyper-parameters to average over; 0: the fitted hyper-parameters are used.
  int marginalise = 0;
  /// Policy for pending trials: one of pending_policy_names() for bayes, of imputing_policy_names() for
  /// forest.
  std::string pending = "believer";
  int initial_points = 0;   ///< number of first points, chosen without the model; 0: the optimiser's default
  bool per_second = false;  ///< bayes: whether the acquisition is divided by the expected seconds of a trial
  /// Number of trials planned. It limits the default number of initial points, and determines the exploration
  /// of bayes, cocabo and exp3bo and the number of annealing steps of bocs:as=paper.
  int horizon = 100;
  std::uint64_t seed = 0;
};

/// Optimiser of a tuning run. `values` of a trial: one for each objective, where larger is better, then the
/// slack of each constraint, which is met if its slack is at least 0.
class Searcher {
 public:
  virtual ~Searcher() = default;
  /// Returns the next trial: its number (trials are numbered 1, 2, ...) and its point.
  virtual Trial<Eigen::VectorXd> ask() = 0;
  /// Tells the searcher the result of a trial, which has taken `seconds`.
  virtual void tell(std::int64_t trial, const std::vector<double>& values, double seconds) = 0;
  /// Tells the searcher that a trial has no value.
  virtual void fail(std::int64_t trial) = 0;
  /// Tells the searcher that a trial will not be run.
  virtual void abandon(std::int64_t trial) = 0;
  /// Adds values at a point that the searcher has not asked for.
  virtual void observe(const Eigen::VectorXd& point, const std::vector<double>& values) = 0;
  /// Returns the optimiser if it is a BayesianOptimiser of a single objective; else null.
  virtual const BayesianOptimiser* model() const { return nullptr; }
};

/// Kinds of parameters that an optimiser accepts: any; all but real ones; only categorical ones.
enum class Accepted { any, not_real, categorical };

/// Kinds of problems that an optimiser supports; --help prints these texts as a table.
struct OptimiserSupport {
  std::string name;
  bool several_objectives;
  bool models_constraints;  ///< false: a trial that breaks a constraint counts as failed
  Accepted accepted;        ///< kinds of parameters
  std::string failed;       ///< treatment of failed trials
  std::string pending;      ///< treatment of pending trials
  std::string noise;        ///< treatment of noise in the values
  std::string parameters;   ///< kinds of parameters that it accepts, in words
};

/// Returns the names of all optimisers: bayes, bocs, casmopolitan, cocabo, combo, forest, exp3bo, mvrsm, tpe,
/// turbo and random.
const std::vector<std::string>& optimiser_names();
/// Returns the settings of an optimiser (without those in TuningOptions), with their defaults. Empty for
/// forest, exp3bo and random.
std::vector<SettingDescription> optimiser_settings(const std::string& name);
/// Returns what an optimiser supports. optimiser: as TuningOptions::optimiser. Throws InputError for an
/// unknown name.
const OptimiserSupport& optimiser_support(const std::string& optimiser);
/// Throws InputError that names the first parameter that the optimiser does not accept. optimiser: as
/// TuningOptions::optimiser.
void check_accepts(const std::string& optimiser, const ParameterSpace& space);
/// Makes the optimiser that the options name. objectives, constraints: number of each. Throws InputError for
/// options that it does not support.
std::unique_ptr<Searcher> make_searcher(const TuningOptions& options, const MixedSpace& space, int objectives,
                                        int constraints = 0);

}  // namespace bora::tuning
