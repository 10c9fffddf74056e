// bo-train: trains one of our networks on a set of images or graphs and writes it as TorchScript.
#include "tools/options/run_tool.h"
#include "tools/train/tasks.h"

int main(int argc, char** argv) {
  return bora::run_tool("bo-train", [&]() -> int {
    bora::TrainOptions options;
    if (!bora::parse(options, argc, argv)) return bora::kExitOk;
    return options.task == "graph" ? bora::train_on_graphs(options) : bora::train_on_images(options);
  });
}
