#include "data/labelled_list.h"

#include <charconv>
#include <map>

#include "common/error.h"
#include "data/csv_table.h"

namespace bora {

std::vector<LabelledFile> read_labelled_list(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "labels.csv";
  std::vector<LabelledFile> files;
  std::map<std::string, int> line_of;
  for (const auto& [fields, line, where] : read_csv(path, {"file", "label"})) {
    LabelledFile entry{fields[0], -1};
    const std::string& label = fields[1];
    const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), entry.label);
    if (error != std::errc() || end != label.data() + label.size() || entry.label < 0)
      throw InputError("{}: label '{}', expected a number >= 0", where, label);
    if (const auto [first, is_new] = line_of.emplace(entry.name, line); !is_new)
      throw InputError("{}: {} is already listed in line {}", where, entry.name, first->second);
    if (std::error_code missing; !std::filesystem::is_regular_file(directory / entry.name, missing))
      throw InputError("{}: '{}' is not a file in {}", where, entry.name, directory.string());
    files.push_back(std::move(entry));
  }
  if (files.empty()) throw InputError("{}: lists no files", path.string());
  return files;
}

}  // namespace bora
