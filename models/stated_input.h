// What options and a model's own word say of its input, together.
#pragma once

#include "models/input_format.h"
#include "models/metadata.h"
#include "models/victim_options.h"

namespace bora {

/// Options come before metadata, these before the shape of the data. Throws InputError naming the model if
/// nobody says the shape, the data have another, or the format is impossible (see complete()).
InputFormat stated_format(const VictimOptions& options, const ModelMetadata& metadata);

}  // namespace bora
