// Reader of IDX files, the format of MNIST and its successors (http://yann.lecun.com/exdb/mnist, "file
// formats").
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "data/images/dataset.h"
#include "data/images/load.h"

namespace bora::data {

/// Array of unsigned bytes in row-major order.
struct IdxArray {
  std::vector<int> dimensions;  ///< sizes along the axes; the first in 1, ..., 2^31 - 1, others up to 2^15
  std::vector<std::uint8_t> values;
};

/// Reads an IDX file, plain or gzipped, of unsigned bytes with `dimensions` axes. Throws InputError if type
/// or number of axes differ, or if bytes are missing or left over.
IdxArray read_idx(const std::filesystem::path& path, int dimensions);

/// Returns whether the directory holds a file with one of MNIST's names:
/// {train,t10k}-{images-idx3,labels-idx1}-ubyte, with or without .gz, and with '-' or, as in some copies, '.'
/// before idx.
bool is_idx_directory(const std::filesystem::path& directory);

/// Loads a part of MNIST or of a data set with the same files. Images are grey. There are 10 classes, or an
/// unknown number (0) if a label exceeds 9. Part::all is train followed by test, with consecutive record
/// numbers. Throws InputError if a file is missing or malformed, or if the numbers of labels and images
/// differ.
ImageDataset load_idx(const std::filesystem::path& directory, Part part);

}  // namespace bora::data
