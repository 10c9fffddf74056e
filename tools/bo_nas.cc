// bo-nas: searches for network architectures.
#include "report/search/sigmoid_search.h"
#include "tools/nas/nas_run.h"
#include "tools/nas/sigmoid_options.h"
#include "tools/options/run_tool.h"

int main(int argc, char** argv) {
  return bora::tools::run_tool("bo-nas", [&]() -> int {
    if (bora::tools::is_bnn_search(argc, argv)) {
      bora::tools::BnnOptions options;
      return bora::tools::parse(options, argc, argv) ? bora::tools::run_nas(options) : bora::tools::kExitOk;
    }
    if (bora::tools::is_sigmoid_search(argc, argv)) {
      bora::nas::SigmoidConfig config;
      if (bora::tools::parse(config, argc, argv))
        bora::report::run_sigmoid_search(config, bora::tools::interrupt_flag());
      return bora::tools::kExitOk;
    }
    bora::tools::NasOptions options;
    return bora::tools::parse(options, argc, argv) ? bora::tools::run_nas(options) : bora::tools::kExitOk;
  });
}
