#include "tools/attack/image_inputs.h"

#include <fmt/format.h>

#include "common/error.h"
#include "data/load.h"
#include "data/split.h"
#include "tools/attack/attack_setup.h"

namespace bora {

ImageDataset load_images(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata) {
  if (!text.image.empty()) {
    auto data = load_dataset(text.image, Part::all);
    if (data.size() != 1)
      throw InputError("--image: {} is not one image but holds {}", text.image, data.size());
    data.labels[0] = text.label;
    return data;
  }
  const DataSource source = data_source(text, metadata, "image");
  return load_dataset(source.spec, part_of(text), source.split);
}

std::string drawn_part(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata,
                       int images) {
  if (!text.image.empty() || text.part == "all") return "";
  const DataSource source = data_source(text, metadata, "image");
  if ((metadata && of_models_data(text, *metadata)) || !parts_are_drawn(source.spec)) return "";
  return fmt::format(
      "{} images drawn at random as a {} part, since {} has none of its own; --part all: all of them", images,
      text.part, source.spec);
}

}  // namespace bora
