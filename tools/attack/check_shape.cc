#include "tools/attack/attack_config.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "attacks/factory.h"
#include "attacks/threat/norm_ball.h"
#include "attacks/universal/universal_search.h"
#include "common/error.h"

namespace bora::tools {
namespace {

// Throws InputError for a bound beyond the largest distance between two images of this shape, or for a patch
// that does not fit into one.
void refuse_unreachable(Norm norm, double epsilon, const ImageShape& shape) {
  if (norm == Norm::linf) return;  // NormBall has the same limit for every shape
  if (norm == Norm::patch) {
    const int side = std::min(shape.height, shape.width);
    if (epsilon <= side) return;
    throw InputError("--eps: got {:g}, expected at most {} pixels, the shorter side of images of {}", epsilon,
                     side, to_string(shape));
  }
  const double most = norm == Norm::l0 ? shape.height * shape.width : std::sqrt(shape.size());
  if (epsilon <= most) return;
  const std::string limit = norm == Norm::l0 ? fmt::format("{:g} pixels", most)
                                             : fmt::format("{:g}", std::floor(most * 1000) / 1000);
  throw InputError("--eps: got {:g}, expected at most {}, the largest {} distance between images of {}",
                   epsilon, limit, norm == Norm::l0 ? "L0" : "L2", to_string(shape));
}

}  // namespace

void check_shape(const AttackConfig& config, const ImageShape& shape) {
  if (config.task == RunTask::graphs || config.semantic()) return;
  const PlanOptions plan = config.plan();
  const ThreatConfig& threat = config.threat;
  for (const std::string& attack : plan.attacks)
    make_recipe<Pixels>(attack, shape, plan.visible, threat.norm);
  if (threat.epsilon) refuse_unreachable(threat.norm, *threat.epsilon, shape);
  const NormBall ball(threat.norm, threat.epsilon.value_or(default_epsilon(shape, threat.norm)),
                      threat.continuous, shape);
  if (threat.universal > 0 && ball.epsilon() > kLargestUniversalBound)
    throw InputError("--eps: got {:g}, expected at most 127/255 with --universal", ball.epsilon());
}

}  // namespace bora::tools
