// An optimiser whose every ask and tell is stored, so that it can be brought back to where it was.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "surrogates/search/mixed_optimiser.h"
#include "surrogates/space/parameter_space.h"
#include "tools/opt/trial_store.h"

namespace bora {

struct TuningOptions {
  std::string optimiser = "bayes";     ///< a name of optimiser_names()
  std::string acquisition = "log_ei";  ///< of bayes: ei, log_ei, pi, ucb
  std::string pending = "believer";    ///< of bayes: a name of pending_policy_names()
  int initial_points = 0;              ///< before the model chooses; 0: the optimiser's own number
  int budget = 100;                    ///< of cocabo, which explores by it
  std::uint64_t seed = 0;
};

/// bayes, casmopolitan, cocabo, tpe, random.
const std::vector<std::string>& optimiser_names();
/// Throws InputError.
std::unique_ptr<MixedOptimiser> make_optimiser(const TuningOptions& options, const MixedSpace& space);

/// The trials of a store and the optimiser that asks for them. An order of asks and tells is the whole of its
/// state: who replays it has the same optimiser, down to the last bit.
class Tuning {
 public:
  /// Replays what the store holds. Throws InputError where the optimiser no longer asks for what it asked for
  /// then (another version, another machine's arithmetic).
  Tuning(TrialStore& store, const ParameterSpace& space, std::unique_ptr<MixedOptimiser> optimiser,
         bool maximise);

  /// Takes in a value that was known before. Only before the first ask.
  void warm_start(const Assignment& values, double value);

  /// The next trial, stored; none if every point that the optimiser finds was tried already.
  std::optional<TrialRow> ask();
  /// Stores how a trial ended: with a value, or a status and a reason. The optimiser is not told yet.
  void end(std::int64_t trial, std::optional<double> value, const std::string& status,
           const std::string& reason, double seconds, int attempts);
  /// Tells the optimiser how a trial that ended did.
  void tell(std::int64_t trial);

  const std::map<std::int64_t, TrialRow>& trials() const { return trials_; }
  Assignment assignment(std::int64_t trial) const;
  const Eigen::VectorXd& point(std::int64_t trial) const { return points_.at(trial); }
  int asked() const { return asked_; }  ///< trials, without those of a warm start
  int told() const { return told_; }
  /// The trial of the best value told; none before the first.
  std::optional<std::int64_t> best() const { return best_; }
  /// Trials told since the best one.
  int since_best() const { return since_best_; }
  const MixedOptimiser& optimiser() const { return *optimiser_; }
  const ParameterSpace& space() const { return space_; }
  bool maximise() const { return maximise_; }

 private:
  TrialRow& row(std::int64_t trial);
  void apply(const TrialRow& row);

  TrialStore& store_;
  const ParameterSpace& space_;
  std::unique_ptr<MixedOptimiser> optimiser_;
  bool maximise_;
  std::map<std::int64_t, TrialRow> trials_;
  std::map<std::int64_t, Eigen::VectorXd> points_;
  std::int64_t events_ = 0;
  int asked_ = 0, told_ = 0, since_best_ = 0;
  std::optional<std::int64_t> best_;
};

}  // namespace bora
