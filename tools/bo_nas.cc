// bo-nas: searches for network architectures.
#include "tools/nas/nas_options.h"
#include "tools/nas/search_run.h"
#include "tools/nas/tabular_study.h"
#include "tools/options/run_tool.h"

int main(int argc, char** argv) {
  return bora::run_tool("bo-nas", [&]() -> int {
    bora::NasOptions options;
    if (!bora::parse(options, argc, argv)) return bora::kExitOk;
    return options.data.empty() ? bora::run_tabular_study(options) : bora::run_search(options);
  });
}
