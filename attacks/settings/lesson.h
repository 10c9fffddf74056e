// What attacks on earlier instances of a run tell those on later ones.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bora {

/// What an attack learnt on one instance that may serve it on later ones of the same victim.
struct Lesson {
  int label = 0;              ///< of the input
  std::optional<int> target;  ///< none: untargeted
  std::string content;        ///< bytes, in a form of the attack's own
};

/// Shared by all instances that know the same.
using Lessons = std::shared_ptr<const std::vector<Lesson>>;

}  // namespace bora
