// Summary of an attack.
#pragma once

#include <string>
#include <vector>

#include "attacks/threat/norm.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

/// Use that an attack makes of substitute models (attacks/image/transfer/substitutes.h), by how much it
/// depends on them.
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

struct AttackSummary {
  std::string name;
  std::string text;  ///< one-line description
  AccessLevel access = AccessLevel::scores;
  /// True if it queries inputs outside the threat model on its way into it, as decision-based attacks do.
  /// Only inputs inside count as successes.
  bool leaves_ball = false;
  PriorUse prior = PriorUse::none;
  /// True if it uses warm starts of earlier instances and provides them to later ones
  /// (Attack::warm_start).
  bool learns = false;
  /// True if it continues towards the original after a success, as decision-based attacks do.
  bool nears = false;
  /// True if its queries do not depend on answers: labels serve it as well as scores do.
  bool ignores_answers = false;
  /// Queries that a check (checks/strength.h) gives it for an instance: enough for a success where anything
  /// may be changed.
  int probe_queries = 100;
  std::vector<Norm> norms = {Norm::linf};  ///< norms that may bound the changes of an attack on images
};

}  // namespace bora::attacks
