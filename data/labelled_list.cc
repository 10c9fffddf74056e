#include "data/labelled_list.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>

#include "common/error.h"
#include "data/csv_fields.h"
#include "data/file.h"

namespace bora {
namespace {

std::size_t column_of(const std::vector<std::string>& header, const std::string& name,
                      const std::string& where) {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end()) throw InputError("{}: no column {}, expected a header file,label", where, name);
  return static_cast<std::size_t>(found - header.begin());
}

}  // namespace

std::vector<LabelledFile> read_labelled_list(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "labels.csv";
  const auto bytes = read_complete_file(path);
  std::string text(bytes.begin(), bytes.end());
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // byte order mark of spreadsheet programs
  std::istringstream lines(text);

  std::vector<LabelledFile> files;
  std::map<std::string, int> line_of;
  std::optional<std::size_t> file_column, label_column;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string where = fmt::format("{}:{}", path.string(), ++number);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto fields = csv_fields(line, where);
    if (!file_column) {
      file_column = column_of(fields, "file", where);
      label_column = column_of(fields, "label", where);
      continue;
    }
    if (fields.size() <= std::max(*file_column, *label_column))
      throw InputError("{}: {} fields, expected at least {}", where, fields.size(),
                       std::max(*file_column, *label_column) + 1);
    LabelledFile entry{fields[*file_column], -1};
    const std::string& label = fields[*label_column];
    const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), entry.label);
    if (error != std::errc() || end != label.data() + label.size() || entry.label < 0)
      throw InputError("{}: label '{}', expected a number >= 0", where, label);
    if (const auto [first, is_new] = line_of.emplace(entry.name, number); !is_new)
      throw InputError("{}: {} is already listed in line {}", where, entry.name, first->second);
    if (std::error_code missing; !std::filesystem::is_regular_file(directory / entry.name, missing))
      throw InputError("{}: '{}' is not a file in {}", where, entry.name, directory.string());
    files.push_back(std::move(entry));
  }
  if (files.empty()) throw InputError("{}: lists no files", path.string());
  return files;
}

}  // namespace bora
