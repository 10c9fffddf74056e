// Small data sets in every format that is read, written here by hand, and what they hold.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/files/npy_array.h"
#include "data/images/dataset.h"
#include "data/images/load.h"
#include "data/zip_files.h"
#include "support/layers.h"

namespace bora::testing {

using Bytes = std::vector<std::uint8_t>;

void write_bytes(const std::filesystem::path& path, const Bytes& bytes);
void write_text(const std::filesystem::path& path, const std::string& text);
Bytes read_bytes(const std::filesystem::path& path);
Bytes gzip(const Bytes& bytes);

/// An IDX file: magic of unsigned bytes, the dimensions, the values.
Bytes idx_file(const std::vector<std::uint32_t>& dimensions, const Bytes& values);

/// `size` values that depend on `seed` and look random.
Bytes noise(std::size_t size, std::uint64_t seed);

/// An .npy file.
template <typename T>
std::string npy_text(const std::string& type, const std::vector<int>& shape, const std::vector<T>& values) {
  return npy_header(type, shape) +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// One format's sample.
struct Sample {
  std::string name;  ///< name of the test
  /// Writes the sample below the (empty) directory and returns what load_dataset is to be given.
  std::function<std::string(const std::filesystem::path&)> write;
  ImageDataset all;            ///< what Part::all must give, but for `source`
  bool has_train = true;       ///< false: Part::train is refused and the rest is all test
  int train_records = 0;       ///< first records, all train, of a source with its own split; others: test
  bool is_split_here = false;  ///< split by the seed
};

/// For GoogleTest: the name of a test with this parameter, and what to print of it.
inline std::string name_of(const ::testing::TestParamInfo<Sample>& info) {
  return info.param.name;
}
inline void PrintTo(const Sample& sample, std::ostream* out) {
  *out << sample.name;
}

/// A sample for each reader and each way its files may be laid out.
const std::vector<Sample>& samples();

}  // namespace bora::testing
