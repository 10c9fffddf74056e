// The images that a run attacks, from the options that name them.
#pragma once

#include <optional>
#include <string>

#include "data/dataset.h"
#include "models/metadata.h"
#include "tools/attack/attack_options.h"

namespace bora {

/// --image, or the part of --data or of what the model's file names. Throws InputError naming the option.
ImageDataset load_images(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata);

/// Where the test part is none that anybody kept apart when the model was trained, as far as its file says: a
/// part drawn here. What of it to tell the user; else "". `images`: how many it has.
std::string drawn_part(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata,
                       int images);

}  // namespace bora
