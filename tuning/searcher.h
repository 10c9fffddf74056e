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

struct TuningOptions {
  /// One of optimiser_names(), and settings of it: casmopolitan:as=paper (optimiser_settings()).
  std::string optimiser = "bayes";
  /// Acquisition function of bayes and forest: one of acquisition_rule_names(); forest accepts none that
  /// needs a Gaussian process.
  std::string acquisition = "log_ei";
  int marginalise = 0;  ///< bayes: number of draws of hyper-parameters; 0: fitted ones
  /// Policy for pending trials: one of pending_policy_names() for bayes, of told_policy_names() for forest.
  std::string pending = "believer";
  int initial_points = 0;   ///< number of points before the model chooses; 0: the optimiser's default
  bool per_second = false;  ///< bayes: whether it maximises the acquisition per second of a trial
  /// Number of trials planned. It limits the default number of initial points, and determines the exploration
  /// of bayes, cocabo and exp3bo and the number of annealing steps of bocs:as=paper.
  int horizon = 100;
  std::uint64_t seed = 0;
};

/// Optimiser of a tuning, for which larger values are better. The values of the objectives are followed by
/// the slacks of the constraints, each met if its slack is at least 0.
class Searcher {
 public:
  virtual ~Searcher() = default;
  virtual Trial<Eigen::VectorXd> ask() = 0;
  /// Tells the searcher the result of a trial, which has taken `seconds`.
  virtual void tell(std::int64_t trial, const std::vector<double>& values, double seconds) = 0;
  virtual void fail(std::int64_t trial) = 0;
  virtual void abandon(std::int64_t trial) = 0;
  virtual void observe(const Eigen::VectorXd& point, const std::vector<double>& values) = 0;
  /// Returns its model, if it has one of a single objective; else null.
  virtual const BayesianOptimiser* model() const { return nullptr; }
};

/// Kinds of parameters that an optimiser accepts: any, all but real ones, or categorical ones alone.
enum class Accepted { any, not_real, categorical };

/// Support of an optimiser for kinds of problems; --help prints these texts as a table.
struct OptimiserSupport {
  std::string name;
  bool several_objectives;
  bool models_constraints;  ///< false: a trial that breaks a constraint counts as failed
  Accepted accepted;        ///< kinds of parameters
  std::string failed;       ///< treatment of failed trials
  std::string pending;      ///< treatment of pending trials
  std::string noise;        ///< treatment of noise in the values
  std::string parameters;   ///< spaces that it accepts
};

/// Returns the names of optimisers: bayes, bocs, casmopolitan, cocabo, combo, forest, exp3bo, mvrsm, tpe, random.
const std::vector<std::string>& optimiser_names();
/// Returns the settings that an optimiser has, with their defaults; none for most.
std::vector<SettingDescription> optimiser_settings(const std::string& name);
/// Returns what an optimiser supports. optimiser: as TuningOptions::optimiser. Throws InputError for an
/// unknown name.
const OptimiserSupport& optimiser_support(const std::string& optimiser);
/// Throws InputError that names the first parameter that the optimiser does not accept. optimiser: as
/// TuningOptions::optimiser.
void check_accepts(const std::string& optimiser, const ParameterSpace& space);
/// Makes the optimiser that the options name. Throws InputError for options that it does not support.
std::unique_ptr<Searcher> make_searcher(const TuningOptions& options, const MixedSpace& space, int objectives,
                                        int constraints = 0);

}  // namespace bora::tuning
