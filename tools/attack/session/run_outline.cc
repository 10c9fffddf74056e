#include "tools/attack/session/run_outline.h"

namespace bora::tools {

RunRecord outline_of(const Plan& plan, const RunFacts& facts) {
  RunRecord run;
  static_cast<RunFacts&>(run) = facts;
  for (const InstanceRow& row : plan.instances) run.instances.push_back({row, {}, {}, {}, {}, {}});
  return run;
}

}  // namespace bora::tools
