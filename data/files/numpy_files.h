// Data sets stored as NumPy arrays: an .npz archive, a folder of .npy files, or one .npy file beside its
// labels.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "data/images/dataset.h"
#include "data/images/load.h"

namespace bora::data {

/// Arrays of a data set, found by the names that are usual with Keras, MedMNIST and others: images as x, X,
/// images, image, data or arr_0 and labels as y, Y, labels, label, targets or arr_1, with `train`, `test`,
/// `val` or `validation` before or after (x_test, test_images), or neither where the set has no parts of its
/// own.
///
/// Images: n x h x w, n x h x w x c or n x c x h x w with c 1 or 3, whole numbers from 0 to 255 or k/255, k
/// whole, as floats; values that 8 bits cannot represent are refused, since bounds and adversarial examples
/// are of 8-bit images. Labels: n or n x 1 whole numbers, 0-based. The number of classes is not known (0).
struct NumpyFiles {
  /// Names of a pair of arrays within `path`.
  struct Pair {
    std::string images, labels;
  };
  std::filesystem::path path;       ///< path of the folder or archive that holds the arrays
  std::optional<Pair> train, test;  ///< arrays of these parts, if there are any
  std::optional<Pair> whole;        ///< arrays of a set without parts
};

/// Finds the pairs of a folder or an archive; or, if `path` is an .npy file, its labels in the same folder: a
/// file of its name with `labels` for `images` or `data`, or `y` for `x`, or labels.npy. Returns nothing for
/// a folder that has no such pair. Throws InputError if an archive or a file has none, or the archive is
/// damaged.
std::optional<NumpyFiles> find_numpy_files(const std::filesystem::path& path);

/// Loads a part of the files, or all of `whole` (which has no parts); the test part is named test, else val
/// or validation. Part::all has consecutive record numbers. Throws InputError naming the array and what was
/// expected.
ImageDataset load_numpy_files(const NumpyFiles& files, Part part);

}  // namespace bora::data
