#include "tools/attack/attack_run.h"

namespace bora::tools {

int run_attack(const AttackConfig& config) {
  if (config.task == RunTask::graphs) return run_on_graphs(config);
  return config.semantic() ? run_on_changes(config) : run_on_pixels(config);
}

}  // namespace bora::tools
