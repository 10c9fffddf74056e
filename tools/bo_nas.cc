// bo-nas: searches for network architectures.
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
      SigmoidConfig options;
      return parse(options, argc, argv) ? run_nas(options) : kExitOk;
    }
    NasOptions options;
    return parse(options, argc, argv) ? run_nas(options) : kExitOk;
  });
}

}  // namespace bora::tools
