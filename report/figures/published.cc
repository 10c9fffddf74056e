#include "report/figures/published.h"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "common/json.h"
#include "common/text.h"

namespace bora::report {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the parsed docs/papers/published.json.
const Json& published() {
  static const Json json = parse_valid_json<Json>(published_results());
  return json;
}

/// Reads the fields that both kinds of tables have.
template <typename Table>
Table read_head(const Json& json) {
  Table table;
  table.protocol = json.at("protocol");
  table.source = json.at("source");
  for (const auto& [option, value] : json.at("options").items()) table.options.emplace_back(option, value);
  return table;
}

PublishedTable read_table(const Json& json) {
  auto table = read_head<PublishedTable>(json);
  for (const Json& row : json.at("rows"))
    table.rows.push_back({row.at("attack"), row.at("name"), row.at("success"), row.at("max"),
                          row.at("median"), row.at("mean"), row.at("mean_error"), row.at("l2"),
                          row.at("l2_error"), row.value("ours", "")});
  table.note = json.value("note", "");
  return table;
}

PublishedAccuracyTable read_accuracies(const Json& json) {
  auto table = read_head<PublishedAccuracyTable>(json);
  for (const Json& column : json.at("columns")) table.columns.emplace_back(column.at(0), column.at(1));
  for (const Json& row : json.at("rows")) {
    table.rows.push_back({row.at("attack"), row.at("name"), {}});
    for (const Json& cell : row.at("cells")) table.rows.back().cells.push_back({cell.at(0), cell.at(1)});
  }
  return table;
}

/// Returns the settings of an attack spec by name, without `as`; the attack's name has the key "".
std::map<std::string, std::string> settings_of(const std::string& spec) {
  std::map<std::string, std::string> settings;
  for (const std::string& word : split(spec, ':')) {
    const auto equal = word.find('=');
    if (equal == std::string::npos)
      settings.emplace("", word);
    else if (word.substr(0, equal) != "as")
      settings.emplace(word.substr(0, equal), word.substr(equal + 1));
  }
  return settings;
}

}  // namespace

const std::vector<PublishedTable>& published_tables() {
  static const std::vector<PublishedTable> tables = [] {
    std::vector<PublishedTable> out;
    for (const Json& table : published().at("attacks")) out.push_back(read_table(table));
    return out;
  }();
  return tables;
}

const PublishedResult* PublishedTable::find(const std::string& attack) const {
  const auto asked = settings_of(attack);
  const auto same_attack = [&](const PublishedResult& row) {
    return settings_of(row.attack).at("") == asked.at("");
  };
  const bool only_one = std::ranges::count_if(rows, same_attack) == 1;
  const auto row = std::ranges::find_if(rows, [&](const PublishedResult& candidate) {
    return same_attack(candidate) &&
           std::ranges::all_of(settings_of(candidate.attack), [&](const auto& setting) {
             const auto given = asked.find(setting.first);
             return given == asked.end() ? only_one : given->second == setting.second;
           });
  });
  return row == rows.end() ? nullptr : &*row;
}

const PublishedTable* find_published_table(const std::string& protocol) {
  const auto table = std::ranges::find(published_tables(), protocol, &PublishedTable::protocol);
  return table == published_tables().end() ? nullptr : &*table;
}

const PublishedAccuracyTable& published_accuracy() {
  static const PublishedAccuracyTable table = read_accuracies(published().at("accuracies"));
  return table;
}

const PublishedAccuracy* PublishedAccuracyTable::find(const std::string& attack,
                                                      const std::string& architecture,
                                                      const std::string& data) const {
  const auto end = data.find_last_not_of("0123456789");
  const bool sample = end != std::string::npos && end > 0 && end + 1 < data.size() && data[end] == '-';
  const std::string set = sample ? data.substr(0, end) : data;
  const auto column = std::ranges::find(columns, std::pair(architecture, set));
  const auto row = std::ranges::find(rows, attack, &Row::attack);
  if (column == columns.end() || row == rows.end()) return nullptr;
  return &row->cells[static_cast<std::size_t>(column - columns.begin())];
}

}  // namespace bora::report
