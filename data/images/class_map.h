// Mapping of the labels of data to the classes of a model.
#pragma once

#include <filesystem>
#include <span>

#include "data/images/dataset.h"

namespace bora::data {

/// Returns the images with the labels of the model. `file` is a CSV with the columns `label`, the name of a
/// class of the data (its number if it has no name), and `class`, the number of the model's class,
/// 0-based. If `class` is empty, the model does not have the class, and its images are left out. Several
/// labels may have one class, whose name then consists of theirs, joined by '/'. The number of classes is not
/// known afterwards (0).
///
/// Throws InputError naming the line for a missing column, a label that the data do not have or that is
/// listed twice, and a class that is not a number; it says so if the columns seem to be exchanged. Throws
/// InputError naming the label if one in the data is not listed, and if no image is left.
ImageDataset with_class_map(const ImageDataset& dataset, const std::filesystem::path& file);

/// Throws InputError naming the line of the class map `file` that gives one of `labels`, those of data after
/// with_class_map(), a class that the model lacks. `classes`: number of classes of the model.
void check_class_map(const std::filesystem::path& file, std::span<const int> labels, int classes);

}  // namespace bora::data
