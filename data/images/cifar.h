// The binary version of CIFAR-10 (https://www.cs.toronto.edu/~kriz/cifar.html): records of one label byte and
// 3x32x32 pixels.
#pragma once

#include <filesystem>

#include "data/images/dataset.h"
#include "data/images/load.h"

namespace bora::data {

/// Returns whether the directory holds data_batch_*.bin or test_batch.bin.
bool is_cifar_directory(const std::filesystem::path& directory);

/// Reads train (every data_batch_N.bin, by N) and test (test_batch.bin), any number of records each; class
/// names from batches.meta.txt if it exists. `all` is train followed by test, with consecutive record
/// numbers. Throws InputError if no file of the part exists, a size is not a multiple of 3,073 bytes, a
/// label exceeds 9, or there are names but not 10.
ImageDataset load_cifar(const std::filesystem::path& directory, Part part);

}  // namespace bora::data
