// Problem of an attack on images: all that it has before its first query.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "attacks/attack.h"
#include "attacks/image/transfer/substitutes.h"
#include "attacks/threat/norm_ball.h"
#include "attacks/threat/objective.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// Default of AttackProblem::least_schedule, explained in attacks/image/proposals/shrink_schedule.h.
inline constexpr int kLeastSchedule = 1000;

/// All information that an attack has before its first query.
struct AttackProblem {
  Eigen::RowVectorXf original = {};  ///< shape.size() values in [0, 1], CHW
  ImageShape shape = {};
  Goal goal = {};
  NormBall ball{Norm::linf, 1.0, true};
  int classes = 0;         ///< number of classes of the victim
  int budget = 0;          ///< number of queries, >= 1, on which the schedules of some attacks depend
  std::uint64_t seed = 0;  ///< seed of the attack's random numbers
  /// Least number of queries over which the proposals of Square Attack shrink (ShrinkSchedule), unless the
  /// attack has a setting of its own. 0 in runs that were started by earlier versions.
  int least_schedule = kLeastSchedule;
  /// Visible part of the victim's answer for the original, which is known before the attacks and costs no
  /// query. None: not known; an attack that needs it then spends a query on it.
  std::optional<Observation> clean = std::nullopt;
  /// Targeted: another image, which the victim assigns to the target class, as a start of decision-based
  /// attacks; empty if the data hold none. An attack that starts from it spends a query on it.
  Eigen::RowVectorXf example = {};
  /// Image inside the ball from which the attack should start, such as the best one so far when the radius is
  /// minimised; empty: none. Attacks without a start image ignore it.
  Eigen::RowVectorXf start = {};
  /// The attacker's own classifiers (--prior data or files); null: none.
  std::shared_ptr<const Substitutes> substitutes = nullptr;
  /// Seed of the start image from substitute models. It is the same for every attack on this image and
  /// target, so that attacks with start=prior start from the same image.
  std::uint64_t start_seed = 0;
  /// Seed of what is drawn once and shared by all instances of a run.
  std::uint64_t run_seed = 0;
  /// Knowledge that the same attack, with the same settings, gained on earlier instances (--prior learn), in
  /// the order of the plan; null: none.
  WarmStarts warm_starts = nullptr;
};

/// Returns `chosen`, or if there is none the loss of most score-based attacks: margin untargeted and
/// cross-entropy targeted.
inline Loss loss_or_default(const std::optional<Loss>& chosen, const Goal& goal) {
  return chosen.value_or(goal.targeted() ? Loss::cross_entropy : Loss::margin);
}

template <>
struct ProblemOf<Pixels> {
  using type = AttackProblem;
};

}  // namespace bora::attacks
