#include "attacks/ledger/run_check.h"

#include <cstdint>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/text.h"

namespace bora {
namespace {

constexpr const char* kById = "'id ' || id";  // SQL expression that names a row by its id

namespace fs = std::filesystem;

/// A column and what may stand in it, as an SQL condition on the row.
struct Column {
  const char* name;
  std::string rule;
  std::string expected;
};

struct Table {
  const char* name;
  const char* row;  ///< SQL expression that names the row
  std::vector<Column> columns;
};

constexpr std::int64_t kMostInt = (std::int64_t{1} << 31) - 1;
constexpr std::int64_t kMany = std::int64_t{1} << 30;

Column whole(const char* name, std::int64_t low, std::int64_t high) {
  return {name, fmt::format("typeof({0}) = 'integer' AND {0} BETWEEN {1} AND {2}", name, low, high),
          fmt::format("a whole number from {} to {}", low, high)};
}

Column any_whole(const char* name) {
  return {name, fmt::format("typeof({}) = 'integer'", name), "a whole number"};
}

Column yes_or_no(const char* name) {
  return whole(name, 0, 1);
}

// 9e999 is read as infinity.
Column number(const char* name, const char* low = "-9e999") {
  return {name,
          fmt::format("typeof({0}) IN ('real', 'integer') AND {0} > -9e999 AND {0} < 9e999 AND {0} >= {1}",
                      name, low),
          *low == '-' ? "a number" : "a number that is not negative"};
}

Column number_or_null(const char* name) {
  Column column = number(name, "0");
  return {name, fmt::format("{} IS NULL OR ({})", name, column.rule), column.expected + ", or NULL"};
}

Column text(const char* name) {
  return {name, fmt::format("typeof({}) = 'text'", name), "text"};
}

Column bytes(const char* name, std::int64_t count) {
  return {name, fmt::format("typeof({0}) = 'blob' AND length({0}) = {1}", name, count),
          fmt::format("{} bytes", count)};
}

/// Returns the column of scores: all classes, or none where the victim returned labels only.
Column scores(const char* name, int classes) {
  const auto count = static_cast<std::int64_t>(classes) * static_cast<std::int64_t>(sizeof(float));
  return {name, fmt::format("typeof({0}) = 'blob' AND length({0}) IN (0, {1})", name, count),
          fmt::format("{} bytes, {} scores, or none", count, classes)};
}

/// Images are of a known size, graphs are JSON.
Column content(const char* name, const RunRecord& run, std::size_t bytes_per_value) {
  if (run.on_graphs())
    return {name, fmt::format("typeof({0}) IN ('blob', 'text') AND length({0}) > 0", name),
            "a graph as JSON"};
  const auto values = static_cast<std::int64_t>(run.channels) * run.height * run.width;
  return bytes(name, values * static_cast<std::int64_t>(bytes_per_value));
}

Column instance_of(const char* name) {
  return {name, fmt::format("typeof({0}) = 'integer' AND {0} IN (SELECT id FROM instances)", name),
          "an id of table instances"};
}

Table table_of_nearer() {
  return {"nearer",
          "'instance ' || instance || ', number ' || number",
          {instance_of("instance"), whole("number", 1, kMany), number("distance", "0"),
           Column{"details",
                  "typeof(details) = 'text' AND CASE WHEN json_valid(details) THEN json_type(details) = "
                  "'object' ELSE 0 END",
                  "a JSON object"}}};
}

std::vector<Table> reported_tables(const RunRecord& run) {
  const int last = run.classes - 1;
  Column original = content("content", run, 1);
  original.rule = fmt::format("attacked = 0 OR ({})", original.rule);
  const Column target = run.targeted ? whole("target", 0, last)
                                     : Column{"target", "target IS NULL", "NULL, the run being untargeted"};
  return {{"inputs",
           kById,
           {whole("id", 0, kMostInt), whole("record", 0, kMostInt), text("name"), whole("label", 0, last),
            whole("predicted", 0, last), yes_or_no("attacked"), text("reason"), whole("nodes", 0, kMostInt),
            whole("edges", 0, kMostInt), original, scores("scores", run.classes)}},
          {"instances",
           kById,
           {whole("id", 0, kMostInt),
            text("attack"),
            {"input", "typeof(input) = 'integer' AND input IN (SELECT id FROM inputs WHERE attacked = 1)",
             "the id of an attacked input"},
            target,
            whole("seed", 0, INT64_MAX),
            whole("budget", 1, kMany),
            {"status", "status IN ('pending', 'running', 'success', 'exhausted', 'failed')",
             "pending, running, success, exhausted or failed"},
            whole("queries", 0, kMany),
            whole("attempts", 0, kMostInt),
            text("reason")}},
          {"queries",
           "'instance ' || instance || ', number ' || number",
           {instance_of("instance"),
            whole("number", 1, kMany),
            any_whole("input_hash"),
            {"objective", "typeof(objective) IN ('real', 'integer')", "a number"},
            whole("predicted", 0, last),
            yes_or_no("success"),
            scores("scores", run.classes)}},
          {"adversarials",
           "'instance ' || instance",
           {instance_of("instance"), whole("predicted", 0, last), number("distance", "0"),
            number_or_null("l2"), content("content", run, run.continuous ? sizeof(float) : 1)}},
          {"verification",
           "'instance ' || instance",
           {instance_of("instance"), text("file"), number("distance", "0"), yes_or_no("within"),
            whole("predicted", 0, last), yes_or_no("confirmed")}},
          {"timings", "attack || ', ' || part", {text("attack"), text("part"), number("seconds")}}};
}

std::vector<Table> tables_to_go_on(const RunRecord& run) {
  return {{"examples", "'class ' || class", {whole("class", 0, run.classes - 1), content("content", run, 1)}},
          {"lessons",
           "'instance ' || instance",
           {instance_of("instance"), {"content", "typeof(content) = 'blob'", "bytes"}}},
          {"instances",
           kById,
           {{"queries",
             "queries <= budget AND (queries < budget OR status NOT IN ('pending', 'running')) AND "
             "(queries = 0 OR status <> 'pending')",
             "as many as its budget and its status allow"},
            {"attempts", "attempts >= queries", "no fewer than its queries"}}}};
}

// Returns SQL for the value of a column, as shown in a message.
std::string shown(const std::string& column) {
  return fmt::format(
      "CASE typeof({0}) WHEN 'null' THEN 'NULL' WHEN 'blob' THEN length({0}) || ' bytes' "
      "WHEN 'text' THEN quote(substr({0}, 1, 40)) ELSE {0} END",
      column);
}

/// Checks a table in one pass, whatever the number of its columns.
void check(SQLite::Database& database, const fs::path& file, const Table& table) {
  std::string broken = "CASE", value = "CASE";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    // A condition on NULL is NULL, which is not 1 either.
    const std::string when = fmt::format(" WHEN ({}) IS NOT 1 THEN ", table.columns[i].rule);
    broken += when + std::to_string(i);
    value += when + shown(table.columns[i].name);
  }
  SQLite::Statement rows(
      database, fmt::format("SELECT {} END AS broken, {} END, {} FROM {} WHERE broken IS NOT NULL", broken,
                            value, table.row, table.name));
  if (!rows.executeStep()) return;
  const Column& column = table.columns.at(static_cast<std::size_t>(rows.getColumn(0).getInt()));
  throw InputError(
      "{}: table {}, {}: {} is {}, expected {}", file.string(), table.name,
      rows.getColumn(2).isNull() ? "a row without a key" : printable(rows.getColumn(2).getString()),
      column.name, printable(rows.getColumn(1).getString()), column.expected);
}

// A shard may be without inputs to attack.
void check_ids(SQLite::Database& database, const fs::path& file, const RunRecord& run) {
  SQLite::Statement row(database, "SELECT COUNT(*), MAX(id) FROM instances");
  row.executeStep();
  const int count = row.getColumn(0).getInt();
  if (count == 0 && run.shard) return;
  if (count == 0)
    throw InputError("{}: table instances is empty, expected the instances of a run", file.string());
  if (row.getColumn(1).getInt() != count - 1)
    throw InputError("{}: table instances has {} rows with ids up to {}, expected 0 to {}", file.string(),
                     count, row.getColumn(1).getInt(), count - 1);
}

void check_accounts(SQLite::Database& database, const fs::path& file, const RunRecord& run) {
  // Where queries are not kept, instances that have ended have none.
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
  // Instances that continue after a success are still running.
  SQLite::Statement found(database,
                          fmt::format("SELECT id, status FROM instances WHERE (status = 'success') <>"
                                      " (id IN (SELECT instance FROM adversarials)){}",
                                      run.refinement > 0 ? " AND status <> 'running'" : ""));
  if (found.executeStep())
    throw InputError("{}: table instances, id {}: status is {}, but table adversarials holds {}",
                     file.string(), found.getColumn(0).getInt(), found.getColumn(1).getString(),
                     found.getColumn(1).getString() == "success" ? "nothing of it" : "an example of it");
}

}  // namespace

void check_rows(SQLite::Database& database, const fs::path& file, const RunRecord& run) {
  for (const Table& table : reported_tables(run)) check(database, file, table);
  if (run.semantic()) check(database, file, table_of_nearer());
}

void check_resumable(SQLite::Database& database, const fs::path& file, const RunRecord& run) {
  const std::string pages = database.execAndGet("PRAGMA quick_check(1)").getString();
  if (pages != "ok") throw InputError("{}: is damaged ({})", file.string(), printable(pages));
  for (const Table& table : tables_to_go_on(run)) check(database, file, table);
  check_ids(database, file, run);
  check_accounts(database, file, run);
}

}  // namespace bora
