// A victim as the ledger asks it, whatever it classifies.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "attacks/threat/objective.h"
#include "data/graph.h"
#include "models/victim.h"

namespace bora {

/// Inputs of one batch; none of the pointers is null.
template <typename Input>
using Inputs = std::span<const Input* const>;

/// The gradient that a white-box attack wants with an answer.
struct GradientWish {
  Loss loss = Loss::margin;
  /// Of a graph: the edges, there or not, whose weights it is taken for. Of an image it is taken for all
  /// pixels.
  std::vector<NodePair> pairs = {};
};

/// An input and weights of its scores (`classes` values): the question for one gradient.
template <typename Input>
struct GradientQuestion {
  const Input* input = nullptr;
  Eigen::RowVectorXf cotangent;
  const GradientWish* wish = nullptr;
};

/// See Victim and GraphVictim for what may be thrown.
template <typename Input>
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual const std::string& name() const = 0;
  virtual int classes() const = 0;
  virtual ScoreKind kind() const = 0;
  virtual Scores scores(Inputs<Input> inputs) = 0;            ///< n x classes
  virtual std::vector<int> labels(Inputs<Input> inputs) = 0;  ///< n
  /// VictimSpec::randomised.
  virtual bool randomised() const { return false; }
  /// As Victim::passes.
  virtual std::vector<int> passes() const { return {}; }
  /// As Victim::another.
  virtual std::unique_ptr<Oracle> another() { return nullptr; }
  /// As Victim::draw.
  virtual void draw(std::uint64_t /*number*/) {}
  /// Whether gradients() works. May ask the victim.
  virtual bool has_gradients() { return false; }
  /// Of the scores weighted by each question's cotangent. Depends on nothing but the question.
  virtual std::vector<Eigen::RowVectorXf> gradients(
      const std::vector<GradientQuestion<Input>>& questions) = 0;
};

}  // namespace bora
