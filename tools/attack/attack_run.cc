#include "tools/attack/attack_run.h"

#include "tools/attack/session/graph_session.h"
#include "tools/attack/session/image_session.h"
#include "tools/attack/session/semantic_session.h"

namespace bora::tools {

int run_attack(const AttackConfig& config) {
  if (config.task == RunTask::graphs) return GraphSession(config).run();
  if (config.semantic()) return SemanticSession(config).run();
  return ImageSession(config).run();
}

}  // namespace bora::tools
