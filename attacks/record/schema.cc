#include "attacks/record/schema.h"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "attacks/record/fact_table.h"
#include "attacks/record/table.h"

namespace bora::attacks {
namespace {

template <typename Value>
constexpr bool is_optional = false;
template <typename Value>
constexpr bool is_optional<std::optional<Value>> = true;

template <typename Value>
std::string sql_type(const Value& /*value*/, const ColumnRule& rule) {
  if (rule.is_blob()) return "BLOB";
  if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, std::optional<double>>)
    return "REAL";
  else if constexpr (std::is_integral_v<Value> || is_optional<Value>)
    return "INTEGER";
  else
    return "TEXT";
}

// Returns the CREATE TABLE of a row type.
template <typename Row>
std::string create_sql() {
  std::string sql = fmt::format("CREATE TABLE {} (  -- {}\n", Row::kTable.name, Row::kTable.text);
  int left = 0;
  for_each_column<Row>([&](auto&&...) { ++left; });
  bool key = Row::kTable.keys == 1;  // true for the first column if it is the primary key
  for_each_column<Row>([&](const char* name, const auto& value, const ColumnRule& rule, const char* text) {
    sql += fmt::format("  {} {}", name, sql_type(value, rule));
    if (std::exchange(key, false))
      sql += " PRIMARY KEY";
    else if (!is_optional<std::remove_cvref_t<decltype(value)>> && rule.kind != ColumnRule::Kind::original)
      sql += " NOT NULL";
    if (rule.kind == ColumnRule::Kind::instance) sql += " REFERENCES instances(id)";
    if (rule.kind == ColumnRule::Kind::input) sql += " REFERENCES inputs(id)";
    sql += fmt::format("{}  -- {}\n", --left > 0 || Row::kTable.keys > 1 ? "," : "", text);
  });
  if (Row::kTable.keys == 1) return sql + ");\n";
  return sql + fmt::format("  PRIMARY KEY ({})\n) WITHOUT ROWID;\n", key_names<Row>());
}

}  // namespace

const RunSchema& run_schema() {
  static const std::string sql = [] {
    std::string tables =
        "CREATE TABLE run (  -- facts about the run; JSON where a value is a list or has parts\n  key TEXT PRIMARY KEY,\n  value TEXT NOT NULL\n" +
        facts_text("  -- ") + ") WITHOUT ROWID;\n";
    visit_tables([&]<typename Row>() { tables += create_sql<Row>(); });
    return tables;
  }();
  static const RunSchema schema{sql.c_str(), kSchemaVersion, "bo-report"};
  return schema;
}

}  // namespace bora::attacks
