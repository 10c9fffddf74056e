#include "report/views/text/text_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/text.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

std::string line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                 std::size_t first, std::size_t last) {
  std::string out = fmt::format("{:<{}}", row[0], widths[0]);
  for (std::size_t c = first; c < last && c < row.size(); ++c)
    out += fmt::format("  {:<{}}", row[c], widths[c]);
  out.erase(out.find_last_not_of(' ') + 1);
  return out + '\n';
}

}  // namespace

std::string TextTable::text(std::size_t max_width) const {
  if (rows_.empty()) return "";
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string out;
  for (std::size_t first = 1; first < widths.size();) {
    std::size_t last = first;
    std::size_t width = widths[0];
    while (last < widths.size() && (last == first || width + 2 + widths[last] <= max_width))
      width += 2 + widths[last++];
    if (first > 1) out += '\n';
    for (const auto& row : rows_) {
      const std::string text = line(row, widths, first, last);
      if (text != "\n") out += text;  // a further line of names is empty if no name of this part has it
    }
    first = last;
  }
  return out;
}

std::vector<std::string> name_lines(const std::string& name) {
  constexpr std::size_t kWidth = 20;
  std::vector<std::string> lines;
  for (const std::string& part : split(name, ':')) {
    const std::string piece = lines.empty() ? part : ":" + part;
    if (!lines.empty() && lines.back().size() + piece.size() <= kWidth) {
      lines.back() += piece;
    } else {
      lines.push_back(piece);
    }
  }
  return lines;
}

void add_names(TextTable& table, const std::string& label,
               const std::vector<std::vector<std::string>>& names) {
  std::size_t height = 1;
  for (const auto& name : names) height = std::max(height, name.size());
  for (std::size_t line = 0; line < height; ++line) {
    std::vector<std::string> row{line == 0 ? label : ""};
    for (const auto& name : names) row.push_back(line < name.size() ? name[line] : "");
    table.add(std::move(row));
  }
}

void add_success(TextTable& table, const std::vector<const SuccessFigures*>& attacks,
                 const std::vector<int>& points) {
  for (std::size_t p = 0; p < points.size(); ++p)
    add_row(table, "success within " + grouped(points[p]), attacks, [p](const SuccessFigures& attack) {
      return percent_with(attack.points[p].rate, attack.points[p].interval);
    });
  add_row(table, "median queries", attacks,
          [](const SuccessFigures& attack) { return quantile_text(attack.quantiles[1]); });
  add_row(table, "quartiles", attacks,
          [](const SuccessFigures& attack) { return quartiles_text(attack.quantiles); });
  add_row(table, "over successes only:", attacks, [](const SuccessFigures&) { return std::string(); });
  add_row(table, "  median, mean, max", attacks, [](const SuccessFigures& attack) {
    const SuccessfulQueries& queries = attack.successful;
    if (queries.successes == 0) return std::string(kUnknown);
    return fmt::format("{:g}, {:.1f}, {}", queries.median, queries.mean, grouped(queries.max));
  });
}

}  // namespace bora::report
