// What an attack is, in a line.
#pragma once

#include <string>

#include "attacks/threat/visibility.h"

namespace bora {

/// What an attack does with substitute models (attacks/image/transfer/substitutes.h), by how much it depends
/// on them.
enum class PriorUse {
  none,      ///< it is a black-box attack, whether there are any or not
  optional,  ///< it takes them if there are any
  required,  ///< it cannot do without
};

std::string to_string(PriorUse use);  ///< none | optional | required

struct AttackSummary {
  std::string name;
  std::string text;  ///< a line saying what it is
  AttackSight sight = AttackSight::scores;
  /// Whether it queries inputs outside the threat model on its way into it, as decision-based attacks do.
  /// Only inputs inside count as successes.
  bool leaves_ball = false;
  PriorUse prior = PriorUse::none;
  /// Whether it takes lessons from earlier instances and gives them to later ones (settings/lesson.h).
  bool learns = false;
};

}  // namespace bora
