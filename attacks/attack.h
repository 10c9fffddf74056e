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
  /// Class that the loss raises; none: as the goal states.
  std::optional<int> towards = {};
};

/// Attack that runs on one input as a state machine. It has no access to the victim: its driver makes the
/// requested inputs ones that the threat model allows (ThreatModel::admit), queries them and reports the
/// answers. Inputs are Pixels (problem: image/image_attack.h), Transformed (semantic/semantic_attack.h) and
/// Graph (graph/graph_attack.h).
///
/// Deterministic: the same problem and the same tells give the same asks. The driver stops at a success,
/// after the queries that the task grants for refinement, or at the budget. minimise/minimised.h continues
/// any attack after its success.
template <typename Input>
class Attack {
 public:
  virtual ~Attack() = default;

  /// Returns the next input to query; nothing if there is none left, which ends the attack as exhausted. An
  /// image may lie outside the threat model. Of a Transformed only the point must be set.
  virtual std::optional<Input> ask() = 0;

  /// Receives the input that was asked last, as the victim saw it, and its answer.
  virtual void tell(const Input& queried, const Observation& seen) = 0;

  /// Returns the gradient that is needed with the answer to the last ask; nothing unless the access level is
  /// gradients.
  virtual std::optional<GradientRequest> gradient_wanted() const { return std::nullopt; }

  /// Returns what the attack learnt (its warm start), requested when the instance has ended and warm starts
  /// are kept; empty: nothing. Bytes, not text. The attack must be one that learns (AttackSummary); it has
  /// then received the last answer too, without a gradient.
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
  std::string content;        ///< bytes, in a form of the attack's own
};

/// Warm starts, shared by all instances that get the same ones.
using WarmStarts = std::shared_ptr<const std::vector<WarmStart>>;

}  // namespace bora::attacks
