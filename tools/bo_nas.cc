// bo-nas: searches for network architectures.
#include "tools/nas/nas_run.h"
#include "tools/nas/sigmoid_options.h"
#include "tools/nas/sigmoid_search.h"
#include "tools/options/run_tool.h"

int main(int argc, char** argv) {
  return bora::run_tool("bo-nas", [&]() -> int {
    if (bora::is_bnn_search(argc, argv)) {
      bora::BnnOptions options;
      return bora::parse(options, argc, argv) ? bora::run_nas(options) : bora::kExitOk;
    }
    if (bora::wants_sigmoid_search(argc, argv)) {
      bora::SigmoidConfig config;
      if (bora::parse(config, argc, argv)) bora::run_sigmoid_search(config, bora::interrupt_flag());
      return bora::kExitOk;
    }
    bora::NasOptions options;
    return bora::parse(options, argc, argv) ? bora::run_nas(options) : bora::kExitOk;
  });
}
