// Problem of attacks that combine semantic changes of an image.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "attacks/attack.h"
#include "attacks/semantic/transformed.h"
#include "attacks/threat/objective.h"

namespace bora::attacks {

/// Information that an attack has before its first query.
struct SemanticProblem {
  std::shared_ptr<const SemanticSpace> space;  ///< combinations that the attack may query
  Goal goal;
  int classes = 0;         ///< number of classes
  int budget = 0;          ///< largest number of queries, >= 1
  std::uint64_t seed = 0;  ///< seeds all random choices of the attack
  /// Visible part of the victim's answer to the original, which costs no query; nullopt if it is unknown.
  std::optional<Observation> clean = std::nullopt;
};

/// Attack::ask() must set Transformed::point, a settled point of the space, and no image. After a success the
/// attack searches for the mildest combination that succeeds.
template <>
struct ProblemOf<Transformed> {
  using type = SemanticProblem;
};

}  // namespace bora::attacks
