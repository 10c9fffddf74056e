// IDX files, the format of MNIST and its successors (http://yann.lecun.com/exdb/mnist, "file formats").
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "data/images/dataset.h"
#include "data/images/load.h"

namespace bora::data {

/// Array of unsigned bytes, row major.
struct IdxArray {
  std::vector<int> dimensions;  ///< each in 1, ..., 2^31 - 1
  std::vector<std::uint8_t> values;
};

/// Reads one IDX file, plain or gzipped, of unsigned bytes and the given number of dimensions. Throws
/// InputError if magic or dimensions differ, or if bytes are missing or left over.
IdxArray read_idx(const std::filesystem::path& path, int dimensions);

/// Returns whether the directory holds a file named as MNIST's are:
/// {train,t10k}-{images-idx3,labels-idx1}-ubyte, with or without .gz, and with '.' instead of '-' before idx
/// as some copies have it.
bool is_idx_directory(const std::filesystem::path& directory);

/// Reads MNIST and data with the same files: grey images, 10 classes. `all` is train followed by test, with
/// consecutive record numbers. Throws InputError if a file is missing or wrong, a label exceeds 9, or the
/// numbers of labels and images differ.
ImageDataset load_idx(const std::filesystem::path& directory, Part part);

}  // namespace bora::data
