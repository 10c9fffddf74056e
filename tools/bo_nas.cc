// bo-nas: searches for network architectures.
#include "tools/nas/bnn_search.h"
#include "tools/nas/nas_options.h"
#include "tools/nas/search_run.h"
#include "tools/nas/sigmoid_search.h"
#include "tools/nas/tabular_study.h"
#include "tools/options/run_tool.h"

int main(int argc, char** argv) {
  return bora::run_tool("bo-nas", [&]() -> int {
    if (bora::is_bnn_search(argc, argv)) {
      bora::BnnOptions bnn;
      return bora::parse(bnn, argc, argv) ? bora::run_bnn_search(bnn) : bora::kExitOk;
    }
    if (bora::wants_sigmoid_search(argc, argv)) return bora::run_sigmoid_search(argc, argv);
    bora::NasOptions options;
    if (!bora::parse(options, argc, argv)) return bora::kExitOk;
    return options.data.empty() ? bora::run_tabular_study(options) : bora::run_search(options);
  });
}
