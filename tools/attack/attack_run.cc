#include "tools/attack/attack_run.h"

#include "tools/attack/graph_session.h"
#include "tools/attack/image_session.h"
#include "tools/attack/semantic_session.h"

namespace bora {

int run_attack(const AttackConfig& config) {
  if (config.task == RunTask::graphs) return GraphSession(config).run();
  if (config.semantic()) return SemanticSession(config).run();
  return ImageSession(config).run();
}

}  // namespace bora
