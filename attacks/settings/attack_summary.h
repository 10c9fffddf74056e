// Summary of an attack.
#pragma once

#include <string>
#include <vector>

#include "attacks/threat/norm.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

/// Dependence of an attack on substitute models (attacks/image/transfer/substitutes.h).
enum class PriorUse {
  none,      ///< ignores substitute models: a black-box attack
  optional,  ///< uses substitute models if there are any
  required,  ///< does not run without substitute models
};

/// Returns none, optional or required.
inline std::string to_string(PriorUse use) {
  constexpr const char* kNames[] = {"none", "optional", "required"};
  return kNames[static_cast<int>(use)];
}

/// Properties of an attack, as listings, help and checks need them.
struct AttackSummary {
  std::string name;
  std::string text;  ///< one-line description
  AccessLevel access = AccessLevel::scores;
  /// True if the attack queries inputs outside the threat model on its way into it, as decision-based attacks
  /// do. Only inputs inside count as successes.
  bool leaves_ball = false;
  PriorUse prior = PriorUse::none;
  /// True if the attack uses warm starts of earlier instances and provides them to later ones
  /// (Attack::warm_start).
  bool learns = false;
  /// True if the attack itself approaches the original after a success, as decision-based attacks do.
  bool nears = false;
  /// True if the queries do not depend on answers, so that the attack needs labels only.
  bool ignores_answers = false;
  /// Number of queries per instance that a check (checks/strength.h) gives the attack: enough for a success
  /// without a bound on the perturbation.
  int probe_queries = 100;
  /// Number of first queries per instance that do not depend on answers, if settings state it: first points
  /// of a model, or samples of a first gradient estimate. Else 0.
  int opening_queries = 0;
  std::vector<Norm> norms = {Norm::linf};  ///< norms that an attack on images supports
};

}  // namespace bora::attacks
