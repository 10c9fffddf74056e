// Data sets made of image files: one folder per class, a list with labels, or a single image.
#pragma once

#include <filesystem>

#include "data/images/dataset.h"
#include "data/images/load.h"
#include "data/images/preparation.h"

namespace bora::data {

/// Loads a directory with one sub-directory per class. Classes are numbered in the sorted order of their
/// names (byte by byte, as in torchvision's ImageFolder). Images of a class may be in sub-directories of it
/// at any depth, and are sorted by directory and name. Hidden files and directories are skipped, and so are
/// files without an image extension, which `notes` counts. `warnings` names files that are rotated by EXIF,
/// have several pages, or are images of a format that is not read; those of the other loaders do, too. It
/// also states that classes are named like a train and a test part. Images are grey (1 channel) if all files
/// are, else RGB. Throws InputError for a class without images, if only some of the sub-directories are parts
/// as in is_split_folder(), and if prepared images differ in height or width.
ImageDataset load_image_folder(const std::filesystem::path& directory, const Preparation& preparation = {});

/// Returns the position of each name in the order by the numbers in them: "10" after "9", "class_10" after
/// "class_9", "10_cat" after "9_dog". Returns an empty vector if the given order is the same, or unless all
/// names begin with the same prefix (which may be empty) and a number.
std::vector<int> numeric_order(const std::vector<std::string>& names);

/// Returns whether a directory has parts as usual with torchvision: each of its sub-directories is named like
/// a part (kind_by_name() in data/files/part_kind.h), and has one sub-directory per class and no images of
/// its own.
bool is_split_folder(const std::filesystem::path& directory);

/// Loads a part of a directory for which is_split_folder() is true. If there is no test part, Part::test is
/// the part for validation. Classes are numbered in the sorted order of the names in all parts. Part::all is
/// the train part, the test part and that for validation, in this order, with consecutive record numbers.
/// Throws as load_image_folder() does, if the part is missing, and for two sub-directories of a kind.
ImageDataset load_split_folder(const std::filesystem::path& directory, Part part,
                               const Preparation& preparation = {});

/// Loads the images of a part that directory/labels.csv lists; `notes` counts other images in the directory,
/// and states that the list has parts. The number of classes is not known (0). Throws as read_labelled_list()
/// and files_of() do (data/files/labelled_list.h), and as load_image_folder() does for images of different
/// sizes.
ImageDataset load_labelled_files(const std::filesystem::path& directory, Part part,
                                 const Preparation& preparation = {});

/// Loads a data set that consists of a single image, whose label is unknown (-1).
ImageDataset load_single_image(const std::filesystem::path& path, const Preparation& preparation = {});

}  // namespace bora::data
