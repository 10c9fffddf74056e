// Reader of labels.csv, a list of labelled files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/files/part_kind.h"

namespace bora::data {

struct LabelledFile {
  std::string name;                   ///< path from the list's directory
  int label = -1;                     ///< 0-based
  std::optional<PartKind> part = {};  ///< nullopt: the list has no parts
};

/// Reads directory/labels.csv, which has a header with the columns `file` (path relative to the directory)
/// and `label` (0-based), and may have a column `split` with names of parts (kind_by_name()); other columns
/// are ignored. Fields may be quoted. Throws InputError naming the line for a missing column, label or file,
/// a label that is not a number >= 0, a split that is no part, and a file listed twice; and if no file is
/// listed.
std::vector<LabelledFile> read_labelled_list(const std::filesystem::path& directory);

/// Returns the files of a part, in their order; Part::all: all files. If there is no test part, Part::test is
/// the part for validation; if the list has no parts, it is all files. Throws InputError if the part has no
/// file.
std::vector<LabelledFile> files_of(const std::vector<LabelledFile>& files, Part part,
                                   const std::filesystem::path& directory);

/// Returns a note that files_of() has chosen only some of the files; "" if it has chosen all.
std::string note_on_part(std::size_t chosen, std::size_t files, Part part);

}  // namespace bora::data
