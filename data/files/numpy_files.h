// Data sets stored as NumPy arrays: an .npz archive, a folder of .npy files, or one .npy file beside its
// labels.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/files/part_kind.h"
#include "data/images/dataset.h"

namespace bora::data {

/// Arrays of a data set, found by names that are usual with Keras, MedMNIST and others, in upper or lower
/// case. The images are called x, images, image, data, imgs, img, inputs, features or arr_0, the labels y,
/// labels, label, targets or arr_1. The name of a part stands before or after (x_test, test_images, Xtest),
/// unless the set has no parts; part_names() (data/files/part_kind.h) lists them.
///
/// Images: n x h x w, n x h x w x c or n x c x h x w with c 1 or 3, as whole numbers from 0 to 255, or as
/// floats k/255 with whole k. Values that 8 bits cannot represent are refused, since bounds and adversarial
/// examples refer to 8-bit images. Labels: n or n x 1 whole numbers, 0-based, also as texts; or n x classes,
/// one-hot. The number of classes of the data set is not known (0).
struct NumpyFiles {
  /// Names of a pair of arrays within `path`.
  struct Pair {
    std::string images, labels;
    bool operator==(const Pair&) const = default;
  };
  std::filesystem::path path;       ///< folder or archive that holds the arrays
  std::optional<Pair> train, test;  ///< arrays of these parts; nullopt: there is no such part
  std::optional<Pair> whole;        ///< arrays of a set without parts
  std::vector<Pair> others;         ///< validation arrays beside `test`
  std::vector<Pair> unread;         ///< arrays that could be any of these by their names, but are not read
};

/// Finds the arrays in a folder or an archive. In a folder with sub-folders, only the commonest pairs of
/// words count (x and y, images and labels, image and label, data and labels, data and targets, images and
/// targets, arr_0 and arr_1), since arrays beside class folders may be derived from them. If `path` is an
/// .npy file of images, finds its labels in the same folder: a file with the same name except for the words
/// above (labels instead of images, y instead of x), or labels.npy. Returns nullopt for a folder without a
/// pair of arrays. Throws InputError if an archive or an .npy file has none, or if the archive is damaged.
std::optional<NumpyFiles> find_numpy_files(const std::filesystem::path& path);

/// Loads a part, or the whole set if it has no parts. Part::all is train, test and `others`, in this order,
/// with consecutive record numbers. A note names the arrays that are read if there are `unread` ones. Throws
/// InputError naming the array and what was expected.
ImageDataset load_numpy_files(const NumpyFiles& files, Part part);

}  // namespace bora::data
