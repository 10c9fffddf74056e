// The interface of every attack on image classifiers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attacks/image/transfer/substitutes.h"
#include "attacks/settings/lesson.h"
#include "attacks/threat/linf_ball.h"
#include "attacks/threat/objective.h"
#include "models/victim.h"

namespace bora {

/// All that an attack knows before its first query.
struct AttackProblem {
  Eigen::RowVectorXf original;  ///< shape.size() values in [0, 1], CHW
  ImageShape shape;
  Goal goal;
  LinfBall ball{1.0, true};
  int classes = 0;
  int budget = 0;          ///< queries, at least 1; schedules depend on it
  std::uint64_t seed = 0;  ///< the attack's own randomness
  /// What the victim says of the original, as far as the attack may see it: the same for every attack, and no
  /// query. None if it is not known; an attack that cannot do without asks then, at the cost of a query.
  std::optional<Observation> clean = std::nullopt;
  /// Targeted: another image, which the victim puts into the target class, as decision-based attacks start
  /// from; empty if the data hold none. To learn that the victim does is a query like any other.
  Eigen::RowVectorXf example = {};
  /// The attacker's own classifiers (--prior data or files); null without.
  std::shared_ptr<const Substitutes> substitutes = nullptr;
  /// Of what is drawn to start from substitute models: the same for every attack on this image and target, so
  /// that attacks which start alike are compared by what they do next.
  std::uint64_t start_seed = 0;
  /// Of what is drawn once for all instances of a run.
  std::uint64_t run_seed = 0;
  /// What the same attack, with the same settings, learnt on earlier instances (--prior learn), in the order
  /// of the plan; null without.
  Lessons lessons = nullptr;
};

/// An attack on one image as a state machine. It never holds the victim: whoever drives it shows the images
/// it asks for (after projecting them into the threat model) and tells it the answers.
///
/// Deterministic: same problem and same tells give the same asks. The driver stops at a success or at the
/// budget.
class ImageAttack {
 public:
  virtual ~ImageAttack() = default;

  /// 1 to q images to be queried, one a row. Sequential attacks return one. Rows may lie outside the threat
  /// model.
  virtual Batch ask(int q) = 0;

  /// The images of the last ask as the victim saw them, in order, and what it answered.
  virtual void tell(const Batch& queried, const std::vector<Observation>& observations) = 0;

  /// The loss whose gradient it wants to be told; none unless its sight is gradients.
  virtual std::optional<Loss> gradient_of() const { return std::nullopt; }

  /// What it learnt, asked for when the instance has ended and lessons are kept; empty: nothing. Bytes, not
  /// text. The attack must be one that learns (AttackSummary); it has then been told the last answer too,
  /// without a gradient.
  virtual std::string lesson() const { return {}; }

  /// Seconds spent so far in named parts of the attack's own work (e.g. fit, acquisition).
  virtual std::map<std::string, double> seconds() const { return {}; }
};

}  // namespace bora
