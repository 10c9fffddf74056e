// Lessons (warm starts) that attacks on earlier instances of a run pass to those on later ones.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Result of an attack on one instance that may help it on later ones of the same victim.
struct Lesson {
  int label = 0;              ///< label of the input
  std::optional<int> target;  ///< none: untargeted
  std::string content;        ///< bytes, in a form of the attack's own
};

/// Lessons, shared by all instances that get the same ones.
using Lessons = std::shared_ptr<const std::vector<Lesson>>;

}  // namespace bora::attacks
