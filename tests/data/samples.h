// Small data sets in every format that bora reads, with their expected content.
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

/// Returns an IDX file of unsigned bytes: magic, dimensions, values.
Bytes idx_file(const std::vector<std::uint32_t>& dimensions, const Bytes& values);

/// Returns `size` pseudo-random values that depend only on `seed`.
Bytes noise(std::size_t size, std::uint64_t seed);

/// Returns the content of an .npy file.
template <typename T>
std::string npy_text(const std::string& type, const std::vector<int>& shape, const std::vector<T>& values) {
  return npy_header(type, shape) +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// Sample of one format.
struct Sample {
  std::string name;  ///< name of the test
  /// Writes the sample to the (empty) directory and returns the spec for load_dataset().
  std::function<std::string(const std::filesystem::path&)> write;
  ImageDataset all;            ///< expected content of Part::all, except for `source`
  bool has_train = true;       ///< whether there is a train part; if not, Part::test equals Part::all
  int train_records = 0;       ///< number of first records that are the train part of a source with parts
  bool is_split_here = false;  ///< whether parts are drawn by a seed
};

/// Returns the name of a test with this parameter, for GoogleTest.
inline std::string name_of(const ::testing::TestParamInfo<Sample>& info) {
  return info.param.name;
}
/// Prints a sample, for GoogleTest.
inline void PrintTo(const Sample& sample, std::ostream* out) {
  *out << sample.name;
}

/// Returns a sample for each reader and each layout of its files.
const std::vector<Sample>& samples();

}  // namespace bora::testing
