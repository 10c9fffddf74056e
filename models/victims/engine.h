// Interface of engines, which run a model: the part of a victim that depends on the kind of model.
#pragma once

#include <memory>
#include <vector>

#include "common/error.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Tolerance for answers to equal queries that may differ in their last bits (other processes, other
/// machines), relative to 1 + the size of the largest score.
inline constexpr float kRemoteTolerance = 1e-4F;

/// Error of a program whose answers do not follow its protocol, whatever the images.
class ProtocolError : public VictimError {
 public:
  using VictimError::VictimError;
};

/// Error of a model without the output that is asked for, whatever the images.
class OutputError : public VictimError {
 public:
  using VictimError::VictimError;
};

class Engine {
 public:
  virtual ~Engine() = default;
  /// Returns the model's output, n x columns, not checked further. images: n x input.size() in [0, 1], any n
  /// >= 1. Throws VictimError, one line.
  virtual Batch forward(const Batch& images) = 0;

  /// Switches to one image per call, for models that take no more. Returns false if that is so already.
  virtual bool ask_alone() { return false; }
  /// Returns whether the same images get the same answer bit for bit, or only within kRemoteTolerance.
  virtual bool exact() const { return true; }
  /// Returns advice about a model that gives two answers to the same query; a clause.
  virtual const char* advice_on_repeats() const { return "a victim must repeat itself"; }

  /// Does what Victim::pullback does.
  virtual Batch pullback(const Batch& images, const Batch& cotangents);
  /// Returns what Victim::passes returns.
  virtual std::vector<int> passes() const { return {}; }
  /// Returns a new connection, as Victim::new_connection does.
  virtual std::unique_ptr<Engine> new_connection() { return nullptr; }
};

}  // namespace bora::models
