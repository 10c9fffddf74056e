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

/// Driver of all instances of a run, in rounds: every instance in the window asks for one input, the ledger
/// puts these to the victim as one batch, and every instance is told its answer. The window is filled in the
/// order of the plan, so rounds, and with them every score, do not depend on threads or on where a run was
/// interrupted. Where attacks learn from earlier instances (WarmStartStore says which from which), an
/// instance that has to wait for these lets instances of other attacks go first.
///
/// A remote victim that answers several requests at a time is queried by one worker for each connection. Each
/// worker has a fixed share of the plan, and its own rounds and window. A slow answer delays only its own
/// worker, and the batches do not depend on the order of the answers.
///
/// Defined for Pixels, Transformed and Graph.
template <typename Input>
class Runner {
 public:
  /// Takes instances from the database; all must outlive the runner. `window`: instances in progress at once,
  /// at least 1: the size of a victim batch, and what bounds memory. `learn`: whether attacks that can learn
  /// from earlier instances (AttackFactory::learns) do so; what they know then depends on the window.
  Runner(const Task<Input>& task, const AttackFactory<Input>& factory, RunDatabase& database,
         Ledger<Input>& ledger, ThreadPool& pool, int window, bool learn = false);
  ~Runner();

  /// Sets the connections to the victim (Oracle::new_connection), and makes one worker for each. Call it
  /// before resume() and run(), and not if attacks learn from earlier instances, since these may belong to
  /// other workers.
  void set_connections(std::vector<std::unique_ptr<Oracle<Input>>> connections);

  /// Replays instances that were in progress from the stored answers: no stored query is paid twice. `died`:
  /// the earlier process was killed, so that the questions of its last round may have been put and their
  /// answers lost; they are put again, and each counts as attempted once more (Ledger::count_lost). Throws
  /// InputError if an attack, replayed, asks for another input than the one stored, and VictimDown.
  void resume(bool died = false);

  /// Runs until every instance has ended or `stop` is set, which is checked between rounds, so that every
  /// answer is stored. `report` is called after each round. Throws VictimDown (ledger/retry_policy.h); the
  /// answers are stored then, too, and the run can be resumed.
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
  void account(Active& active, double seconds);
  void count_lost();
  void store_attempts();
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
  std::map<std::string, AttackExpense> expenses_;               // this session's
  double earlier_victim_seconds_ = 0;
  double earlier_wall_seconds_ = 0;
};

}  // namespace bora::attacks
