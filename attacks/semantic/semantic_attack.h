// The interface of attacks that combine changes of an image.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <Eigen/Core>

#include "attacks/semantic/semantic_space.h"
#include "attacks/threat/objective.h"
#include "common/layers.h"

namespace bora::attacks {

/// Everything that an attack knows before its first query.
struct SemanticProblem {
  std::shared_ptr<const SemanticSpace> space;
  Goal goal;
  int classes = 0;
  int budget = 0;          ///< queries, at least 1
  std::uint64_t seed = 0;  ///< the attack's only source of randomness
  /// Answer of the victim to the original, as far as the attack may see it, without a query. None if unknown.
  std::optional<Observation> clean = std::nullopt;
};

/// Attack on one image as a state machine, as ImageAttack is for pixels: it proposes combinations and has no
/// access to the victim. After a success it searches on for the mildest combination that succeeds.
///
/// Deterministic: the same problem and the same tells give the same asks. The caller stops it when the budget
/// is spent.
class SemanticAttack {
 public:
  virtual ~SemanticAttack() = default;

  /// Returns a settled point of the space; nothing if there is none left to ask for.
  virtual std::optional<Eigen::VectorXd> ask() = 0;
  /// Receives what the victim answered to the image of the last ask.
  virtual void tell(const Eigen::VectorXd& point, const Observation& seen) = 0;
  /// Returns the seconds spent so far in named parts of the attack's own work.
  virtual std::map<std::string, double> seconds() const { return {}; }
};

}  // namespace bora::attacks
