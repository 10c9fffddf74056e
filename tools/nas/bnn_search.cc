#include "tools/nas/bnn_search.h"

#include <algorithm>
#include <limits>
#include <mutex>

#include <fmt/format.h>

#include "common/error.h"
#include "common/thread_pool.h"
#include "common/whole_file.h"
#include "tools/nas/bnn_report.h"
#include "tools/nas/bnn_store.h"
#include "tools/nas/bnn_trainer.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

// Rounds of networks that are advanced together. What was asked for in a round is stored before it is
// trained, and each checkpoint as soon as it is reached, so that a search that was killed goes on as if it
// had not been.
class BnnSearch {
 public:
  BnnSearch(const BnnOptions& options, const BnnTrainer& trainer, BnnStore& store)
      : options_(options),
        trainer_(trainer),
        store_(store),
        pool_(options.workers),
        progress_(options.quiet) {
    outcome_.table.X = trainer.coordinates();
    outcome_.table.Y.setConstant(outcome_.table.X.rows(), std::ssize(options.checkpoints),
                                 std::numeric_limits<double>::quiet_NaN());
  }

  /// False if it was interrupted.
  bool run() {
    const auto rounds = store_.rounds();
    std::map<std::pair<int, int>, BnnCheckpoint> stored;  // by round and network
    for (const BnnCheckpoint& row : store_.checkpoints()) stored[{row.round, row.network}] = row;
    for (;; ++outcome_.rounds) {
      const int round = outcome_.rounds;
      std::vector<int> networks;
      if (const auto found = rounds.find(round); found != rounds.end()) {
        networks = found->second;
      } else {
        if (outcome_.spent >= options_.budget) return true;
        if (interrupt_flag()) return false;
        networks = next_networks(outcome_.table, options_.search, round);
        if (networks.empty()) return true;
        store_.put_round(round, networks);
      }
      std::vector<int> missing;
      for (const int network : networks)
        if (!stored.contains({round, network})) missing.push_back(network);
      for (BnnCheckpoint& row : train(missing, round)) stored[{round, row.network}] = std::move(row);
      for (const int network : networks) {
        const auto found = stored.find({round, network});
        if (found == stored.end()) return false;
        const BnnCheckpoint& row = found->second;
        outcome_.table.Y(network, row.checkpoint) = row.log_likelihood;
        outcome_.checkpoints.push_back(row);
        outcome_.spent += static_cast<double>(steps_to(row.checkpoint)) / options_.checkpoints.back();
      }
    }
  }
  BnnOutcome& outcome() { return outcome_; }

 private:
  int steps_to(int checkpoint) const {
    const auto place = static_cast<std::size_t>(checkpoint);
    return options_.checkpoints[place] - (place == 0 ? 0 : options_.checkpoints[place - 1]);
  }

  // Checkpoints that were reached; fewer than networks if it was interrupted.
  std::vector<BnnCheckpoint> train(const std::vector<int>& networks, int round) {
    std::vector<BnnCheckpoint> reached;
    std::mutex mutex;
    std::vector<int> steps(networks.size(), 0);
    pool_.parallel_for(static_cast<int>(networks.size()), [&](int i) {
      const int network = networks[static_cast<std::size_t>(i)];
      const int checkpoint = outcome_.table.reached(network);
      auto advance = trainer_.advance(network, checkpoint, interrupt_flag(), [&](int step) {
        const std::lock_guard lock(mutex);
        const int until = options_.checkpoints[static_cast<std::size_t>(checkpoint)];
        steps[static_cast<std::size_t>(i)] = steps_to(checkpoint) - (until - step);
        double done = outcome_.spent;
        for (const int count : steps) done += static_cast<double>(count) / options_.checkpoints.back();
        progress_.update(std::min(1.0, done / options_.budget),
                         fmt::format("round {}, network {}, step {}", round + 1,
                                     trainer_.networks()[static_cast<std::size_t>(network)].name(), step));
      });
      if (!advance.complete) return;
      const std::lock_guard lock(mutex);
      advance.checkpoint.round = round;
      store_.put(advance.checkpoint);
      // Afterwards: a state of an earlier step is trained on, one of a later step would lose the checkpoint.
      trainer_.keep(network, advance.state);
      reached.push_back(std::move(advance.checkpoint));
    });
    return reached;
  }

  const BnnOptions& options_;
  const BnnTrainer& trainer_;
  BnnStore& store_;
  ThreadPool pool_;
  Progress progress_;
  BnnOutcome outcome_;
};

}  // namespace

int run_bnn_search(const BnnOptions& options) {
  const bool exists = BnnStore::holds_search(options.out);
  if (exists && !options.resume)
    throw InputError(
        "--out: {} already holds a search; add --resume to continue it, or name another folder",
        options.out);
  if (!exists && options.resume) throw InputError("--resume: {} holds no search", options.out);
  interrupt_flag();
  const BnnTrainer trainer(options);
  auto facts = options.deciding;
  facts["data hash"] = trainer.data_hash();
  facts["version"] = BORA_VERSION;
  BnnStore store = exists ? BnnStore::open(options.out, facts) : BnnStore::create(options.out, facts);
  store.set("status", "running");
  write_whole_file(fs::path(options.out) / "config.ini", options.config);

  BnnSearch search(options, trainer, store);
  const bool whole = search.run();
  BnnOutcome& outcome = search.outcome();
  if (const int best = outcome.table.best(); whole && best >= 0) {
    outcome.test = trainer.test(best);
    outcome.divergences = trainer.unit_divergences(best);
    if (options.held_out > 0)
      outcome.held_out = held_out_curves(outcome.table, options.search, options.held_out);
  }
  store.set("status", whole ? "complete" : "interrupted");
  store.set("finished", timestamp());
  write_bnn_report(options, trainer, outcome);
  fmt::print("{}", bnn_text(options, trainer, outcome));
  if (whole) return kExitOk;
  fmt::print(stderr, "bo-nas: interrupted; the same command with --resume goes on\n");
  return kExitInterrupted;
}

}  // namespace bora
