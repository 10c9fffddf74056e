// bo-train: trains one of our networks on a set of images or graphs and writes it as TorchScript.
#include "tools/options/run_tool.h"
#include "tools/train/tasks.h"

int main(int argc, char** argv) {
  return bora::tools::run_tool("bo-train", [&]() -> int {
    bora::tools::TrainOptions options;
    if (!bora::tools::parse(options, argc, argv)) return bora::tools::kExitOk;
    return options.task == "graph" ? bora::tools::train_on_graphs(options)
                                   : bora::tools::train_on_images(options);
  });
}
