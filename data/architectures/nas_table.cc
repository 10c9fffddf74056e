#include "data/architectures/nas_table.h"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/files/byte_order_mark.h"
#include "common/json.h"
#include "common/number.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "data/architectures/nasbench101.h"
#include "data/files/csv_table.h"
#include "data/files/file.h"

namespace bora::data {
namespace {

using nlohmann::json;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

NasTable read_csv_table(const std::filesystem::path& file, const std::string& text) {
  NasTable table{file, {}, {}, {}};
  CsvReader reader(text, file.string());
  const std::vector<std::string>& header = reader.header();
  const std::size_t arch = reader.column({"arch"});
  for (const std::string& name : header)
    if (std::ranges::count(header, name) > 1)
      throw InputError("{}: column '{}' occurs twice", reader.where(), printable(name));
  for (std::size_t i = 0; i < header.size(); ++i)
    if (i != arch) table.columns.push_back(header[i]);
  while (reader.next()) {
    reader.check_width();
    std::vector<double> row;
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (i == arch) continue;
      const std::string& field = reader.fields()[i];
      const auto value = to_number<double>(field);
      if (!value && !field.empty() && field != "NA")
        throw InputError("{}: column {}: '{}' is not a number", reader.where(), header[i],
                         printable(field, 40));
      row.push_back(value.value_or(kNone));
    }
    table.architectures.push_back(reader.fields()[arch]);
    table.values.push_back(std::move(row));
  }
  return table;
}

// Replaces NaN and Infinity, which Python writes but JSON does not allow, by null, except inside strings.
std::string as_json(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  bool quoted = false;
  for (std::size_t i = 0; i < text.size();) {
    if (!quoted && (text[i] == 'N' || text[i] == 'I' || text[i] == '-')) {
      bool found = false;
      for (const char* word : {"NaN", "Infinity", "-Infinity"})
        if (!found && text.compare(i, std::string(word).size(), word) == 0) {
          out += "null";
          i += std::string(word).size();
          found = true;
        }
      if (found) continue;
    }
    if (quoted && text[i] == '\\' && i + 1 < text.size()) {
      out += text[i++];  // the next character is escaped
    } else if (text[i] == '"') {
      quoted = !quoted;
    }
    out += text[i++];
  }
  return out;
}

double number_of(const json& entry, const std::string& where) {
  if (entry.is_object() && entry.contains("score")) return number_of(entry["score"], where);
  if (entry.is_null()) return kNone;
  if (!entry.is_number()) throw InputError("{}: {} is not a number", where, printable(json_text(entry), 40));
  return entry.get<double>();
}

NasTable read_naslib(const std::filesystem::path& file, const std::string& text, const std::string& dataset) {
  NasTable table{file, {}, {}, {}};
  json all = parse_json(as_json(text));
  if (!all.is_object())
    throw InputError("{}: is not a JSON object; it may be cut short, or nest too deep", file.string());
  // One of NASLib's files has another level around the data sets, with the name of its benchmark.
  if (all.size() == 1 && all.begin()->is_object() && !all.begin()->empty() &&
      all.begin()->begin()->is_object() && all.begin()->contains(dataset)) {
    json inner = std::move(*all.begin());
    all = std::move(inner);
  }
  if (!all.contains(dataset)) {
    std::vector<std::string> names;
    for (const auto& [name, unused] : all.items()) names.push_back(name);
    throw InputError("{}: no data set '{}'; it has {}", file.string(), printable(dataset),
                     printable(join(names)));
  }
  for (const auto& [architecture, entry] : all[dataset].items()) {
    if (!entry.is_object())
      throw InputError("{}: {} of {} is not a JSON object", file.string(), printable(architecture), dataset);
    if (table.columns.empty())
      for (const auto& [name, value] : entry.items())
        if (name != "arch" && name != "idx") table.columns.push_back(name);
    std::vector<double> row;
    for (const std::string& name : table.columns)
      row.push_back(entry.contains(name)
                        ? number_of(entry[name], fmt::format("{}: {} of {}", file.string(),
                                                             printable(name, 40), printable(architecture)))
                        : kNone);
    table.architectures.push_back(architecture);
    table.values.push_back(std::move(row));
  }
  return table;
}

}  // namespace

bool NasTable::has(const std::string& name) const {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

std::vector<double> NasTable::column(const std::string& name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end())
    throw InputError("{}: no column '{}'{}; it has {}", file.string(), printable(name),
                     suggestion(name, columns, kInBrackets), printable(join(columns)));
  const auto at = static_cast<std::size_t>(found - columns.begin());
  std::vector<double> out;
  for (const auto& row : values) out.push_back(row[at]);
  return out;
}

NasTable read_nas_table(const std::filesystem::path& file, const std::string& dataset) {
  if (looks_like_tfrecord(file)) {
    if (!dataset.empty())
      throw InputError("{}: is NAS-Bench-101's own file, of which no data set '{}' can be chosen",
                       file.string(), printable(dataset));
    return read_nasbench101(file);
  }
  const std::string text = without_byte_order_mark(read_text_file(file));
  const auto first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string::npos && text[first] == '{';
  if (!is_json && !dataset.empty())
    throw InputError("{}: is CSV, of which no data set '{}' can be chosen", file.string(),
                     printable(dataset));
  NasTable table =
      is_json ? read_naslib(file, text, dataset.empty() ? "cifar10" : dataset) : read_csv_table(file, text);
  if (table.architectures.empty()) throw InputError("{}: no architectures", file.string());
  return table;
}

}  // namespace bora::data
