// Published tables of trained architectures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bora::data {

/// Table with one row per architecture and one column per published quantity, such as its accuracy.
struct NasTable {
  std::filesystem::path file;               ///< file that it was read from
  std::vector<std::string> architectures;   ///< names of the architectures in the file
  std::vector<std::string> columns;         ///< names of the columns
  std::vector<std::vector<double>> values;  ///< values[row][column]; NaN if the file has no value

  /// Returns the values of a column. Throws InputError with the nearest name if there is no such column.
  std::vector<double> column(const std::string& name) const;
  bool has(const std::string& name) const;
};

/// Reads a table, whose format the content of the file determines:
///
/// - TFRecord of NAS-Bench-101 (read_nasbench101);
/// - CSV with a header, a column `arch` and columns of numbers;
/// - JSON of NASLib's zero-cost scores:
///   {"cifar10": {"(0, 2, ...)": {"val_accuracy": 86.1, "params": {"score": 0.6}, ...}}}.
///
/// dataset: the data set to read from JSON, "" for cifar10; must be "" for the other formats. Gzip is
/// inflated. Throws InputError naming file, line and field.
NasTable read_nas_table(const std::filesystem::path& file, const std::string& dataset = "");

}  // namespace bora::data
