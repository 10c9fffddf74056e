#include "nas/run/bayesian/bnn_search.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/number.h"
#include "common/thread_pool.h"
#include "nas/run/bayesian/bnn_store.h"
#include "nas/run/search_config.h"
#include "nas/run/search_store.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

// Search in rounds, each of which trains several networks to their next checkpoint in parallel. The networks
// of a round are stored before they are trained, and each checkpoint as soon as it is reached, so that a
// killed search resumes with the same result.
class BnnSearch {
 public:
  BnnSearch(const BnnConfig& config, const BnnTrainer& trainer, BnnStore& store, RunObserver& observer)
      : config_(config), trainer_(trainer), store_(store), pool_(config.workers), observer_(observer) {
    outcome_.table.X = trainer.coordinates();
    outcome_.table.Y.setConstant(outcome_.table.X.rows(), std::ssize(config.checkpoints),
                                 std::numeric_limits<double>::quiet_NaN());
    budget_.total = config.budget;
    for (int checkpoint = 0; checkpoint < std::ssize(config.checkpoints); ++checkpoint)
      budget_.costs.push_back(static_cast<double>(steps_to(checkpoint)) / config.checkpoints.back());
  }

  // Runs the search; returns false if it was interrupted.
  bool run() {
    const Rounds rounds = store_.rounds();
    for (const auto& [number, networks] : rounds)
      for (const int network : networks) check_stored("rounds", "network", network, outcome_.table.X.rows());
    Checkpoints stored = stored_checkpoints();
    Round round;
    for (bool more = true; more; ++outcome_.rounds) {
      const bool to_the_end = trains_to_the_end(outcome_.table, config_.search);
      switch (begin(round, rounds)) {
        case Begin::complete:
          return true;
        case Begin::interrupted:
          return false;
        case Begin::begun:
          break;
      }
      const std::vector<int> missing = missing_networks(round, stored);
      auto reached = train(missing);
      const std::size_t trained = reached.size();
      for (BnnCheckpoint& row : reached) stored[{outcome_.rounds, row.network}] = std::move(row);
      add_round(round.networks, stored);
      if (trained < missing.size()) return false;
      const auto covered = std::span(round.networks).first(static_cast<std::size_t>(round.covered));
      const bool ended = std::ranges::all_of(covered, [&](int n) { return outcome_.table.ended(n); });
      more = !round.cut || rounds.contains(outcome_.rounds + 1) || (to_the_end && !ended);
    }
    return true;
  }
  BnnOutcome& outcome() { return outcome_; }

 private:
  using Checkpoints = std::map<std::pair<int, int>, BnnCheckpoint>;  // by round and network
  using Rounds = std::map<int, std::vector<int>>;                    // networks of each stored round
  struct Round {
    std::vector<int> networks;
    int covered = 0;   // number of first networks that the budget covers
    bool cut = false;  // whether the budget did not cover all networks of this round or an earlier one
  };
  enum class Begin { begun, complete, interrupted };

  // Sets the networks of round number outcome_.rounds, and stores them if they are new. round: the one
  // before.
  Begin begin(Round& round, const Rounds& rounds) {
    const auto found = rounds.find(outcome_.rounds);
    if (found != rounds.end()) {
      round.networks = found->second;
    } else {
      if (outcome_.spent > config_.budget - 1e-9) return Begin::complete;
      if (observer_.stop()) return Begin::interrupted;
      // If the budget did not cover a round, only the covered networks of it are trained further.
      if (!round.cut)
        round.networks = next_networks(outcome_.table, config_.search, outcome_.rounds, budget_);
    }
    // `covered` never grows after a cut: budget that a failed network leaves over does not start another
    // network, which a larger budget would have started in an earlier round.
    const int affordable_ones = affordable(outcome_.table, config_.search, round.networks, budget_);
    round.covered = round.cut ? std::min(round.covered, affordable_ones) : affordable_ones;
    if (found != rounds.end()) return Begin::begun;
    if (round.covered == 0) return Begin::complete;
    // Networks that are not covered are stored, too, for a search resumed with a larger budget.
    store_.put_round(outcome_.rounds, round.networks);
    return Begin::begun;
  }

  // Throws InputError unless a stored value is in [0, count).
  void check_stored(const char* table, const char* column, int value, std::int64_t count) const {
    if (value < 0 || value >= count)
      throw InputError("{}: the run's table {}: {} is {}, expected 0 to {}", config_.out, table, column,
                       value, count - 1);
  }

  Checkpoints stored_checkpoints() const {
    Checkpoints stored;
    for (const BnnCheckpoint& row : store_.checkpoints()) {
      check_stored("checkpoints", "network", row.network, outcome_.table.X.rows());
      check_stored("checkpoints", "checkpoint", row.checkpoint, std::ssize(config_.checkpoints));
      stored[{row.round, row.network}] = row;
    }
    return stored;
  }

  // Returns the networks of the current round to train: the covered ones without those whose checkpoint is
  // stored or that have ended. Sets `cut` if a network beyond these would have to be trained.
  std::vector<int> missing_networks(Round& round, const Checkpoints& stored) const {
    std::vector<int> missing;
    for (int place = 0; place < std::ssize(round.networks); ++place) {
      const int network = round.networks[static_cast<std::size_t>(place)];
      // In a round that was interrupted, some networks may have ended before the others.
      if (stored.contains({outcome_.rounds, network}) || outcome_.table.ended(network)) continue;
      if (place < round.covered)
        missing.push_back(network);
      else
        round.cut = true;
    }
    return missing;
  }

  // Adds the checkpoints and failures of the current round to the outcome.
  void add_round(const std::vector<int>& networks, const Checkpoints& stored) {
    for (const int network : networks) {
      const auto known = stored.find({outcome_.rounds, network});
      if (known == stored.end()) continue;
      const BnnCheckpoint& row = known->second;
      if (row.failure.empty()) {
        outcome_.table.Y(network, row.checkpoint) = row.log_likelihood;
      } else if (!outcome_.table.complete(network)) {
        outcome_.table.failed.insert(network);
      }
      outcome_.checkpoints.push_back(row);
      outcome_.spent += budget_.cost(row.checkpoint, row.checkpoint + 1);
    }
  }

  // Returns the number of steps from the checkpoint before to `checkpoint`.
  int steps_to(int checkpoint) const {
    const auto place = static_cast<std::size_t>(checkpoint);
    return config_.checkpoints[place] - (place == 0 ? 0 : config_.checkpoints[place - 1]);
  }

  // Trains networks to their next checkpoints and returns these; fewer if it was interrupted.
  std::vector<BnnCheckpoint> train(const std::vector<int>& networks) {
    const int round = outcome_.rounds;
    std::vector<BnnCheckpoint> reached;
    std::mutex mutex;
    std::vector<int> steps(networks.size(), 0);
    pool_.parallel_for(static_cast<int>(networks.size()), [&](int i) {
      const int network = networks[static_cast<std::size_t>(i)];
      const int checkpoint = outcome_.table.reached(network);
      auto advance = trainer_.advance(network, checkpoint, observer_.stop(), [&](int step) {
        const std::lock_guard lock(mutex);
        const int until = config_.checkpoints[static_cast<std::size_t>(checkpoint)];
        steps[static_cast<std::size_t>(i)] = steps_to(checkpoint) - (until - step);
        double done = outcome_.spent;
        for (const int count : steps) done += static_cast<double>(count) / config_.checkpoints.back();
        observer_.update(std::min(1.0, done / config_.budget),
                         fmt::format("round {}, network {}, step {}", round + 1,
                                     trainer_.networks()[static_cast<std::size_t>(network)].name(), step));
      });
      if (!advance.complete) return;
      const std::lock_guard lock(mutex);
      advance.checkpoint.round = round;
      store_.put(advance.checkpoint);
      // The state is written after the checkpoint: a state of an earlier step can be trained further, but
      // with a later one the checkpoint could not be computed again.
      if (advance.checkpoint.failure.empty()) trainer_.write_state(network, advance.state);
      reached.push_back(std::move(advance.checkpoint));
    });
    return reached;
  }

  const BnnConfig& config_;
  const BnnTrainer& trainer_;
  BnnStore& store_;
  ThreadPool pool_;
  RunObserver& observer_;
  CurveBudget budget_;
  BnnOutcome outcome_;
};

}  // namespace

const BnnCheckpoint* BnnOutcome::last(int network) const {
  const BnnCheckpoint* found = nullptr;
  for (const BnnCheckpoint& row : checkpoints)
    if (row.network == network && (found == nullptr || row.checkpoint > found->checkpoint)) found = &row;
  return found;
}

BnnOutcome run_bnn_search(const BnnConfig& config, const BnnTrainer& trainer, RunObserver& observer) {
  const bool exists = BnnStore::holds_search(config.out);
  check_folder(config.out, config.resume, exists, false, "search");
  auto facts = config.facts;
  facts["data hash"] = trainer.data_hash();
  facts["version"] = BORA_VERSION;
  BnnStore store = exists ? BnnStore::open(config.out, facts) : BnnStore::create(config.out, facts);
  if (!exists) store.set("budget", fmt::format("{}", config.budget));
  const std::string other = describe_other_version(store.get("version"), BORA_VERSION, "search",
                                                   "its networks are not all trained in the same way");
  if (!other.empty() && store.get("status") != "complete") observer.warn(other);
  RunningMark mark(store);
  write_atomically(fs::path(config.out) / "config.ini", config.config);

  BnnSearch search(config, trainer, store, observer);
  const bool complete = search.run();
  BnnOutcome outcome = std::move(search.outcome());
  outcome.complete = complete;
  outcome.first_budget = to_number<double>(store.get("budget")).value_or(0);
  if (const int best = outcome.table.best(); complete && best >= 0) {
    auto examination = trainer.examine(best);
    outcome.test = examination.test;
    outcome.divergences = std::move(examination.divergences);
    int ended = 0;
    for (int network = 0; network < outcome.table.X.rows(); ++network)
      ended += outcome.table.complete(network) ? 1 : 0;
    if (config.held_out > ended)
      observer.warn(fmt::format(
          "held-out: {} networks are trained to the end, fewer than {}; the model of learning curves is not checked",
          ended, config.held_out));
    else if (config.held_out > 0)
      outcome.held_out = held_out_curves(outcome.table, config.search, config.held_out);
  }
  mark.end(complete);
  return outcome;
}

}  // namespace bora::nas
