// The two kinds of training that bo-train does.
#pragma once

#include "tools/train/train_options.h"

namespace bora {

/// Reads the data, trains, writes the model, prints the result. Return the exit code; throw InputError.
int train_on_images(const TrainOptions& options);
int train_on_graphs(const TrainOptions& options);

}  // namespace bora
