// Reader of lists of labelled files, labels.csv.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bora::data {

struct LabelledFile {
  std::string name;  ///< path that is relative to the list's directory
  int label = -1;    ///< 0-based
};

/// Reads the list directory/labels.csv: a header with the columns `file` (relative to the directory) and
/// `label` (0-based), others being ignored; fields may be quoted. Throws InputError naming the line for a
/// missing column, label or file, a label that is no number >= 0, or a file listed twice; and if it lists
/// none.
std::vector<LabelledFile> read_labelled_list(const std::filesystem::path& directory);

}  // namespace bora::data
