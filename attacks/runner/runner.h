// Drives many attack instances at once through one ledger.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "attacks/ledger/ledger.h"
#include "attacks/runner/attack_factory.h"
#include "attacks/runner/forecast.h"
#include "attacks/runner/warm_start_store.h"
#include "common/thread_pool.h"

namespace bora::attacks {

enum class RunEnd { complete, interrupted };

/// Driver of all instances of a run, in rounds: every instance in the window requests one input, the ledger
/// sends them to the victim as one batch, and every instance receives its answer. The window is filled in the
/// order of the plan, so batches, and with them all scores, do not depend on threads or on where a run was
/// interrupted. If attacks learn from earlier instances (WarmStartStore), instances that must wait for these
/// are overtaken by instances of other attacks.
///
/// A remote victim that answers several requests at a time is queried by one worker per connection. Each
/// worker has a fixed share of the plan, and its own rounds and window. A slow answer delays only its own
/// worker, and the batches do not depend on the order of the answers.
///
/// Instantiated for Pixels, Transformed and Graph.
template <typename Input>
class Runner {
 public:
  /// Reads the instances from the database. All arguments by reference must outlive the runner. `window`:
  /// number of instances in progress at once, at least 1, which is also the largest batch of the victim and
  /// bounds memory. `learn`: whether attacks that can learn from earlier instances (AttackFactory::learns) do
  /// so; their warm starts then depend on the window.
  Runner(const Task<Input>& task, const AttackFactory<Input>& factory, RunDatabase& database,
         Ledger<Input>& ledger, ThreadPool& pool, int window, bool learn = false);
  ~Runner();

  /// Sets the connections to the victim (Oracle::new_connection) and creates one worker for each. Must be
  /// called before resume() and run(), and not if attacks learn from earlier instances, which may belong to
  /// other workers.
  void set_connections(std::vector<std::unique_ptr<Oracle<Input>>> connections);

  /// Replays instances that were in progress from the stored answers, without new queries. `died`: true if
  /// the earlier process was killed, so that the questions of its last round may have been sent and their
  /// answers lost; they will be sent again, and each counts as attempted once more (Ledger::count_lost).
  /// Throws InputError if a replayed attack requests another input than the stored one, and VictimDown.
  void resume(bool died = false);

  /// Runs until every instance has ended or `stop` is set, which is checked between rounds, so that every
  /// answer is stored. `report` is called after each round. Throws VictimDown (ledger/retry_policy.h);
  /// answers are stored then, too, and the run can be resumed. Throws InputError if settings of an attack do
  /// not suit its input.
  RunEnd run(const std::atomic<bool>& stop, const std::function<void(const RunProgress&)>& report);

 private:
  struct Active;
  struct Worker {
    std::unique_ptr<Oracle<Input>> connection;  // null: the ledger's own
    std::size_t window = 1;
    std::map<std::string, std::deque<std::size_t>> pending;  // attack -> instances not started yet
    std::vector<std::unique_ptr<Active>> active;             // in the order of the plan
  };
  using Work = std::function<void(Worker&)>;
  void assign_instances();
  Worker& worker_of(std::size_t instance);
  void run_workers(const Work& work, std::atomic<bool>& failed);
  std::unique_ptr<Active> start(const InstanceRow& row);
  void replay(Active& active, const std::vector<QueryRow>& queries) const;
  void fill_window(Worker& worker);
  std::deque<std::size_t>* next_to_start(Worker& worker);
  void round(Worker& worker);
  void ask(Active& active) const;
  void tell(Active& active, const Observation& seen) const;
  void conclude(Active& active);
  std::string warm_start_of(Active& active) const;
  void account(Active& active);
  void count_lost();
  void store_times(double wall_seconds);

  const Task<Input>& task_;
  const AttackFactory<Input>& factory_;
  RunDatabase& database_;
  Ledger<Input>& ledger_;
  ThreadPool& pool_;
  std::size_t window_;
  std::vector<InstanceRow> instances_;
  WarmStartStore warm_starts_;
  std::vector<Worker> workers_;
  std::map<std::string, std::map<std::string, double>> times_;  // attack -> part -> seconds
  std::map<std::string, AttackExpense> expenses_;               // by attack, of this session
  double earlier_victim_seconds_ = 0;                           // victim time in earlier sessions
  double earlier_wall_seconds_ = 0;                             // wall-clock time of earlier sessions
};

}  // namespace bora::attacks
