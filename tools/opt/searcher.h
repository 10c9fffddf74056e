// Optimisers as bo-opt sees them: of one objective or of several.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/mixed_optimiser.h"

namespace bora {

struct TuningOptions {
  std::string optimiser = "bayes";  ///< a name of optimiser_names()
  /// Of bayes and forest: a name of acquisition_rule_names(); forest takes none that needs a Gaussian
  /// process.
  std::string acquisition = "log_ei";
  int marginalise = 0;  ///< of bayes: draws of hyper-parameters; 0: the fitted ones
  /// Of bayes: of pending_policy_names(); of forest: of told_policy_names().
  std::string pending = "believer";
  int initial_points = 0;   ///< before the model chooses; 0: the optimiser's own number
  bool per_second = false;  ///< of bayes: the acquisition per second that a trial takes
  int horizon = 100;        ///< trials planned, by which bayes, cocabo and exp3bo explore
  std::uint64_t seed = 0;
};

/// All values are better the larger. After those of the objectives stand the slacks of the constraints, each
/// met where its slack is at least 0.
class Searcher {
 public:
  virtual ~Searcher() = default;
  virtual Trial<Eigen::VectorXd> ask() = 0;
  /// seconds: that the trial took.
  virtual void tell(std::int64_t trial, const std::vector<double>& values, double seconds) = 0;
  virtual void fail(std::int64_t trial) = 0;
  virtual void abandon(std::int64_t trial) = 0;
  virtual void observe(const Eigen::VectorXd& point, const std::vector<double>& values) = 0;
  /// Its model, where it has one of a single objective; else null.
  virtual const BayesianOptimiser* model() const { return nullptr; }
};

/// bayes, casmopolitan, cocabo, forest, exp3bo, tpe, random.
const std::vector<std::string>& optimiser_names();
/// Several objectives are for bayes (ParetoOptimiser) and random. bayes and forest model constraints; the
/// others take a point that breaks one as failed. Throws InputError.
std::unique_ptr<Searcher> make_searcher(const TuningOptions& options, const MixedSpace& space, int objectives,
                                        int constraints = 0);

}  // namespace bora
