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

namespace bora {

/// All that an attack knows before its first query.
struct SemanticProblem {
  std::shared_ptr<const SemanticSpace> space;
  Goal goal;
  int classes = 0;
  int budget = 0;          ///< queries, at least 1
  std::uint64_t seed = 0;  ///< the attack's only source of randomness
  /// What the victim says of the original, as far as the attack may see it; no query. None if not known.
  std::optional<Observation> clean = std::nullopt;
};

/// An attack on one image as a state machine, as ImageAttack is one by pixels: it names combinations and
/// never holds the victim. It goes on after a success, for the mildest combination that succeeds.
///
/// Deterministic: same problem and same tells give the same asks. Whoever drives it stops when the budget is
/// spent.
class SemanticAttack {
 public:
  virtual ~SemanticAttack() = default;

  /// A settled point of the space; nothing if there is none left to ask for.
  virtual std::optional<Eigen::VectorXd> ask() = 0;
  /// What the victim answered to the image of the last ask.
  virtual void tell(const Eigen::VectorXd& point, const Observation& seen) = 0;
  /// Seconds spent so far in named parts of the attack's own work.
  virtual std::map<std::string, double> seconds() const { return {}; }
};

}  // namespace bora
