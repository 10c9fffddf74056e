// Data of a run that its checks need: database, victim, and attacks within the run's or other bounds.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "attacks/ledger/counted_queries.h"
#include "attacks/ledger/oracle.h"
#include "attacks/ledger/repeats.h"
#include "attacks/ledger/task.h"
#include "attacks/record/run_database.h"
#include "attacks/runner/attack_factory.h"
#include "attacks/settings/attack_summary.h"
#include "attacks/threat/graph_threat.h"
#include "attacks/threat/norm_ball.h"
#include "attacks/threat/visibility.h"
#include "common/thread_pool.h"

namespace bora::attacks {

/// Bound on the perturbation in a check.
enum class Bound {
  own,    ///< that of the run
  twice,  ///< twice the epsilon or the number of edits of the run
  none,   ///< any image is allowed; on graphs, up to kMostFreeEdits edits
};

/// Returns the ball of the run with the epsilon that `bound` means. shape: shape of the images.
NormBall widened(const NormBall& ball, Bound bound, const ImageShape& shape);
/// Returns the rules of the run with the number of edits of `bound`. Bound::none also lifts the restrictions
/// on hops and connectedness.
EditRules widened(const EditRules& rules, Bound bound);
/// Largest number of edits with Bound::none, which limits the cost of a random draw.
inline constexpr int kMostFreeEdits = 500;

/// Setup of attacks in a check: a threat model with its bound, and the factory of attacks in it.
template <typename Input>
struct CheckSetup {
  std::shared_ptr<const Task<Input>> task;
  std::shared_ptr<const AttackFactory<Input>> factory;  ///< null: this bound is impossible, see `bound`
  std::string bound;  ///< text such as "at epsilon 0.4", or the reason why `factory` is null
};

/// Data of a run that its checks need. All references must outlive the checks.
template <typename Input>
struct CheckedRun {
  RunDatabase& database;
  Oracle<Input>& oracle;
  const Task<Input>& task;
  std::map<std::string, AttackSummary> attacks;  ///< specification as typed -> summary
  Visibility visible;
  std::string noun;  ///< "image" or "graph"
  int batch = 1;     ///< maximum number of inputs in a batch for the victim
  /// Function that returns the setup for a bound and an attack. The attack need not be one of the run.
  std::function<CheckSetup<Input>(Bound bound, const std::string& attack)> make_setup;
  ThreadPool& pool;
  const std::atomic<bool>& stop;  ///< true: checks end between two rounds with ChecksStopped
  Repeats repeats = {};           ///< repeats of the run, with which attacks of checks confirm a success
  Norm norm = Norm::linf;         ///< norm of the run, for images

  /// Sets the replies to `inputs`, one for each. Every query counts in RunFacts::check_queries, which is
  /// stored before it is sent.
  void ask(Inputs<Input> inputs, std::span<VictimReply> replies) const {
    count_queries(database, &RunFacts::check_queries, oracle, std::ssize(inputs),
                  [&] { oracle.ask(inputs, visible.label_only(), replies); });
  }
};

/// Exception thrown when CheckedRun::stop is set, which leaves the check in progress unfinished.
struct ChecksStopped {};

/// Returns at most `most` attacked inputs, evenly spread over the run.
std::vector<InputRow> attacked_inputs(const RunDatabase& database, int most);

/// Returns at most `most` of `rows`, evenly spread, in their order.
template <typename Row>
std::vector<Row> spread(const std::vector<Row>& rows, int most) {
  const auto n = static_cast<std::int64_t>(rows.size());
  if (n <= most) return rows;
  std::vector<Row> chosen;
  for (std::int64_t i = 0; i < most; ++i) chosen.push_back(rows[static_cast<std::size_t>(i * n / most)]);
  return chosen;
}

}  // namespace bora::attacks
