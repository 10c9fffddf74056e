#include "data/files/csv_table.h"

#include <algorithm>

#include "common/error.h"
#include "common/files/byte_order_mark.h"
#include "common/text.h"
#include "data/files/csv_fields.h"
#include "data/files/file.h"

namespace bora::data {

CsvReader::CsvReader(const std::string& text, std::string file, bool trim)
    : lines_(without_byte_order_mark(text)), file_(std::move(file)), where_(file_), trim_(trim) {
  read(header_);
}

bool CsvReader::read(std::vector<std::string>& fields) {
  for (std::string line; std::getline(lines_, line);) {
    where_ = fmt::format("{}:{}", file_, ++line_);
    if (line.empty() || line == "\r") continue;
    fields = csv_fields(std::move(line), where_, trim_);
    return true;
  }
  return false;
}

bool CsvReader::next() {
  return read(fields_);
}

std::size_t CsvReader::column(const std::vector<std::string>& names) const {
  const auto found = std::ranges::find_first_of(header_, names);
  if (found == header_.end())
    throw InputError("{}: no column {}; it has {}", where_, join(names, " or "), printable(join(header_)));
  return static_cast<std::size_t>(found - header_.begin());
}

void CsvReader::check_width() const {
  if (fields_.size() != header_.size())
    throw InputError("{}: {} fields, expected {} as in the header", where_, fields_.size(), header_.size());
}

std::vector<CsvRow> read_csv(const std::filesystem::path& file, const std::vector<std::string>& columns) {
  CsvReader reader(read_text_file(file), file.string());
  std::vector<CsvRow> rows;
  if (reader.header().empty()) return rows;
  std::vector<std::size_t> places;
  for (const std::string& column : columns) {
    if (std::ranges::count(reader.header(), column) == 0)
      throw InputError("{}: no column {}, expected a header {}", reader.where(), column, join(columns, ","));
    places.push_back(reader.column({column}));
  }
  const std::size_t least = *std::ranges::max_element(places) + 1;
  while (reader.next()) {
    if (reader.fields().size() < least)
      throw InputError("{}: {} fields, expected at least {}", reader.where(), reader.fields().size(), least);
    CsvRow row{{}, reader.line(), reader.where()};
    for (const std::size_t place : places) row.fields.push_back(reader.fields()[place]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace bora::data
