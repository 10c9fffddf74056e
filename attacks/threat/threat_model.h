// Interface of threat models: the inputs that an attacker may make of one original.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "common/layers.h"

namespace bora::attacks {

/// Const functions may be called from several threads at once.
template <typename Input>
class ThreatModel {
 public:
  virtual ~ThreatModel() = default;

  /// Returns "" if the attacker may make this input, else a line that says what is wrong. Adversarial
  /// examples are among the inputs allowed.
  virtual std::string violation(const Input& input) const = 0;
  /// Returns the same for inputs that attacks which start outside may show to the victim on their way.
  virtual std::string violation_on_the_way(const Input& input) const { return violation(input); }

  /// Returns the distance from the original: of images in the norm of the threat, of graphs the number of
  /// edits.
  virtual double distance(const Input& input) const = 0;
  virtual std::optional<double> l2(const Input&) const { return std::nullopt; }

  /// Returns the largest distance that is at most `wanted` and below `distance`, and that a bound may have:
  /// on the 8-bit grid a whole number of levels, of graphs a whole number of edits; 0 if there is none above
  /// 0.
  virtual double distance_below(double /*distance*/, double /*wanted*/) const { return 0; }
  /// Returns the threat model of the same original with a smaller bound, a distance that distance_below()
  /// returned; null if the kind of input has no such bound.
  virtual std::unique_ptr<ThreatModel> within(double /*distance*/) const { return nullptr; }

  /// Makes of an input that an attack asks for the one that the victim is shown: inside the threat model, or,
  /// `on_the_way`, anything that may be shown there. Throws std::runtime_error if there is no such input.
  virtual void admit(Input& input, bool on_the_way) const {
    const std::string wrong = on_the_way ? violation_on_the_way(input) : violation(input);
    if (!wrong.empty()) throw std::runtime_error("the attack asked for what it may not: " + wrong);
  }
};

}  // namespace bora::attacks
