// Warm starts, which attacks on earlier instances of a run pass to those on later ones (table `lessons` of a
// run).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Knowledge that an attack gained on one instance, for later instances of the same victim.
struct WarmStart {
  int label = 0;              ///< label of the input
  std::optional<int> target;  ///< none: untargeted
  std::string content;        ///< bytes, in a form of the attack's own
};

/// Warm starts, shared by all instances that get the same ones.
using WarmStarts = std::shared_ptr<const std::vector<WarmStart>>;

}  // namespace bora::attacks
