#include "attacks/record/run_check.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "attacks/record/table.h"
#include "common/error.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

// Column with a condition on its values.
struct CheckedColumn {
  const char* name;
  std::string rule;      // SQL condition that holds in every valid row
  std::string expected;  // valid values, for the message
};

// Table with its conditions.
struct CheckedTable {
  const char* name;
  std::string row;  // SQL expression that names a row in messages
  std::vector<CheckedColumn> columns;
};

// Returns the SQL condition of a rule, with {0} for the column's name, and the valid values for the message.
// `optional`: whether a distance may be NULL.
std::pair<std::string, std::string> condition_of(const ColumnRule& rule, const RunFacts& run, bool optional) {
  using enum ColumnRule::Kind;
  const auto whole_from = [](std::int64_t low, std::int64_t high) {
    return std::pair(fmt::format("typeof({{0}}) = 'integer' AND {{0}} BETWEEN {} AND {}", low, high),
                     fmt::format("a whole number from {} to {}", low, high));
  };
  const auto image = [&run](std::size_t bytes_per_value) -> std::pair<std::string, std::string> {
    if (run.on_graphs()) return {"typeof({0}) IN ('blob', 'text') AND length({0}) > 0", "a graph as JSON"};
    const auto bytes = static_cast<std::size_t>(run.channels) * run.height * run.width * bytes_per_value;
    return {fmt::format("typeof({{0}}) = 'blob' AND length({{0}}) = {}", bytes),
            fmt::format("{} bytes", bytes)};
  };
  // SQLite reads 9e999 as infinity.
  const std::string finite = "typeof({0}) IN ('real', 'integer') AND {0} > -9e999 AND {0} < 9e999";
  const auto scores_bytes = static_cast<std::size_t>(run.classes) * sizeof(float);
  switch (rule.kind) {
    case whole:
      return whole_from(rule.low, rule.high);
    case number:
      return {finite, "a number"};
    case distance:
      if (optional)
        return {"{0} IS NULL OR (" + finite + " AND {0} >= 0)", "a number that is not negative, or NULL"};
      return {finite + " AND {0} >= 0", "a number that is not negative"};
    case objective:
      return {"typeof({0}) IN ('real', 'integer')", "a number"};
    case text:
      return {"typeof({0}) = 'text'", "text"};
    case details:
      return {"typeof({0}) = 'text' AND CASE WHEN json_valid({0}) THEN json_type({0}) = 'object' ELSE 0 END",
              "a JSON object"};
    case status:
      return {"{0} IN ('pending', 'running', 'success', 'exhausted', 'failed')",
              "pending, running, success, exhausted or failed"};
    case target:
      if (!run.targeted) return {"{0} IS NULL", "NULL, the run being untargeted"};
      [[fallthrough]];
    case label:
      return whole_from(0, run.classes - 1);
    case instance:
      return {"typeof({0}) = 'integer' AND {0} IN (SELECT id FROM instances)", "an id of table instances"};
    case input:
      return {"typeof({0}) = 'integer' AND {0} IN (SELECT id FROM inputs WHERE attacked = 1)",
              "the id of an attacked input"};
    case original: {
      auto [condition, expected] = image(1);
      return {"attacked = 0 OR (" + condition + ")", expected};
    }
    case example:
      return image(1);
    case adversarial:
      return image(run.continuous ? sizeof(float) : 1);
    case scores:
      return {fmt::format("typeof({{0}}) = 'blob' AND length({{0}}) IN (0, {})", scores_bytes),
              fmt::format("{} bytes, {} scores, or none", scores_bytes, run.classes)};
    case bytes:
      return {"typeof({0}) = 'blob'", "bytes"};
  }
  return {};
}

// Returns the conditions on the rows of a table in this run.
template <typename Row>
CheckedTable table_of(const RunFacts& run) {
  CheckedTable table{Row::kTable.name, "", {}};
  for_each_column<Row>([&](const char* name, const auto& value, const ColumnRule& rule, const char*) {
    if (table.columns.size() < static_cast<std::size_t>(Row::kTable.keys))
      table.row += fmt::format("{}'{} ' || {}", table.row.empty() ? "" : " || ', ' || ", name, name);
    constexpr bool optional = std::is_same_v<std::remove_cvref_t<decltype(value)>, std::optional<double>>;
    const auto [condition, expected] = condition_of(rule, run, optional);
    table.columns.push_back({name, fmt::format(fmt::runtime(condition), name), expected});
  });
  return table;
}

// Returns an SQL expression for the value of a column as messages show it.
std::string shown_column(const std::string& column) {
  return fmt::format(
      "CASE typeof({0}) WHEN 'null' THEN 'NULL' WHEN 'blob' THEN length({0}) || ' bytes' "
      "WHEN 'text' THEN quote(substr({0}, 1, 40)) ELSE {0} END",
      column);
}

// Checks all conditions on a table in one pass. Throws InputError that names the first invalid row.
void check(SQLite::Database& database, const fs::path& file, const CheckedTable& table) {
  std::string broken = "CASE", value = "CASE";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    // IS NOT 1 holds for NULL, too, which is the value of a condition on NULL.
    const std::string when = fmt::format(" WHEN ({}) IS NOT 1 THEN ", table.columns[i].rule);
    broken += when + std::to_string(i);
    value += when + shown_column(table.columns[i].name);
  }
  SQLite::Statement rows(
      database, fmt::format("SELECT {} END AS broken, {} END, {} FROM {} WHERE broken IS NOT NULL", broken,
                            value, table.row, table.name));
  if (!rows.executeStep()) return;
  const CheckedColumn& column = table.columns.at(static_cast<std::size_t>(rows.getColumn(0).getInt()));
  throw InputError(
      "{}: table {}, {}: {} is {}, expected {}", file.string(), table.name,
      rows.getColumn(2).isNull() ? "a row without a key" : printable(rows.getColumn(2).getString()),
      column.name, printable(rows.getColumn(1).getString()), column.expected);
}

// Checks that the ids of instances are 0, 1, ... without a gap. Table instances may be empty for a shard, and
// for a range in which the model misclassifies every input.
void check_ids(SQLite::Database& database, const fs::path& file, const RunFacts& run) {
  SQLite::Statement row(database, "SELECT COUNT(*), MAX(id) FROM instances");
  row.executeStep();
  const int count = row.getColumn(0).getInt();
  if (count == 0 && run.shard) return;
  if (count == 0 && database.execAndGet("SELECT COUNT(*) FROM inputs WHERE attacked").getInt() == 0 &&
      database.execAndGet("SELECT COUNT(*) FROM inputs").getInt() > 0)
    return;
  if (count == 0)
    throw InputError("{}: table instances is empty, expected the instances of a run", file.string());
  if (row.getColumn(1).getInt() != count - 1)
    throw InputError("{}: table instances has {} rows with ids up to {}, expected 0 to {}", file.string(),
                     count, row.getColumn(1).getInt(), count - 1);
}

// Checks that tables queries and adversarials agree with the counts and the status of each instance.
void check_counts(SQLite::Database& database, const fs::path& file, const RunFacts& run) {
  // If the run does not keep queries, table queries holds none of instances that have ended.
  const char* const kept =
      run.keeps_queries ? "instances.queries"
                        : "CASE WHEN status IN ('pending', 'running') THEN instances.queries ELSE 0 END";
  SQLite::Statement counts(
      database, fmt::format("SELECT id, queries, COUNT(number) AS held, MAX(number) AS last FROM instances"
                            " LEFT JOIN queries ON queries.instance = id GROUP BY id"
                            " HAVING held <> {} OR (held > 0 AND last <> held)",
                            kept));
  if (counts.executeStep())
    throw InputError(
        "{}: table instances, id {}: queries is {}, but table queries holds {} of it, numbered up to {}",
        file.string(), counts.getColumn(0).getInt(), counts.getColumn(1).getInt(),
        counts.getColumn(2).getInt(), counts.getColumn(3).getInt());
  // An instance that continues after a success has an example, but is still running.
  SQLite::Statement found(database,
                          fmt::format("SELECT id, status FROM instances WHERE (status = 'success') <>"
                                      " (id IN (SELECT instance FROM adversarials)){}",
                                      run.continues() ? " AND status <> 'running'" : ""));
  if (found.executeStep())
    throw InputError("{}: table instances, id {}: status is {}, but table adversarials holds {}",
                     file.string(), found.getColumn(0).getInt(), found.getColumn(1).getString(),
                     found.getColumn(1).getString() == "success" ? "nothing of it" : "an example of it");
}

}  // namespace

void check_rows(SQLite::Database& database, const fs::path& file, const RunFacts& run) {
  visit_tables([&]<typename Row>() {
    constexpr bool for_resuming = std::is_same_v<Row, ExampleRow> || std::is_same_v<Row, WarmStartRow>;
    // Runs by earlier versions lack these tables.
    const bool left_out = (std::is_same_v<Row, FirstRow> && !run.minimise) ||
                          (std::is_same_v<Row, SearchRow> && run.searched == 0);
    if (!for_resuming && !left_out) check(database, file, table_of<Row>(run));
  });
}

void check_resumable(SQLite::Database& database, const fs::path& file, const RunFacts& run) {
  const std::string pages = database.execAndGet("PRAGMA quick_check(1)").getString();
  if (pages != "ok") throw InputError("{}: is damaged ({})", file.string(), printable(pages));
  check(database, file, table_of<ExampleRow>(run));
  check(database, file, table_of<WarmStartRow>(run));
  check(database, file,
        {"instances",
         "'id ' || id",
         {{"queries",
           "queries <= budget AND (queries < budget OR status NOT IN ('pending', 'running')) AND "
           "(queries = 0 OR status <> 'pending')",
           "as many as its budget and its status allow"},
          {"attempts", "attempts >= queries", "no fewer than its queries"}}});
  check_ids(database, file, run);
  check_counts(database, file, run);
}

}  // namespace bora::attacks
