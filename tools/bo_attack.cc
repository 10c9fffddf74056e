// bo-attack: attacks a trained classifier of images or graphs, counts queries, and reports the results.
#include <fmt/format.h>

#include "tools/attack/attack_run.h"
#include "tools/attack/describe.h"
#include "tools/attack/parse_attack.h"
#include "tools/commands.h"
#include "tools/options/run_tool.h"

namespace bora::tools {

int bo_attack(int argc, char** argv) {
  return run_tool("bo-attack", [&] {
    AttackConfig config;
    if (!parse_attack(config, argc, argv)) return static_cast<int>(kExitOk);
    if (config.describe.empty()) return run_attack(config);
    const ImageShape shape = config.victim.options.input.value_or(ImageShape{3, 32, 32});
    fmt::print("{}", describe_attack(config.describe, shape, config.goal.visible, config.threat.norm));
    return static_cast<int>(kExitOk);
  });
}

}  // namespace bora::tools
