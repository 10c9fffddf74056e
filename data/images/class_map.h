// Mapping of the classes of data to those of a model.
#pragma once

#include <filesystem>

#include "data/images/dataset.h"

namespace bora::data {

/// Returns the images with the labels of the model. `file` is a CSV with the columns `label` (the data's
/// class, by its name or, where the data name none, its number) and `class` (the number of the model's
/// class, 0-based; empty: the model does not have it, and its images are left out). Several labels may be one
/// class, whose name is theirs, joined by '/'. The number of classes is not known afterwards (0).
///
/// Throws InputError naming the line for a missing column, a label that the data do not have or that is
/// listed twice, and a class that is not a number; and naming a label of the data that is missing.
ImageDataset with_class_map(const ImageDataset& dataset, const std::filesystem::path& file);

}  // namespace bora::data
