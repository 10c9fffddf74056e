// Input format of a model, combined from options and its metadata.
#pragma once

#include "models/input_format.h"
#include "models/metadata.h"
#include "models/victim_options.h"

namespace bora {

/// Returns the input format: options take precedence over metadata, and these over the shape of the data.
/// Throws InputError naming the model if the shape is stated nowhere, the data have another, or the format is
/// impossible (see complete()).
InputFormat stated_format(const VictimOptions& options, const ModelMetadata& metadata);

}  // namespace bora
