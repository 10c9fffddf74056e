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
#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// All information that an attack has before its first query.
struct AttackProblem {
  Eigen::RowVectorXf original;  ///< shape.size() values in [0, 1], CHW
  ImageShape shape;
  Goal goal;
  LinfBall ball{1.0, true};
  int classes = 0;
  int budget = 0;          ///< queries, at least 1; schedules depend on it
  std::uint64_t seed = 0;  ///< the attack's own randomness
  /// The victim's answer for the original, as far as the attack sees it. It is the same for every attack and
  /// costs no query. None if it is not known; an attack that needs it then queries it, which costs one query.
  std::optional<Observation> clean = std::nullopt;
  /// Targeted: another image, which the victim assigns to the target class, as a start for decision-based
  /// attacks; empty if the data hold none. Confirming the victim's answer is a query like any other.
  Eigen::RowVectorXf example = {};
  /// The attacker's own classifiers (--prior data or files); null without.
  std::shared_ptr<const Substitutes> substitutes = nullptr;
  /// Seed of draws when starting from substitute models: the same for every attack on this image and target,
  /// so that attacks with the same start differ only in what follows.
  std::uint64_t start_seed = 0;
  /// Seed of draws made once for all instances of a run.
  std::uint64_t run_seed = 0;
  /// Warm starts: what the same attack, with the same settings, learnt on earlier instances (--prior learn),
  /// in the order of the plan; null without.
  Lessons lessons = nullptr;
};

/// Attack that runs on one image as a state machine. It has no access to the victim: its driver projects the
/// requested images into the threat model, queries them and reports the answers.
///
/// Deterministic: the same problem and the same tells give the same asks. The driver stops at a success or at
/// the budget.
class ImageAttack {
 public:
  virtual ~ImageAttack() = default;

  /// Returns 1 to q images to be queried, one per row. Sequential attacks return one. Rows may lie outside
  /// the threat model.
  virtual Batch ask(int q) = 0;

  /// Receives the images of the last ask as the victim saw them, in order, and its answers.
  virtual void tell(const Batch& queried, const std::vector<Observation>& observations) = 0;

  /// Returns the loss whose gradient is needed with each answer; none unless the access level is gradients.
  virtual std::optional<Loss> gradient_of() const { return std::nullopt; }

  /// Returns what the attack learnt (its warm start), requested when the instance has ended and warm starts
  /// are kept; empty: nothing. Bytes, not text. The attack must be one that learns (AttackSummary); it has
  /// then received the last answer too, without a gradient.
  virtual std::string lesson() const { return {}; }

  /// Returns the seconds spent so far in named parts of the attack's own work (e.g. fit, acquisition).
  virtual std::map<std::string, double> seconds() const { return {}; }
};

}  // namespace bora::attacks
