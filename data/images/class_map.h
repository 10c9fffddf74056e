// Which class of a model a class of the data is, where they count differently.
#pragma once

#include <filesystem>

#include "data/images/dataset.h"

namespace bora::data {

/// Returns the images with the labels of the model. `file` is a CSV with the columns `label` (the data's
/// class, by its name or, where the data name none, its number) and `class` (the model's number of it,
/// 0-based; empty: the model does not know it, and its images are left out). Several labels may be one class.
/// The classes are called as the labels are, joined by '/'; how many the model has is not known afterwards
/// (0).
///
/// Throws InputError naming the line for a missing column, a label that the data do not have or that stands
/// there twice, and a class that is no number; and naming a label of the data that is missing.
ImageDataset with_class_map(const ImageDataset& dataset, const std::filesystem::path& file);

}  // namespace bora::data
