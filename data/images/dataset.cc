#include "data/images/dataset.h"

#include <algorithm>
#include <cstddef>

#include "common/error.h"
#include "common/text.h"

namespace bora::data {

std::string to_string(const ImageShape& shape) {
  return fmt::format("{}x{}x{}", shape.channels, shape.height, shape.width);
}

std::string ImageDataset::class_name(int label) const {
  if (label < 0) return "unknown";
  if (static_cast<std::size_t>(label) < class_names.size()) return class_names[label];
  return fmt::format("class {}", label);
}

ImageDataset select(const ImageDataset& dataset, std::span<const int> rows) {
  ImageDataset chosen;
  chosen.shape = dataset.shape;
  chosen.class_names = dataset.class_names;
  chosen.classes = dataset.classes;
  chosen.source = dataset.source;
  chosen.notes = dataset.notes;
  chosen.warnings = dataset.warnings;
  chosen.pixels.reserve(rows.size() * dataset.shape.size());
  for (const int row : rows) {
    const auto image = dataset.image(row);
    chosen.pixels.insert(chosen.pixels.end(), image.begin(), image.end());
    chosen.labels.push_back(dataset.labels[row]);
    chosen.records.push_back(dataset.records[row]);
    if (!dataset.names.empty()) chosen.names.push_back(dataset.names[row]);
  }
  return chosen;
}

std::string describe_dark_images(const ImageDataset& dataset) {
  constexpr int kFewest = 10, kDark = 255 / 4;
  if (dataset.size() < kFewest) return "";
  // Usually ends early: most data sets have a bright value near their beginning.
  if (std::ranges::any_of(dataset.pixels, [](int value) { return value > kDark; })) return "";
  const int most = *std::ranges::max_element(dataset.pixels);
  return fmt::format(
      "{}: no value of the images exceeds {}, where white is 255: if the data have another range, scale them to 0 to "
      "255, since bounds are shares of that range",
      dataset.source, most);
}

std::string describe_grey_images(const ImageDataset& dataset) {
  constexpr int kFewest = 10, kColours = 3;
  if (dataset.size() < kFewest || dataset.shape.channels != kColours) return "";
  const auto plane = static_cast<std::ptrdiff_t>(dataset.shape.height) * dataset.shape.width;
  for (int i = 0; i < dataset.size(); ++i)
    if (const auto image = dataset.image(i); !std::equal(image.begin() + plane, image.end(), image.begin()))
      return "";
  return fmt::format(
      "{}: all {} are grey, in three equal channels, but attacks change each channel separately and so make coloured "
      "images; to measure grey changes alone, give grey images (--channels 1) to a model that copies them "
      "into its three channels",
      dataset.source, count_of(dataset.size(), "image"));
}

void check(const ImageDataset& dataset) {
  const auto& [shape, pixels, labels, class_names, classes, names, records, source, notes, warnings] =
      dataset;
  const std::size_t n = labels.size();
  const std::string images = count_of(static_cast<std::int64_t>(n), "image");
  if (n == 0) throw InputError("{}: holds no images", source);
  if (shape.channels < 1 || shape.height < 1 || shape.width < 1)
    throw InputError("{}: images of shape {}, expected at least 1x1x1", source, to_string(shape));
  if (pixels.size() != n * shape.size())
    throw InputError("{}: {}, expected {} for {} of {}", source,
                     count_of(static_cast<std::int64_t>(pixels.size()), "pixel value"), n * shape.size(),
                     images, to_string(shape));
  if (records.size() != n)
    throw InputError("{}: {} for {}", source,
                     count_of(static_cast<std::int64_t>(records.size()), "record number"), images);
  if (!names.empty() && names.size() != n)
    throw InputError("{}: {} for {}", source, count_of(static_cast<std::int64_t>(names.size()), "name"),
                     images);
  if (classes > 0 && !class_names.empty() && class_names.size() != static_cast<std::size_t>(classes))
    throw InputError("{}: {} for {}", source,
                     count_of(static_cast<std::int64_t>(class_names.size()), "class name"),
                     count_of(classes, "class", "classes"));
  for (std::size_t i = 0; i < n; ++i)
    if (labels[i] < -1 || (classes > 0 && labels[i] >= classes))
      throw InputError("{}: label {} of record {}, expected 0 to {}", source, labels[i], records[i],
                       classes - 1);
}

}  // namespace bora::data
