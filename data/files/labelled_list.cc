#include "data/files/labelled_list.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "data/files/csv_table.h"

namespace bora::data {
namespace {

PartKind part_of(const std::string& split, const std::string& where) {
  const auto kind = kind_by_name(std::string(trimmed(split)));
  if (!kind)
    throw InputError(
        "{}: split: '{}', expected train, test or val; rename the column if it does not name parts", where,
        printable(split, 40));
  return *kind;
}

}  // namespace

std::vector<LabelledFile> read_labelled_list(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "labels.csv";
  std::vector<LabelledFile> files;
  std::map<std::string, int> line_of;
  for (const auto& [fields, line, where] : read_csv(path, {"file", "label"}, "split")) {
    LabelledFile entry{fields[0], parse_number<int>(std::string(trimmed(fields[1])), where + ": label", 0)};
    if (fields.size() > 2) entry.part = part_of(fields[2], where);
    if (const auto [first, is_new] = line_of.emplace(entry.name, line); !is_new)
      throw InputError("{}: {} occurs twice, first in line {}", where, printable(entry.name), first->second);
    if (std::error_code missing; !std::filesystem::is_regular_file(directory / entry.name, missing))
      throw InputError("{}: '{}' is not a file in {}", where, printable(entry.name), directory.string());
    files.push_back(std::move(entry));
  }
  if (files.empty()) throw InputError("{}: lists no files", path.string());
  return files;
}

std::vector<LabelledFile> files_of(const std::vector<LabelledFile>& files, Part part,
                                   const std::filesystem::path& directory) {
  const bool has_no_parts = !files.empty() && !files.front().part;
  if (part == Part::train && has_no_parts)
    throw InputError("{}: has no train part: all its files are for testing", directory.string());
  if (part == Part::all || has_no_parts) return files;
  const auto has = [&](PartKind kind) { return std::ranges::count(files, kind, &LabelledFile::part) > 0; };
  PartKind kind = PartKind::train;
  if (part == Part::test) kind = has(PartKind::test) ? PartKind::test : PartKind::validation;
  if (!has(kind))
    throw InputError("{}: has no {} part: no row of labels.csv has the split {}", directory.string(),
                     part == Part::train ? "train" : "test",
                     part == Part::train ? "train" : "test or val; --part train attacks the train part");
  std::vector<LabelledFile> chosen;
  std::ranges::copy_if(files, std::back_inserter(chosen),
                       [&](const auto& file) { return file.part == kind; });
  return chosen;
}

std::string note_on_part(std::size_t chosen, std::size_t files, Part part) {
  if (chosen == files) return "";
  return fmt::format("{} of {} files are the {} part, by the column split of labels.csv", chosen, files,
                     part == Part::train ? "train" : "test");
}

}  // namespace bora::data
