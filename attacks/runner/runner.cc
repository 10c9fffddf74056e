#include "attacks/runner/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <span>
#include <thread>

#include "attacks/semantic/transformed.h"
#include "common/error.h"
#include "common/files/storage_error.h"
#include "common/stopwatch.h"

namespace bora::attacks {
namespace {

// Rounds seconds to milliseconds, as they are stored.
double rounded(double seconds) {
  return std::round(seconds * 1000) / 1000;
}

// Returns the number of the worker of an instance. Plain alternation (instance % workers) could give all
// instances of an attack to one worker, because the attacks on an input are adjacent in the plan.
std::size_t worker_number(std::size_t instance, std::size_t workers) {
  return (instance + instance / workers) % workers;
}

std::size_t worker_window(std::size_t window, std::size_t workers) {
  return std::max<std::size_t>(1, window / workers);
}

}  // namespace

// Instance in progress.
template <typename Input>
struct Runner<Input>::Active {
  std::size_t index = 0;  // into instances_
  RunningAttack<Input> running;
  bool learns = false;
  std::optional<Input> asked;           // input of this round; nullopt: the attack has none left
  std::string failure;                  // message of an exception of the attack; "": none
  int spent = 0;                        // number of queries before this round
  double seconds = 0;                   // seconds of the attack's own work in this round
  std::map<std::string, double> parts;  // running.attack->seconds() that times_ includes already
};

template <typename Input>
Runner<Input>::Runner(const Task<Input>& task, const AttackFactory<Input>& factory, RunDatabase& database,
                      Ledger<Input>& ledger, ThreadPool& pool, int window, bool learn)
    : task_(task),
      factory_(factory),
      database_(database),
      ledger_(ledger),
      pool_(pool),
      window_(static_cast<std::size_t>(std::max(1, window))),
      instances_(database.instances()),
      warm_starts_(
          database, instances_, [&](const std::string& attack) { return learn && factory.learns(attack); },
          window),
      times_(database.timings()),
      earlier_victim_seconds_(database.get(&RunFacts::victim_seconds)),
      earlier_wall_seconds_(database.get(&RunFacts::wall_seconds)) {
  workers_.resize(1);
  assign_instances();
}

template <typename Input>
Runner<Input>::~Runner() = default;

template <typename Input>
typename Runner<Input>::Worker& Runner<Input>::worker_of(std::size_t instance) {
  return workers_[worker_number(instance, workers_.size())];
}

template <typename Input>
void Runner<Input>::assign_instances() {
  for (Worker& worker : workers_) {
    worker.pending.clear();
    worker.window = worker_window(window_, workers_.size());
  }
  for (std::size_t i = 0; i < instances_.size(); ++i)
    if (instances_[i].status == InstanceStatus::pending)
      worker_of(i).pending[instances_[i].attack].push_back(i);
}

template <typename Input>
void Runner<Input>::set_connections(std::vector<std::unique_ptr<Oracle<Input>>> connections) {
  workers_.clear();
  workers_.resize(connections.size());
  for (std::size_t i = 0; i < connections.size(); ++i) workers_[i].connection = std::move(connections[i]);
  assign_instances();
}

template <typename Input>
std::unique_ptr<typename Runner<Input>::Active> Runner<Input>::start(const InstanceRow& row) {
  const WarmStarts warm_starts = warm_starts_.known_to(row);
  auto active = std::make_unique<Active>();
  active->index = static_cast<std::size_t>(row.id);
  active->running = factory_.start(row, warm_starts);
  active->learns = warm_starts != nullptr;
  return active;
}

template <typename Input>
void Runner<Input>::replay(Active& active, const std::vector<QueryRow>& queries) const {
  for (std::size_t at = 0; at < queries.size();) {
    const std::optional<Input> input = active.running.ask();
    const QueryRow& first = queries[at];
    const auto differs = [&](const QueryRow& row) { return !input || task_.hash(*input) != row.input_hash; };
    const auto refuse = [&](const QueryRow& row) {
      throw InputError(
          "instance {}, query {}: the attack, replayed, asks for another input than the one stored; "
          "the run was made by another version or on another processor, so it cannot be resumed",
          row.instance, row.number);
    };
    if (differs(first)) refuse(first);
    const Question<Input> question = active.running.question(first.instance, *input);
    const std::span<const QueryRow> rest = std::span(queries).subspan(at);
    const auto answers = rest.first(static_cast<std::size_t>(ledger_.answers_to(question, rest)));
    for (const QueryRow& row : answers)
      if (differs(row)) refuse(row);
    at += answers.size();
    try {
      active.running.attack->tell(*input, ledger_.recall(question, answers));
    } catch (const VictimDown&) {
      throw;
    } catch (const StorageError&) {
      throw;  // an error of the disk, not of the attack
    } catch (const std::exception& error) {
      active.failure = error.what();  // the next round ends the instance
      break;
    }
  }
  active.parts = active.running.attack->seconds();  // the earlier session counted equal work
}

template <typename Input>
void Runner<Input>::resume(bool died) {
  std::vector<std::vector<QueryRow>> stored;
  std::vector<Active*> in_progress;
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    if (instances_[i].status != InstanceStatus::running) continue;
    auto& active = worker_of(i).active;
    active.push_back(start(instances_[i]));
    in_progress.push_back(active.back().get());
    stored.push_back(database_.queries(instances_[i].id));
  }
  std::atomic<bool> down = false;  // true once a replay found the victim down; the others need not wait, too
  pool_.parallel_for(static_cast<int>(in_progress.size()), [&](int i) {
    if (down) return;
    try {
      replay(*in_progress[i], stored[i]);
    } catch (const VictimDown&) {
      down = true;
      throw;
    }
  });
  if (died) count_lost();
}

// Counts a lost question for each instance that was in progress at the interruption. With the same number of
// workers, these are the instances in progress now.
template <typename Input>
void Runner<Input>::count_lost() {
  const auto then = static_cast<std::size_t>(std::max(1, database_.get(&RunFacts::workers)));
  if (then == workers_.size()) {
    for (Worker& worker : workers_) {
      fill_window(worker);
      for (const auto& active : worker.active)
        if (active->failure.empty()) ledger_.count_lost(instances_[active->index].id);
    }
    return;
  }
  std::vector<std::size_t> room(then, worker_window(window_, then));
  for (const InstanceStatus status : {InstanceStatus::running, InstanceStatus::pending})
    for (std::size_t i = 0; i < instances_.size(); ++i)
      if (std::size_t& left = room[worker_number(i, then)]; instances_[i].status == status && left > 0) {
        --left;
        ledger_.count_lost(instances_[i].id);
      }
}

// Returns the attack whose next instance comes first in the plan among those that need not wait; null if
// there is none.
template <typename Input>
std::deque<std::size_t>* Runner<Input>::next_to_start(Worker& worker) {
  std::deque<std::size_t>* first = nullptr;
  for (auto& [attack, waiting] : worker.pending)
    if (!waiting.empty() && warm_starts_.ready(instances_[waiting.front()]) &&
        (first == nullptr || waiting.front() < first->front()))
      first = &waiting;
  return first;
}

template <typename Input>
void Runner<Input>::fill_window(Worker& worker) {
  while (worker.active.size() < worker.window) {
    auto* const waiting = next_to_start(worker);
    if (waiting == nullptr) break;
    InstanceRow& row = instances_[waiting->front()];
    waiting->pop_front();
    try {
      worker.active.push_back(start(row));
    } catch (const InputError&) {
      throw;  // settings that do not suit the input, which the user must change
    } catch (const std::exception& error) {
      row.status = ledger_.fail(row.id, error.what());
      warm_starts_.record_end(row);
    }
  }
  // A resumed run has this order, too, so that each input is in the same row of the victim's batch.
  std::ranges::sort(worker.active, {}, [](const auto& active) { return active->index; });
}

template <typename Input>
void Runner<Input>::ask(Active& active) const {
  active.seconds = 0;
  active.asked.reset();
  if (!active.failure.empty()) return;
  const ScopedTimer timer(active.seconds);
  try {
    active.asked = active.running.ask();
  } catch (const std::exception& error) {
    active.failure = error.what();
  }
}

template <typename Input>
void Runner<Input>::tell(Active& active, const Observation& seen) const {
  const ScopedTimer timer(active.seconds);
  try {
    active.running.attack->tell(*active.asked, seen);
  } catch (const std::exception& error) {
    active.failure = error.what();  // the next round ends the instance, if it has not ended
  }
}

// Ends the instance if its attack cannot continue. If it has ended, stores its warm start.
template <typename Input>
void Runner<Input>::conclude(Active& active) {
  InstanceRow& row = instances_[active.index];
  if (row.status == InstanceStatus::running && !active.failure.empty()) {
    row.status = ledger_.fail(row.id, active.failure);
  } else if (row.status == InstanceStatus::running && !active.asked) {
    row.status = ledger_.exhaust(row.id);
  }
  if (!has_ended(row)) return;
  if (active.learns && row.status != InstanceStatus::failed)
    if (WarmStartRow warm_start{row.id, warm_start_of(active)}; !warm_start.content.empty()) {
      database_.add(warm_start);
      warm_starts_.keep(row, std::move(warm_start.content));
    }
  warm_starts_.record_end(row);
}

template <typename Input>
std::string Runner<Input>::warm_start_of(Active& active) const {
  const ScopedTimer timer(active.seconds);
  try {
    if (active.failure.empty()) return active.running.attack->warm_start();
  } catch (const std::exception&) {
    // The result of the instance stays valid without its warm start.
  }
  return {};
}

// Adds the time and the queries of this round to the sums of the attack.
template <typename Input>
void Runner<Input>::account(Active& active) {
  const InstanceRow& row = instances_[active.index];
  auto& times = times_[row.attack];
  times["total"] += active.seconds;
  AttackExpense& expense = expenses_[row.attack];
  expense.seconds += active.seconds;
  expense.queries += row.queries - active.spent;
  for (const auto& [part, value] : active.running.attack->seconds()) {
    times[part] += value - active.parts[part];
    active.parts[part] = value;
  }
}

template <typename Input>
void Runner<Input>::round(Worker& worker) {
  auto& in_progress = worker.active;
  pool_.parallel_for(static_cast<int>(in_progress.size()), [&](int i) { ask(*in_progress[i]); });

  std::vector<Question<Input>> questions;
  std::vector<Active*> asking;
  for (auto& active : in_progress) {
    InstanceRow& row = instances_[active->index];
    row.status = InstanceStatus::running;
    active->spent = row.queries;
    if (!active->failure.empty() || !active->asked) continue;
    questions.push_back(active->running.question(row.id, *active->asked));
    asking.push_back(active.get());
  }
  // Runs within the transaction that stores the answers, so that after an interruption the database holds all
  // of the round or nothing.
  const auto conclude_all = [&](const std::vector<Answer>& answers) {
    for (std::size_t i = 0; i < asking.size(); ++i) {
      InstanceRow& row = instances_[asking[i]->index];
      row.status = answers[i].status;
      row.queries = ledger_.spent(row.id);
    }
    // Attacks of ended instances make no further queries, but their warm starts must include the last answer.
    pool_.parallel_for(static_cast<int>(asking.size()), [&](int i) {
      if (asking[i]->learns && has_ended(answers[i].status) && answers[i].failure.empty())
        tell(*asking[i], answers[i].observation);
    });
    for (auto& active : in_progress) conclude(*active);
  };
  std::vector<Answer> answers;
  if (questions.empty()) {
    database_.begin();
    conclude_all(answers);
    database_.commit();
  } else {
    answers = ledger_.query(questions, conclude_all, worker.connection.get());
  }
  pool_.parallel_for(static_cast<int>(asking.size()), [&](int i) {
    if (answers[i].status == InstanceStatus::running) tell(*asking[i], answers[i].observation);
  });

  for (auto& active : in_progress) account(*active);
  std::erase_if(in_progress, [&](const auto& active) { return has_ended(instances_[active->index]); });
}

template <typename Input>
void Runner<Input>::store_times(double wall_seconds) {
  database_.begin();
  for (const auto& [attack, parts] : times_)
    for (const auto& [part, seconds] : parts) database_.set_timing(attack, part, seconds);
  database_.set(&RunFacts::victim_seconds, rounded(earlier_victim_seconds_ + ledger_.victim_seconds()));
  database_.set(&RunFacts::wall_seconds, rounded(earlier_wall_seconds_ + wall_seconds));
  database_.commit();
}

// Runs one thread per worker. All work except waiting for the victim is done under the lock.
template <typename Input>
void Runner<Input>::run_workers(const Work& work, std::atomic<bool>& failed) {
  std::mutex mutex;
  std::exception_ptr down, failure;
  // Makes all threads stop at the end of their current round.
  const auto end_all = [&] {
    failed = true;
    ledger_.give_up();
  };
  const auto go = [&](Worker& worker) {
    const std::lock_guard lock(mutex);
    try {
      work(worker);
    } catch (const VictimDown&) {
      down = std::current_exception();
      end_all();
    } catch (...) {
      if (!failure) failure = std::current_exception();
      end_all();
    }
  };
  ledger_.share(&mutex);
  try {
    std::vector<std::jthread> threads;
    try {
      for (Worker& worker : workers_) threads.emplace_back([&go, &worker] { go(worker); });
    } catch (...) {
      end_all();  // a thread could not be started
      throw;
    }
  } catch (...) {
    ledger_.share(nullptr);
    throw;
  }
  ledger_.share(nullptr);
  // Other errors, such as a full disk, take precedence over a victim that is down.
  if (failure) std::rethrow_exception(failure);
  if (down) std::rethrow_exception(down);
}

template <typename Input>
RunEnd Runner<Input>::run(const std::atomic<bool>& stop,
                          const std::function<void(const RunProgress&)>& report) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  double stored_at = 0;
  constexpr double kStoreEvery = 2;  // seconds between two stores of times; a killed process loses this much
  database_.begin();
  database_.set(&RunFacts::workers, static_cast<int>(workers_.size()));
  database_.commit();
  std::atomic<bool> failed = false;
  const Work work = [&](Worker& worker) {
    while (!stop && !failed) {
      fill_window(worker);
      if (worker.active.empty()) break;
      try {
        round(worker);
      } catch (const VictimDown&) {
        store_times(elapsed());
        throw;
      }
      if (elapsed() - stored_at > kStoreEvery) {
        stored_at = elapsed();
        store_times(stored_at);
      }
      report(forecast(instances_, expenses_, ledger_.victim_seconds(), elapsed()));
    }
  };
  if (workers_.size() == 1)
    work(workers_.front());
  else
    run_workers(work, failed);
  store_times(elapsed());
  const bool complete =
      std::ranges::all_of(instances_, [](const InstanceRow& row) { return has_ended(row); });
  return complete ? RunEnd::complete : RunEnd::interrupted;
}

template class Runner<Pixels>;
template class Runner<Transformed>;
template class Runner<Graph>;

}  // namespace bora::attacks
