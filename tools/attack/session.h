// A run of bo-attack from its options to its report, but for what its inputs are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "attacks/checks/check.h"
#include "attacks/checks/checked_run.h"
#include "attacks/ledger/oracle.h"
#include "attacks/ledger/run_reader.h"
#include "attacks/ledger/task.h"
#include "attacks/runner/mounted_attack.h"
#include "attacks/runner/plan.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/verifier.h"
#include "attacks/settings/attack_summary.h"
#include "common/thread_pool.h"
#include "tools/attack/attack_setup.h"
#include "tools/options/progress.h"

namespace bora {

/// Derived classes load the victim and the data and say what the run database is to hold of them. There are
/// three: of Pixels, of Transformed and of Graph.
template <typename Input>
class Session {
 public:
  Session(const AttackOptionsText& text, const AttackSetup& setup);
  virtual ~Session() = default;

  /// Returns the exit code (tools/options/run_tool.h).
  int run(const std::string& command, const std::string& config_ini);

 protected:
  /// Probes that a victim is tried on when it is loaded.
  static constexpr int kProbes = 64;

  /// Loads victim and data. VictimError from the clean inputs is wrong input, see Session::start.
  virtual Plan prepare() = 0;
  /// The plan's options, with a report of how the clean inputs, `noun`s, are asked for. `whole`: the plan of
  /// a shard is to be of all inputs, since something besides the attacks depends on them.
  PlanOptions plan_options(const std::string& noun, bool whole = false);
  /// What tells the victim from others (models/load_victim.h); known after prepare().
  virtual std::string fingerprint() = 0;
  /// Facts of the run besides those that all runs have, known after prepare().
  virtual std::map<std::string, std::string> facts() const = 0;
  /// Lines for the user, in terms of the victim, the data and the threat model.
  virtual std::vector<std::string> announcement(const Plan& plan) const = 0;
  /// Loads the victim for a run that is in the database.
  virtual void reload() = 0;
  virtual AttackSummary summary_of(const std::string& attack) const = 0;
  /// Whether attacks that can do so learn from earlier instances.
  virtual bool learns() const { return false; }

  virtual Oracle<Input>& oracle() = 0;
  virtual const Task<Input>& task() const = 0;
  virtual std::unique_ptr<Mount<Input>> mount() const = 0;
  /// What checks of the evaluation mount attacks in: `attack`, and those of the run.
  virtual Arena<Input> arena(Bound bound, const std::string& attack) const = 0;

  /// Says at once, and stores with the run, what a reader must know before trusting its results: one
  /// sentence. May be called from prepare() on. What was said before, in a part of the run that was
  /// interrupted as well, is not said again.
  void warn(const std::string& warning);

  /// A check made before the attacks, and what it asked of the victim. To be called from prepare().
  void add_check(EvaluationCheck check, std::int64_t queries = 0);
  CheckLevel check_level() const { return setup_.checks; }
  static std::string noun() { return std::is_same_v<Input, Graph> ? "graph" : "image"; }

  const AttackOptionsText& text() const { return text_; }
  RunDatabase& database() const { return *database_; }
  ThreadPool& pool() { return pool_; }
  Progress& progress() { return progress_; }

 private:
  void start(const std::string& command, const std::string& config_ini);
  void look_at_batches(Plan& plan);
  void take_share(Plan& plan);
  void store(const Plan& plan, const std::string& command, const std::string& config_ini);
  void reopen(const std::string& config_ini);
  RunRecord with_conditions(RunRecord run) const;
  void change_conditions(const std::string& config_ini);
  bool wait(Patience::Milliseconds pause, const std::string& why);
  std::vector<std::unique_ptr<Oracle<Input>>> ways();
  RunEnd attack();
  Verification verify(RunEnd end);
  RunEnd check(RunEnd end);
  int conclude(RunEnd end, const Verification& verdict);

  const AttackOptionsText& text_;
  const AttackSetup& setup_;
  std::filesystem::path folder_;
  ThreadPool pool_;
  Progress progress_;
  std::unique_ptr<RunDatabase> database_;
  Repeats repeats_;  // known after prepare()
  std::vector<std::string> warnings_;
  std::vector<EvaluationCheck> checks_;
  std::int64_t check_queries_ = 0;
  std::int64_t sent_before_ = 0;  // to any victim elsewhere, by this process, before there was this one
  bool planned_whole_ = true;     // and not a shard's share of a stretch alone
  std::string plan_fingerprint_;  // of a shard: that of the plan of all inputs; "" if it was not made
  bool died_ = false;             // the process that had the run before did not live to end it
  std::string down_;              // why the victim was given up; "" if it was not
};

/// As the database of a run keeps checks: a JSON array.
std::string checks_text(const std::vector<EvaluationCheck>& checks);

/// A line for the user: how often the victim is right on clean inputs, `noun`s, and how many are attacked.
std::string clean_line(const std::string& source, const std::string& noun, const Plan& plan);

/// A number as the facts of a run have it: it reads back to the same.
std::string format_number(double value);

}  // namespace bora
