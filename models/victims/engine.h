// Interface of engines, which run a model: the part of a victim that depends on the kind of model.
#pragma once

#include <memory>
#include <string>
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

/// Error of a model that has no output of the requested name, whatever the images.
class OutputError : public VictimError {
 public:
  using VictimError::VictimError;
};

/// Model of images in a file or behind a protocol.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Returns the model's output, n x columns; its values are not checked. images: n x input.size() in [0, 1],
  /// any n >= 1. Throws VictimError with a one-line message if the model fails.
  virtual Batch forward(const Batch& images) = 0;

  /// Switches to one image per call, for models that accept no more. Returns false if calls had one image
  /// before, too.
  virtual bool use_single_images() { return false; }
  /// Returns whether repeated answers to the same images must agree bit for bit; else within
  /// kRemoteTolerance.
  virtual bool exact() const { return true; }
  /// Returns a clause of advice for users whose model answers the same query in different ways.
  virtual const char* advice_on_repeats() const { return "a victim must answer equal queries equally"; }

  /// Returns the gradients of Victim::pullback. Throws VictimError if the model has none.
  virtual Batch pullback(const Batch& images, const Batch& cotangents);
  /// Returns the counts of Victim::passes.
  virtual std::vector<int> passes() const { return {}; }
  /// Returns the version of the model that the answers so far state; "" if they state none.
  virtual std::string model_version() const { return ""; }
  /// Returns a new connection as Victim::new_connection does, or null.
  virtual std::unique_ptr<Engine> new_connection() { return nullptr; }
};

}  // namespace bora::models
