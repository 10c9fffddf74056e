// What an attack is, in a line.
#pragma once

#include <string>

#include "attacks/threat/visibility.h"

namespace bora {

struct AttackSummary {
  std::string name;
  std::string text;  ///< a line saying what it is
  AttackSight sight = AttackSight::scores;
  /// Whether it queries inputs outside the threat model on its way into it, as decision-based attacks do.
  /// Only inputs inside count as successes.
  bool leaves_ball = false;
};

}  // namespace bora
