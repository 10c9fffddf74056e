// bo-assess: searches for architectures, trains the best, attacks each, and says which to deploy.
#include "common/process/shell_word.h"
#include "tools/assess/assess_options.h"
#include "tools/assess/assess_run.h"
#include "tools/options/run_tool.h"

int main(int argc, char** argv) {
  using namespace bora::tools;
  return run_tool("bo-assess", [&] {
    AssessOptions options;
    if (!parse(options, argc, argv)) return static_cast<int>(kExitOk);
    return run_assessment(options, bora::shell_command({argv, argv + argc}));
  });
}
