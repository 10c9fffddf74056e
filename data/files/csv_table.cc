#include "data/files/csv_table.h"

#include <algorithm>
#include <string_view>

#include "common/error.h"
#include "common/files/byte_order_mark.h"
#include "common/text.h"
#include "data/files/file.h"

namespace bora::data {

namespace {

constexpr std::string_view kBlanks = " \t";

// Returns the fields of a line. trim: see CsvReader.
std::vector<std::string> csv_fields(std::string line, const std::string& where, bool trim) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::vector<std::string> fields(1);
  bool inside = false, quoted = false;
  const auto end_field = [&] {
    std::string& field = fields.back();
    if (trim && !quoted) field.erase(field.find_last_not_of(kBlanks) + 1);
    quoted = false;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (inside && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      inside = !inside;
      quoted = true;
    } else if (c == ',' && !inside) {
      end_field();
      fields.emplace_back();
    } else if (!trim || inside || !fields.back().empty() || kBlanks.find(c) == std::string::npos) {
      fields.back() += c;
    }
  }
  if (inside) throw InputError("{}: a quote is not closed", where);
  end_field();
  return fields;
}

}  // namespace

CsvReader::CsvReader(const std::string& text, std::string file, bool trim)
    : lines_(without_byte_order_mark(text)), file_(std::move(file)), where_(file_), trim_(trim) {
  read(header_, true);
}

bool CsvReader::read(std::vector<std::string>& fields, bool trim) {
  for (std::string line; std::getline(lines_, line);) {
    where_ = fmt::format("{}:{}", file_, ++line_);
    if (line.empty() || line == "\r") continue;
    fields = csv_fields(std::move(line), where_, trim);
    return true;
  }
  return false;
}

bool CsvReader::next() {
  return read(fields_, trim_);
}

std::size_t CsvReader::column(const std::vector<std::string>& names) const {
  const auto found = std::ranges::find_first_of(header_, names);
  if (found == header_.end())
    throw InputError("{}: no column {}; it has {}", where_, join(names, " or "), printable(join(header_)));
  return static_cast<std::size_t>(found - header_.begin());
}

void CsvReader::check_width() const {
  if (fields_.size() != header_.size())
    throw InputError("{}: {}, expected {} as in the header", where_,
                     count_of(static_cast<std::int64_t>(fields_.size()), "field"), header_.size());
}

std::vector<CsvRow> read_csv(const std::filesystem::path& file, std::vector<std::string> columns,
                             const std::string& optional) {
  CsvReader reader(read_text_file(file), file.string());
  std::vector<CsvRow> rows;
  if (reader.header().empty()) return rows;
  if (!optional.empty() && std::ranges::count(reader.header(), optional) > 0) columns.push_back(optional);
  std::vector<std::size_t> places;
  for (const std::string& column : columns) {
    if (std::ranges::count(reader.header(), column) == 0)
      throw InputError("{}: no column '{}' in the header '{}', expected {}", reader.where(), column,
                       printable(join(reader.header(), ",")), join(columns, ","));
    places.push_back(reader.column({column}));
  }
  const std::size_t least = *std::ranges::max_element(places) + 1;
  while (reader.next()) {
    if (reader.fields().size() < least)
      throw InputError("{}: {}, expected at least {}", reader.where(),
                       count_of(static_cast<std::int64_t>(reader.fields().size()), "field"), least);
    CsvRow row{{}, reader.line(), reader.where()};
    for (const std::size_t place : places) row.fields.push_back(reader.fields()[place]);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string csv_field(const std::string& text) {
  const bool blank_end = text.find_first_of(kBlanks) == 0 || text.find_last_of(kBlanks) + 1 == text.size();
  if (text.empty() || (!blank_end && text.find_first_of(",\"\r\n") == std::string::npos)) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace bora::data
