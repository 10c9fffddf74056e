// bo-opt: tunes any program by Bayesian optimisation.
#include "tools/opt/opt_run.h"
#include "tools/options/run_tool.h"

int main(int argc, char** argv) {
  return bora::tools::run_tool("bo-opt", [&]() -> int {
    bora::tools::OptOptions options;
    if (!bora::tools::parse(options, argc, argv)) return bora::tools::kExitOk;
    switch (options.verb) {
      case bora::tools::OptOptions::Verb::ask:
        return bora::tools::ask_for_trials(options);
      case bora::tools::OptOptions::Verb::tell:
        return bora::tools::tell_trial(options);
      case bora::tools::OptOptions::Verb::report:
        return bora::tools::report_trials(options);
      default:
        return bora::tools::run_trials(options);
    }
  });
}
