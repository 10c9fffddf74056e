// Interface of every attack, for any kind of input.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attacks/threat/objective.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

/// Gradient that a white-box attack requests with an answer.
struct GradientRequest {
  Loss loss = Loss::margin;
  /// Pairs of nodes, with or without an edge, w.r.t. whose edge weights the gradient is taken. For an image,
  /// the gradient is taken w.r.t. all pixels.
  std::vector<NodePair> pairs = {};
  /// Class that replaces the target of the attack's goal in the loss; none: the loss uses the goal itself.
  std::optional<int> towards = {};
};

/// Attack that runs on one input as a state machine. It has no access to the victim: its driver maps each
/// requested input to one that may be queried (ThreatModel::admit), queries it and reports the answer. Input
/// is Pixels (problem: image/image_attack.h), Transformed (semantic/semantic_attack.h) or Graph
/// (graph/graph_attack.h).
///
/// Deterministic: the same problem and the same tells give the same asks. The driver stops at a success,
/// after the queries that the task grants for refinement, or at the budget. minimise/minimised.h continues
/// any attack after its success.
template <typename Input>
class Attack {
 public:
  virtual ~Attack() = default;

  /// Returns the next input to query; nullopt if there is none left, which ends the attack as exhausted. An
  /// image may lie outside the threat model. A Transformed needs its point only; the driver renders the
  /// image.
  virtual std::optional<Input> ask() = 0;

  /// Receives the input that ask() returned last, as the victim saw it, and its answer.
  virtual void tell(const Input& queried, const Observation& seen) = 0;

  /// Returns the gradient that is needed with the answer to the last ask(); nullopt unless the access level
  /// is gradients.
  virtual std::optional<GradientRequest> gradient_wanted() const { return std::nullopt; }

  /// Returns the attack's warm start for later instances, as bytes in a format of the attack; "" if it has
  /// none. Called when the instance has ended, only for attacks with AttackSummary::learns; the last answer
  /// has then been told, without a gradient.
  virtual std::string warm_start() const { return {}; }

  /// Returns the seconds spent so far in named parts of the attack's own work (e.g. fit, acquisition).
  virtual std::map<std::string, double> seconds() const { return {}; }
};

/// Problem type of an input: all information that an attack has before its first query. Specialised beside
/// each problem.
template <typename Input>
struct ProblemOf;
template <typename Input>
using Problem = typename ProblemOf<Input>::type;

/// Knowledge that an attack gained on one instance, for later instances of the same victim.
struct WarmStart {
  int label = 0;              ///< label of the input
  std::optional<int> target;  ///< none: untargeted
  std::string content;        ///< bytes that Attack::warm_start() returned
};

/// Warm starts, shared by all instances that get the same ones.
using WarmStarts = std::shared_ptr<const std::vector<WarmStart>>;

}  // namespace bora::attacks
