// The problem of attacks that combine changes of an image.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "attacks/attack.h"
#include "attacks/semantic/transformed.h"
#include "attacks/threat/objective.h"

namespace bora::attacks {

/// Everything that an attack knows before its first query.
struct SemanticProblem {
  std::shared_ptr<const SemanticSpace> space;
  Goal goal;
  int classes = 0;
  int budget = 0;          ///< queries, at least 1
  std::uint64_t seed = 0;  ///< the attack's only source of randomness
  /// Visible part of the victim's answer to the original, without a query. None if unknown.
  std::optional<Observation> clean = std::nullopt;
};

/// An attack proposes combinations: it sets the point of a Transformed alone, settled in the space. After a
/// success it searches on for the mildest combination that succeeds.
template <>
struct ProblemOf<Transformed> {
  using type = SemanticProblem;
};

}  // namespace bora::attacks
