// Tables of trained architectures that others published.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bora::data {

/// Table that has one row per architecture and one column per number known of it.
struct NasTable {
  std::filesystem::path file;
  std::vector<std::string> architectures;   ///< as the file names them
  std::vector<std::string> columns;         ///< names
  std::vector<std::vector<double>> values;  ///< [row][column]; NaN where the file has none

  /// Returns the values of a column. Throws InputError with the nearest name if there is no such column.
  std::vector<double> column(const std::string& name) const;
  bool has(const std::string& name) const;
};

/// Reads a table in the format that the file's content shows: NAS-Bench-101's own TFRecord
/// (read_nasbench101), CSV with a header, a column `arch` and columns of numbers, or JSON as in NASLib's
/// zero-cost scores, {"cifar10": {"(0, 2, ...)": {"val_accuracy": 86.1, "params": {"score": 0.6}, ...}}},
/// then for `dataset`, or for cifar10 if that is "". A dataset is refused for CSV. Gzip is inflated. Throws
/// InputError naming file, line and field.
NasTable read_nas_table(const std::filesystem::path& file, const std::string& dataset = "");

}  // namespace bora::data
