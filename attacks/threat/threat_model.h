// Interface of threat models: the inputs that an attacker may make of one original.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "common/layers.h"

namespace bora::attacks {

/// Threat model around one original, whose functions may be called from several threads at once.
template <typename Input>
class ThreatModel {
 public:
  virtual ~ThreatModel() = default;

  /// Returns "" if the input is inside the threat model, as every adversarial example must be; else a line
  /// that says what is wrong.
  virtual std::string violation(const Input& input) const = 0;
  /// Returns "" if an attack that starts outside the threat model (AttackSummary::leaves_ball) may query the
  /// input on its way into it; else a line that says what is wrong.
  virtual std::string violation_on_the_way(const Input& input) const { return violation(input); }

  /// Returns the distance from the original: for images in the norm of the threat model, for graphs the
  /// number of edits.
  virtual double distance(const Input& input) const = 0;
  /// Returns the Euclidean distance from the original; nullopt for inputs that have none.
  virtual std::optional<double> l2(const Input&) const { return std::nullopt; }

  /// Returns the largest valid bound that is at most `wanted` and below `distance`; 0 if there is none.
  /// Bounds are whole numbers of levels on the 8-bit grid, and whole numbers of edits for graphs.
  virtual double distance_below(double /*distance*/, double /*wanted*/) const { return 0; }
  /// Returns the threat model of the same original with a smaller bound, which distance_below() returned;
  /// null if the threat model has no such bound.
  virtual std::unique_ptr<ThreatModel> within(double /*distance*/) const { return nullptr; }

  /// Turns an input that an attack requests into the input that the victim is queried with: one inside the
  /// threat model, or, with `on_the_way`, one that violation_on_the_way() accepts. Throws std::runtime_error
  /// if there is no such input.
  virtual void admit(Input& input, bool on_the_way) const {
    const std::string wrong = on_the_way ? violation_on_the_way(input) : violation(input);
    if (!wrong.empty()) throw std::runtime_error("the attack asked for what it may not: " + wrong);
  }
};

}  // namespace bora::attacks
