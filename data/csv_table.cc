#include "data/csv_table.h"

#include <algorithm>
#include <sstream>

#include "common/byte_order_mark.h"
#include "common/error.h"
#include "common/text.h"
#include "data/csv_fields.h"
#include "data/file.h"

namespace bora {

std::vector<CsvRow> read_csv(const std::filesystem::path& file, const std::vector<std::string>& columns) {
  const auto bytes = read_complete_file(file);
  std::istringstream lines(without_byte_order_mark({bytes.begin(), bytes.end()}));

  std::vector<CsvRow> rows;
  std::vector<std::size_t> places;  // places of the columns
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string where = fmt::format("{}:{}", file.string(), ++number);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto fields = csv_fields(line, where);
    if (places.empty()) {
      for (const std::string& column : columns) {
        const auto found = std::ranges::find(fields, column);
        if (found == fields.end())
          throw InputError("{}: no column {}, expected a header {}", where, column, join(columns, ","));
        places.push_back(static_cast<std::size_t>(found - fields.begin()));
      }
      continue;
    }
    const std::size_t least = *std::ranges::max_element(places) + 1;
    if (fields.size() < least)
      throw InputError("{}: {} fields, expected at least {}", where, fields.size(), least);
    CsvRow row{{}, number, where};
    for (const std::size_t place : places) row.fields.push_back(fields[place]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace bora
