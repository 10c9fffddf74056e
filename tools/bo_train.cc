// bo-train: trains one of our networks on a set of images or graphs and writes it as TorchScript.
#include "tools/commands.h"
#include "tools/options/run_tool.h"
#include "tools/train/tasks.h"

namespace bora::tools {

int bo_train(int argc, char** argv) {
  return run_tool("bo-train", [&] { return train(argc, argv); });
}

}  // namespace bora::tools
