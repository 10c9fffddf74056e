// What runs a model, wherever it runs: the part of a victim that differs from one kind of model to the next.
#pragma once

#include <memory>
#include <vector>

#include "models/victim.h"

namespace bora {

/// Where equal questions may get answers that differ in their last bits (other processes, other machines),
/// this is how far they may be apart, of 1 + the size of the largest score.
inline constexpr float kRemoteTolerance = 1e-4F;

class Engine {
 public:
  virtual ~Engine() = default;
  /// images: n x input.size() in [0, 1], any n >= 1. What the model gives, n x columns, not checked further.
  /// Throws VictimError, one line.
  virtual Batch forward(const Batch& images) = 0;

  /// One image a call from now on: the model was made for no more. False if that is so already.
  virtual bool ask_alone() { return false; }
  /// Whether the same images get the same answer bit for bit, or only within kRemoteTolerance.
  virtual bool exact() const { return true; }
  /// What may be wrong with a model that answers the same question in two ways; a clause.
  virtual const char* advice_on_repeats() const { return "a victim must repeat itself"; }

  /// As Victim::pullback.
  virtual Batch pullback(const Batch& images, const Batch& cotangents);
  /// As Victim::passes.
  virtual std::vector<int> passes() const { return {}; }
  /// As Victim::another.
  virtual std::unique_ptr<Engine> another() { return nullptr; }
};

}  // namespace bora
