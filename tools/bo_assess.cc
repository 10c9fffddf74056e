// bo-assess: searches for architectures, trains the best, attacks each, and recommends one for deployment.
#include "common/process/shell_word.h"
#include "tools/assess/assess_options.h"
#include "tools/assess/assess_run.h"
#include "tools/commands.h"
#include "tools/options/run_tool.h"

namespace bora::tools {

int bo_assess(int argc, char** argv) {
  return run_tool("bo-assess", [&] {
    AssessOptions options;
    if (!parse(options, argc, argv)) return static_cast<int>(kExitOk);
    return run_assessment(options, shell_command({argv, argv + argc}));
  });
}

}  // namespace bora::tools
