// The problem of attacks on images.
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

inline constexpr int kLeastSchedule = 1000;  // attacks/image/proposals/shrink_schedule.h says why

/// All information that an attack has before its first query.
struct AttackProblem {
  Eigen::RowVectorXf original;  ///< shape.size() values in [0, 1], CHW
  ImageShape shape;
  Goal goal;
  NormBall ball{Norm::linf, 1.0, true};
  int classes = 0;
  int budget = 0;          ///< queries, at least 1; schedules depend on it
  std::uint64_t seed = 0;  ///< the attack's own randomness
  /// Least number of queries over which Square's proposals shrink, unless an attack has its own setting. 0 in
  /// runs that earlier versions began.
  int least_schedule = kLeastSchedule;
  /// The visible part of the victim's answer for the original. It is the same for every attack and costs no
  /// query. None if it is not known; an attack that needs it then queries it, which costs one query.
  std::optional<Observation> clean = std::nullopt;
  /// Targeted: another image, which the victim assigns to the target class, as a start for decision-based
  /// attacks; empty if the data hold none. Confirming the victim's answer is a query like any other.
  Eigen::RowVectorXf example = {};
  /// Image inside the ball from which the attack should start, such as one that fools at a larger radius;
  /// empty: none. Attacks without a start image ignore it.
  Eigen::RowVectorXf start = {};
  /// The attacker's own classifiers (--prior data or files); null without.
  std::shared_ptr<const Substitutes> substitutes = nullptr;
  /// Seed of draws when starting from substitute models: the same for every attack on this image and target,
  /// so that attacks with the same start differ only in what follows.
  std::uint64_t start_seed = 0;
  /// Seed of draws made once for all instances of a run.
  std::uint64_t run_seed = 0;
  /// Warm starts: what the same attack, with the same settings, learnt on earlier instances (--prior learn),
  /// in the order of the plan; null without.
  WarmStarts warm_starts = nullptr;
};

template <>
struct ProblemOf<Pixels> {
  using type = AttackProblem;
};

}  // namespace bora::attacks
