// Reader of the binary version of CIFAR-10 (https://www.cs.toronto.edu/~kriz/cifar.html): records of one
// label byte and 3x32x32 pixels.
#pragma once

#include <filesystem>

#include "data/images/dataset.h"
#include "data/images/load.h"

namespace bora::data {

/// Returns whether the directory holds data_batch_*.bin or test_batch.bin.
bool is_cifar_directory(const std::filesystem::path& directory);

/// Loads a part: train is data_batch_N.bin in ascending order of N, test is test_batch.bin, each with any
/// number of records. Part::all is train followed by test, with consecutive record numbers. Class names are
/// read from batches.meta.txt if it exists. Throws InputError if no file of the part exists, a size is not a
/// multiple of 3,073 bytes, a label exceeds 9, or there are not 10 class names.
ImageDataset load_cifar(const std::filesystem::path& directory, Part part);

}  // namespace bora::data
