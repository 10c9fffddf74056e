// bo-train: trains one of our networks on a set of images or graphs and writes it as TorchScript.
#include "tools/options/run_tool.h"
#include "tools/train/tasks.h"

int main(int argc, char** argv) {
  return bora::tools::run_tool("bo-train", [&] { return bora::tools::train(argc, argv); });
}
