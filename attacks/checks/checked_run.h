// Everything that checks of a run need: its database, its victim and its attacks with other bounds.
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
#include "common/layers.h"
#include "common/thread_pool.h"

namespace bora::attacks {

/// Bound on the changes of an attacker in a check, relative to the run's own bound.
enum class Bound {
  own,
  twice,
  none,  ///< any image; any pair of nodes of a graph
};

/// Returns the ball of the run with another epsilon, for images of a shape.
NormBall widened(const NormBall& ball, Bound bound, const ImageShape& shape);
/// Returns the rules of the run with another number of edits. Without a bound, hops and connectedness are not
/// restricted either, and kMostFreeEdits bounds the cost of a draw.
EditRules widened(const EditRules& rules, Bound bound);
inline constexpr int kMostFreeEdits = 500;

/// A threat model, and the factory of attacks in it.
template <typename Input>
struct Arena {
  std::shared_ptr<const Task<Input>> task;
  std::shared_ptr<const AttackFactory<Input>> factory;  ///< null: there is no such arena, `bound` says why
  std::string bound;                                    ///< "at epsilon 0.4", "with twice as many edits"
};

/// Everything that checks need of a run. All references must outlive the checks.
template <typename Input>
struct CheckedRun {
  const RunDatabase& database;
  Oracle<Input>& oracle;
  const Task<Input>& task;
  std::map<std::string, AttackSummary> attacks;  ///< by name, as typed
  Visibility visible;
  std::string noun;  ///< "image" or "graph"
  int batch = 1;     ///< maximum number of inputs in a batch for the victim
  /// Returns the arena for a bound and an attack, which may or may not be one of the run's.
  std::function<Arena<Input>(Bound bound, const std::string& attack)> arena;
  ThreadPool& pool;
  const std::atomic<bool>& stop;  ///< checked between rounds
  Repeats repeats = {};           ///< repeats of the run; attacks of checks need them to confirm a success
  Norm norm = Norm::linf;         ///< norm of the run, for images
};

/// Exception thrown where CheckedRun::stop is set; the check in progress is left unfinished.
struct ChecksStopped {};

/// Returns attacked inputs whose clean scores or labels are queried again: at most `most`, spread over the
/// run.
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
