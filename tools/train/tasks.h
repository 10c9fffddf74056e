// The two kinds of training that bo-train does.
#pragma once

#include "common/layers.h"
#include "tools/train/train_options.h"

namespace bora::tools {

/// Reads the data, trains, writes the model, prints the result. Return the exit code; throw InputError.
int train_on_images(const TrainOptions& options);
int train_on_graphs(const TrainOptions& options);

/// Runs a command line of bo-train and returns the exit code. Throws InputError.
inline int train(int argc, const char* const* argv) {
  TrainOptions options;
  if (!parse(options, argc, argv)) return 0;
  return options.task == "graph" ? train_on_graphs(options) : train_on_images(options);
}

}  // namespace bora::tools
