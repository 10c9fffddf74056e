// Reader of labels.csv, a list of labelled files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bora::data {

struct LabelledFile {
  std::string name;  ///< path from the list's directory
  int label = -1;    ///< 0-based
};

/// Reads directory/labels.csv, which has a header with the columns `file` (path relative to the directory)
/// and `label` (0-based); other columns are ignored. Fields may be quoted. Throws InputError naming the line
/// for a missing column, label or file, a label that is not a number >= 0, and a file listed twice; and if no
/// file is listed.
std::vector<LabelledFile> read_labelled_list(const std::filesystem::path& directory);

}  // namespace bora::data
