// Tables of architectures that others trained.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bora {

/// A row an architecture, a column a number known of it.
struct NasTable {
  std::filesystem::path file;
  std::vector<std::string> architectures;   ///< as the file names them
  std::vector<std::string> columns;         ///< names
  std::vector<std::vector<double>> values;  ///< [row][column]; NaN where the file has none

  /// The values of a column. Throws InputError with the nearest name.
  std::vector<double> column(const std::string& name) const;
  bool has(const std::string& name) const;
};

/// Reads a table by what the file holds: NAS-Bench-101's own TFRecord (read_nasbench101), CSV with a header,
/// a column `arch` and columns of numbers, or JSON as NASLib keeps its zero-cost scores, {"cifar10": {"(0, 2,
/// ...)": {"val_accuracy": 86.1, "params":
/// {"score": 0.6}, ...}}}, then of `dataset`, or of cifar10 where that is "". A dataset is
/// refused for CSV. Gzip is inflated. Throws InputError naming file, line and
/// field.
NasTable read_nas_table(const std::filesystem::path& file, const std::string& dataset = "");

}  // namespace bora
