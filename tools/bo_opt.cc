// bo-opt: tunes any program by Bayesian optimisation.
#include "tools/opt/opt_run.h"
#include "tools/options/run_tool.h"

int main(int argc, char** argv) {
  return bora::run_tool("bo-opt", [&]() -> int {
    bora::OptOptions options;
    if (!bora::parse(options, argc, argv)) return bora::kExitOk;
    switch (options.verb) {
      case bora::OptOptions::Verb::ask:
        return bora::ask_for_trials(options);
      case bora::OptOptions::Verb::tell:
        return bora::tell_trial(options);
      case bora::OptOptions::Verb::report:
        return bora::report_trials(options);
      default:
        return bora::run_trials(options);
    }
  });
}
