// Data sets made of image files: one folder per class, a list with labels, or a single image.
#pragma once

#include <filesystem>

#include "data/images/dataset.h"
#include "data/images/load.h"
#include "data/images/preparation.h"

namespace bora::data {

/// Loads one class per sub-directory. Labels follow the sorted order of the names (byte by byte, as in
/// torchvision's ImageFolder), and images of a class are sorted by name. Hidden files and files without an
/// image extension are skipped. Images are grey (1 channel) if all files are, else RGB. Throws InputError for
/// a class without images, and for the first image whose height or width, as prepared, differs from the
/// first's.
ImageDataset load_image_folder(const std::filesystem::path& directory, const Preparation& preparation = {});

/// Returns the place of each name when names are ordered by the numbers in them: "10" after "9", "class_10"
/// after "class_9", "10_cat" after "9_dog". Empty unless all names consist of one prefix, a number and maybe
/// more, and the given order differs.
std::vector<int> numeric_order(const std::vector<std::string>& names);

/// Returns whether a directory has parts as is usual with torchvision: a sub-directory `train` and one of
/// `test`, `val` and `validation`, or one of them alone, each with one sub-directory per class and no images
/// of its own.
bool is_split_folder(const std::filesystem::path& directory);

/// Loads a part of such a directory; the test part is in `test`, else in `val`, else in `validation`. Labels
/// follow the sorted names of the classes of both parts; `all` is train followed by test, with consecutive
/// record numbers. Throws as load_image_folder does, and if the part is missing.
ImageDataset load_split_folder(const std::filesystem::path& directory, Part part,
                               const Preparation& preparation = {});

/// Loads the images that directory/labels.csv lists: a header with the columns `file` (relative to the
/// directory) and `label` (0-based), others being ignored; fields may be quoted. The number of classes is not
/// known (0). Throws InputError naming the line for a missing column, label or file, a label that is no
/// number >= 0, or a file listed twice.
ImageDataset load_labelled_files(const std::filesystem::path& directory, const Preparation& preparation = {});

/// Loads a data set that consists of a single image, whose label is unknown (-1).
ImageDataset load_single_image(const std::filesystem::path& path, const Preparation& preparation = {});

}  // namespace bora::data
