#include "data/images/labelled_list.h"

#include <map>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "data/files/csv_table.h"

namespace bora::data {

std::vector<LabelledFile> read_labelled_list(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "labels.csv";
  std::vector<LabelledFile> files;
  std::map<std::string, int> line_of;
  for (const auto& [fields, line, where] : read_csv(path, {"file", "label"})) {
    LabelledFile entry{fields[0], parse_number<int>(std::string(trimmed(fields[1])), where + ": label", 0)};
    if (const auto [first, is_new] = line_of.emplace(entry.name, line); !is_new)
      throw InputError("{}: {} occurs twice, first in line {}", where, printable(entry.name), first->second);
    if (std::error_code missing; !std::filesystem::is_regular_file(directory / entry.name, missing))
      throw InputError("{}: '{}' is not a file in {}", where, printable(entry.name), directory.string());
    files.push_back(std::move(entry));
  }
  if (files.empty()) throw InputError("{}: lists no files", path.string());
  return files;
}

}  // namespace bora::data
