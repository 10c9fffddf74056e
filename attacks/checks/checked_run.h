// Data of a run that its checks need: database, victim and attacks, also with other bounds.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

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

/// Bound on the changes of an attacker in a check, relative to the run's own bound.
enum class Bound {
  own,
  twice,
  none,  ///< any image; any pair of nodes of a graph
};

/// Returns the ball of the run with the epsilon of `bound`, for images of a shape.
NormBall widened(const NormBall& ball, Bound bound, const ImageShape& shape);
/// Returns the rules of the run with the number of edits of `bound`. Bound::none also lifts the restrictions
/// on hops and connectedness; kMostFreeEdits then limits the cost of a draw.
EditRules widened(const EditRules& rules, Bound bound);
inline constexpr int kMostFreeEdits = 500;

/// Setup of attacks in a check: the threat model with its bound, and the factory of attacks in it.
template <typename Input>
struct CheckSetup {
  std::shared_ptr<const Task<Input>> task;
  std::shared_ptr<const AttackFactory<Input>> factory;  ///< null: not possible, `bound` says why
  std::string bound;                                    ///< "at epsilon 0.4", "with twice as many edits"
};

/// Data of a run that its checks need. All references must outlive the checks.
template <typename Input>
struct CheckedRun {
  const RunDatabase& database;
  Oracle<Input>& oracle;
  const Task<Input>& task;
  std::map<std::string, AttackSummary> attacks;  ///< by name, as typed
  Visibility visible;
  std::string noun;  ///< "image" or "graph"
  int batch = 1;     ///< maximum number of inputs in a batch for the victim
  /// Function that returns the setup for a bound and an attack, which need not be one of the run's.
  std::function<CheckSetup<Input>(Bound bound, const std::string& attack)> make_setup;
  ThreadPool& pool;
  const std::atomic<bool>& stop;  ///< checked between rounds
  Repeats repeats = {};           ///< repeats of the run; attacks of checks need them to confirm a success
  Norm norm = Norm::linf;         ///< norm of the run, for images
};

/// Exception thrown when CheckedRun::stop is set; the check in progress is left unfinished.
struct ChecksStopped {};

/// Returns at most `most` attacked inputs, spread over the run, whose clean scores or labels are to be
/// queried again.
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
