// bo-opt: tunes any program by Bayesian optimisation.
#include "tools/commands.h"
#include "tools/opt/opt_run.h"
#include "tools/options/run_tool.h"

namespace bora::tools {

int bo_opt(int argc, char** argv) {
  return run_tool("bo-opt", [&]() -> int {
    OptOptions options;
    if (!parse(options, argc, argv)) return kExitOk;
    switch (options.verb) {
      case OptOptions::Verb::ask:
        return ask_for_trials(options);
      case OptOptions::Verb::tell:
        return tell_trial(options);
      case OptOptions::Verb::report:
        return report_trials(options);
      default:
        return run_trials(options);
    }
  });
}

}  // namespace bora::tools
