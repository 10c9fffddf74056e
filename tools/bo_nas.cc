// bo-nas: searches for network architectures.
#include "report/search/search_reports.h"
#include "tools/commands.h"
#include "tools/nas/nas_options.h"
#include "tools/nas/nas_run.h"
#include "tools/options/run_tool.h"

namespace bora::tools {

int bo_nas(int argc, char** argv) {
  return run_tool("bo-nas", [&]() -> int {
    if (names_space(argc, argv, "bnn")) {
      BnnOptions options;
      return parse(options, argc, argv) ? run_nas(options) : kExitOk;
    }
    if (names_space(argc, argv, "sigmoid-mlp")) {
      nas::SigmoidConfig config;
      if (parse(config, argc, argv)) report::run_sigmoid_search(config, interrupt_flag());
      return kExitOk;
    }
    NasOptions options;
    return parse(options, argc, argv) ? run_nas(options) : kExitOk;
  });
}

}  // namespace bora::tools
