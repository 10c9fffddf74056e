// Loading of data sets of images by name or path.
#pragma once

#include <cstdint>
#include <string>

#include "data/files/part_kind.h"
#include "data/images/dataset.h"
#include "data/images/preparation.h"

namespace bora::data {

/// Options of the split into parts, which are used only for sources without parts (digits sheet, image
/// folder).
struct SplitOptions {
  double test_fraction = 0.2;  ///< in (0, 1); stratified by label
  std::uint64_t seed = 0;
};

/// Reads a data set.
///
/// `spec` is one of:
/// - `digits`: OpenCV's sheet, 5,000 images padded to 28x28 (data/images/digits.h), or the path of its .png;
/// - `fashion-mnist`: the Debian package;
/// - a directory of IDX files (data/images/idx.h), of CIFAR-10's binary batches (data/images/cifar.h), or
///   with a labels.csv (data/files/labelled_list.h);
/// - an image folder (data/images/image_files.h): a sub-directory for each class, or train and test with such
///   sub-directories;
/// - NumPy arrays (data/files/numpy_files.h): an .npz archive, a folder of .npy files, or an .npy file;
/// - one image.
///
/// It may be followed by `:train=FIRST-LAST`, which restricts the train part to these images
/// (data/images/train_range.h). Throws InputError naming the file and what was expected, the valid names for
/// an unknown one, or the package of a data set that is not installed; and as the preparation does.
ImageDataset load_dataset(const std::string& spec, Part part, const SplitOptions& split = {},
                          const Preparation& preparation = {});

/// Returns whether the data set `spec` has no parts, so that load_dataset() draws them by take_part().
bool parts_are_drawn(const std::string& spec);

}  // namespace bora::data
