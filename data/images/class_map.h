// Mapping of the labels of data to the classes of a model.
#pragma once

#include <filesystem>

#include "data/images/dataset.h"

namespace bora::data {

/// Returns the images with the labels of the model. `file` is a CSV with the columns `label`, the name of a
/// class of the data (its number if it has no name), and `class`, the number of the model's class,
/// 0-based. If `class` is empty, the model does not have the class, and its images are left out. Several
/// labels may have one class, whose name then consists of theirs, joined by '/'. The number of classes is not
/// known afterwards (0).
///
/// Throws InputError naming the line for a missing column, a label that the data do not have or that is
/// listed twice, and a class that is not a number. Throws InputError naming the label if one in the data is
/// not listed, and if no image is left.
ImageDataset with_class_map(const ImageDataset& dataset, const std::filesystem::path& file);

}  // namespace bora::data
