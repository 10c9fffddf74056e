// Loading of data sets of images of every kind, by name or path.
#pragma once

#include <cstdint>
#include <string>

#include "data/images/dataset.h"
#include "data/images/preparation.h"

namespace bora::data {

/// Part of a source. If the source has parts, `all` is train followed by test. Else `all` is the source as it
/// is, and the parts are drawn in a seeded random order: their first k images are a sample of all classes.
enum class Part { train, test, all };

/// Used only where the source has no split of its own (digits sheet, image folder).
struct SplitOptions {
  double test_fraction = 0.2;  ///< in (0, 1); stratified by label
  std::uint64_t seed = 0;
};

/// Reads a data set.
///
/// `spec`: `digits` (the OpenCV sheet, 5,000 images padded to 28x28), `fashion-mnist` (the Debian package), a
/// digits sheet's .png, a directory of IDX files (MNIST naming, .gz too), of CIFAR-10 binary batches, or with
/// labels.csv, an image folder (a sub-directory for each class, or train and test with such sub-directories),
/// NumPy's arrays (.npz, .npy files; data/files/numpy_files.h), or one image. It may be followed by
/// `:train=FIRST-LAST`, for a train part of those images alone (data/images/train_range.h). Throws InputError
/// naming the file and what was expected; for an unknown name, the valid ones and, for a data set that is not
/// installed, the package that holds it; and what `preparation` throws.
ImageDataset load_dataset(const std::string& spec, Part part, const SplitOptions& split = {},
                          const Preparation& preparation = {});

}  // namespace bora::data
