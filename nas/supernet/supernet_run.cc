#include "nas/supernet/supernet_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace bora::nas {

CheckpointPlan SupernetRun::checkpoints(const SupernetPlan& plan) const {
  auto all = facts;
  all["kind"] = plan.kind;
  all["epochs"] = fmt::to_string(plan.epochs);
  all["rate"] = fmt::to_string(plan.rate);
  all["seed"] = fmt::to_string(seed);
  if (plan.one_shot()) {
    all["supernet"] = plan.supernet;
    all["paths"] = fmt::to_string(plan.paths);
  } else {
    all["gradient"] = plan.gradient;
    all["interval"] = fmt::to_string(plan.interval);
    all["alpha-rate"] = fmt::to_string(plan.alpha_rate);
  }
  return {.file = folder.empty() ? folder : folder / kCheckpoint, .training = all, .resume = true};
}

double supernet_rate(double rate, int epoch, int epochs) {
  constexpr double kLeast = 1e-3;
  const double least = std::min(rate, kLeast);
  return least + (rate - least) * 0.5 * (1 + std::cos(std::numbers::pi * epoch / epochs));
}

}  // namespace bora::nas
