// A run of bo-attack from its options to its report, for any kind of input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "attacks/checks/check.h"
#include "attacks/checks/checked_run.h"
#include "attacks/factory.h"
#include "attacks/ledger/oracle.h"
#include "attacks/ledger/task.h"
#include "attacks/record/run_reader.h"
#include "attacks/runner/attack_factory.h"
#include "attacks/runner/plan.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/verifier.h"
#include "attacks/settings/attack_summary.h"
#include "common/layers.h"
#include "common/thread_pool.h"
#include "tools/attack/attack_config.h"
#include "tools/options/progress.h"

namespace bora::tools {

/// Base class of sessions. A session starts or resumes a run, makes the attacks, verifies the adversarial
/// examples, checks the evaluation and writes the report. Derived classes, one for each of Pixels,
/// Transformed and Graph, load the victim and the data.
template <typename Input>
class Session {
 public:
  /// `config` must outlive the session.
  explicit Session(const AttackConfig& config);
  virtual ~Session() = default;

  /// Runs the session and returns the exit code (tools/options/run_tool.h).
  int run();

 protected:
  /// Number of probes that test a victim when it is loaded.
  static constexpr int kProbes = 64;

  /// Loads the victim and the data and makes the plan. Throws InputError, and VictimError if the victim fails
  /// on clean inputs.
  virtual Plan prepare() = 0;
  /// Returns the options of the plan, which show progress on the queries of clean inputs (`noun`s). `whole`:
  /// whether a shard plans all inputs and not only its own, because more than the attacks depends on them.
  PlanOptions plan_options(const std::string& noun, bool whole = false);
  /// Returns the fingerprint of the victim (models/victims/load_victim.h); available after prepare().
  virtual std::string fingerprint() = 0;
  /// Returns the version of the model that its server states; "": none. Available after prepare() and
  /// reload().
  virtual std::string model_version() const { return ""; }
  /// Sets the facts of the run that depend on the kind of input; available after prepare().
  virtual void describe(RunFacts& run) const = 0;
  /// Returns lines for the user about the victim, the data and the threat model.
  virtual std::vector<std::string> announcement(const Plan& plan) const = 0;
  /// Loads the victim of a stored run.
  virtual void reload() = 0;
  /// Returns whether attacks that support it learn from earlier instances.
  virtual bool learns() const { return false; }

  /// Does the work that precedes the attacks of a new or resumed run, such as the search for a universal
  /// perturbation. Returns false if Ctrl-C ended it. May throw VictimDown.
  virtual bool before_attacks(Oracle<Input>& /*oracle*/, const RetrySchedule& /*schedule*/) { return true; }
  virtual const Task<Input>& task() const = 0;
  virtual std::unique_ptr<AttackFactory<Input>> attacks() const = 0;
  /// Returns the setup in which a check of the evaluation runs `attack` within `bound`.
  virtual CheckSetup<Input> make_setup(Bound bound, const std::string& attack) const = 0;

  /// Prints a warning about the results, one sentence, and stores it with the run. May be called from
  /// prepare() on. Ignores "", and a warning that was given before, also before the run was resumed.
  void warn(const std::string& warning);

  /// Adds a check made before the attacks, and the number of its queries. To be called from prepare().
  void add_check(EvaluationCheck check, std::int64_t queries = 0);
  /// Sets the loaded victim that the run queries; it must outlive the session. If it has no gradients,
  /// removes the white-box attacks of a preset from the plan.
  void open(typename Oracle<Input>::AskedVictim& victim);
  AttackSummary summary_of(const std::string& attack) const;
  CheckLevel check_level() const { return config_.execution.checks; }
  static std::string noun() { return std::is_same_v<Input, Graph> ? "graph" : "image"; }

  const AttackConfig& config() const { return config_; }
  const std::string& model() const { return config_.victim.options.address; }
  /// Returns the options of the plan that do not depend on the victim.
  const PlanOptions& base_plan() const { return plan_; }
  /// States that the previous process of a resumed run, if it was killed, was killed before the attacks. To
  /// be called from before_attacks().
  void forget_death() { died_ = false; }
  RunDatabase& database() const { return *database_; }
  const std::filesystem::path& folder() const { return folder_; }
  ThreadPool& pool() { return pool_; }
  Progress& progress() { return progress_; }

 private:
  Oracle<Input>& oracle() { return *oracle_; }
  int clean_part() const;
  void start();
  void check_batches(Plan& plan);
  void take_share(Plan& plan);
  // Stores a new run in its folder.
  void store(const Plan& plan);
  // Opens the stored run that is resumed.
  void reopen();
  // Returns the facts that check_conditions() needs.
  RunFacts facts(const Plan& plan);
  // Further facts that store() adds.
  void describe_victim(RunFacts& run);
  void describe_program(RunFacts& run) const;
  void describe_plan(const Plan& plan, RunFacts& run) const;
  std::int64_t loading_inputs(const Plan& plan);
  void create_database(const Plan& plan, RunFacts run);
  void change_conditions();
  void warn_of_other_version(const RunFacts& run);
  bool wait(RetrySchedule::Milliseconds pause, const std::string& why);
  std::vector<std::unique_ptr<Oracle<Input>>> connections();
  RunEnd attack();
  Verification verify(RunEnd& end);
  RunEnd check(RunEnd end);
  int conclude(RunEnd end, const Verification& verdict);

  const AttackConfig& config_;
  PlanOptions plan_;
  std::filesystem::path folder_;
  ThreadPool pool_;
  Progress progress_;
  std::unique_ptr<RunDatabase> database_;
  std::unique_ptr<Oracle<Input>> oracle_;  // null until the victim is loaded
  Repeats repeats_;                        // known after prepare()
  std::vector<std::string> warnings_;
  std::vector<EvaluationCheck> checks_;
  std::int64_t check_queries_ = 0;  // queries of the checks before the run is stored
  std::int64_t sent_before_ = 0;    // inputs that this process sent to remote victims before this session
  bool planned_whole_ = true;       // false: only the shard's share of the range was planned
  std::string plan_fingerprint_;    // for a shard, fingerprint of the plan of all inputs; "": none made
  bool died_ = false;               // whether the previous process of the run was killed
  std::string down_;                // error of a victim that no longer answers; "": it answers
};

/// Returns a line for the user with the clean accuracy of the victim and the number of attacked `noun`s.
std::string clean_line(const std::string& source, const std::string& noun, const Plan& plan);

}  // namespace bora::tools
