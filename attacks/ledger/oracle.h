// Interface of a victim for the ledger, independent of the type of input.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "attacks/threat/objective.h"
#include "common/layers.h"
#include "data/graphs/graph.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// Inputs of one batch; none of the pointers is null.
template <typename Input>
using Inputs = std::span<const Input* const>;

/// Gradient that a white-box attack requests with an answer.
struct GradientWish {
  Loss loss = Loss::margin;
  /// Edges of a graph, existing or not, with respect to which it is taken. For an image it is taken with
  /// respect to all pixels.
  std::vector<NodePair> pairs = {};
};

/// An input and weights of its scores (`classes` values): the request for one gradient.
template <typename Input>
struct GradientQuestion {
  const Input* input = nullptr;
  Eigen::RowVectorXf cotangent;
  const GradientWish* wish = nullptr;
};

/// Interface that the ledger queries a victim by. See Victim and GraphVictim for what may be thrown.
template <typename Input>
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual const std::string& name() const = 0;
  virtual int classes() const = 0;
  virtual ScoreKind kind() const = 0;
  virtual Scores scores(Inputs<Input> inputs) = 0;            ///< n x classes
  virtual std::vector<int> labels(Inputs<Input> inputs) = 0;  ///< n
  /// Returns VictimSpec::randomised.
  virtual bool randomised() const { return false; }
  /// Returns what Victim::passes returns.
  virtual std::vector<int> passes() const { return {}; }
  /// Returns another connection to the victim, as Victim::another does.
  virtual std::unique_ptr<Oracle> another() { return nullptr; }
  /// Does the same as Victim::draw.
  virtual void draw(std::uint64_t /*number*/) {}
  /// Returns true if gradients() works. May query the victim.
  virtual bool has_gradients() { return false; }
  /// Returns the gradients of the scores weighted by each question's cotangent. Depends only on the question.
  virtual std::vector<Eigen::RowVectorXf> gradients(
      const std::vector<GradientQuestion<Input>>& questions) = 0;
};

}  // namespace bora::attacks
