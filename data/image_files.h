// Data sets made of image files: a folder a class, a list with labels, a single image.
#pragma once

#include <filesystem>

#include "data/dataset.h"
#include "data/load.h"
#include "data/preparation.h"

namespace bora {

/// One sub-directory a class, labels by the sorted order of their names (byte by byte, as torchvision's
/// ImageFolder has it), images by name within. Files that do not end as image files do and hidden ones are
/// passed over. Images are grey (1 channel) if all files are, else RGB. Throws InputError for a class without
/// images, and for the first image whose height or width, as prepared, differs from the first's.
ImageDataset load_image_folder(const std::filesystem::path& directory, const Preparation& preparation = {});

/// Place of each name where names are ordered by the numbers in them: "10" behind "9", "class_10" behind
/// "class_9", "10_cat" behind "9_dog". Empty unless all names are one prefix, a number and maybe more, and
/// the given order is another one.
std::vector<int> numeric_order(const std::vector<std::string>& names);

/// Whether a directory is cut into parts as torchvision's users do: a sub-directory `train` and one of
/// `test`, `val` and `validation`, or one of them alone, each with a sub-directory a class and no images of
/// its own.
bool is_split_folder(const std::filesystem::path& directory);

/// A part of such a directory; `test` is what lies in `test`, else in `val`, else in `validation`. Labels are
/// by the sorted names of the classes of both parts; `all` is train followed by test, and the records count
/// through. Throws as load_image_folder does, and if the part is missing.
ImageDataset load_split_folder(const std::filesystem::path& directory, Part part,
                               const Preparation& preparation = {});

/// The images that directory/labels.csv lists: a header with the columns `file` (relative to the directory)
/// and `label` (0-based), others being ignored; fields may be quoted. The number of classes is not known (0).
/// Throws InputError naming the line for a missing column, label or file, a label that is no number >= 0, or
/// a file listed twice.
ImageDataset load_labelled_files(const std::filesystem::path& directory, const Preparation& preparation = {});

/// One image, its label unknown (-1).
ImageDataset load_single_image(const std::filesystem::path& path, const Preparation& preparation = {});

}  // namespace bora
