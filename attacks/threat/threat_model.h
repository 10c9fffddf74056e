// What an attacker may make of one original, whatever is attacked.
#pragma once

#include <optional>
#include <string>

namespace bora {

/// Const functions may be called from several threads at once.
template <typename Input>
class ThreatModel {
 public:
  virtual ~ThreatModel() = default;

  /// "" if the attacker may make this input, else a line saying what is wrong. Adversarial examples are found
  /// among those that are allowed.
  virtual std::string violation(const Input& input) const = 0;
  /// The same of what may be shown to the victim on the way to them, by attacks that start outside.
  virtual std::string violation_on_the_way(const Input& input) const { return violation(input); }

  /// From the original: L-infinity of images, the number of edits of graphs.
  virtual double distance(const Input& input) const = 0;
  virtual std::optional<double> l2(const Input&) const { return std::nullopt; }
};

}  // namespace bora
