// Rows of a run's database: each line changes a value of a valid one. Its first three characters name column,
// row and type.
#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/record/run_reader.h"
#include "attacks/record/table.h"
#include "common/text.h"
#include "fuzz/reader.h"
#include "fuzz/small_run.h"

namespace bora::fuzz {
namespace {

// UPDATE statements of all columns, for a value and a row.
const std::vector<std::string>& updates() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> sql{
        "UPDATE run SET value = ? WHERE key = (SELECT key FROM run ORDER BY key LIMIT 1 OFFSET ?)"};
    visit_tables([&]<typename Row>() {
      for_each_column<Row>([&](const char* name, const auto&, const auto&, const char*) {
        sql.push_back(fmt::format(
            "UPDATE {0} SET {1} = ? WHERE ({2}) = (SELECT {2} FROM {0} ORDER BY {2} LIMIT 1 OFFSET ?)",
            Row::kTable.name, name, key_names<Row>()));
      });
    });
    return sql;
  }();
  return all;
}

void change(SQLite::Database& database, const std::string& line) {
  if (line.size() < 3) return;
  const auto byte = [&](int i) { return static_cast<unsigned char>(line[static_cast<std::size_t>(i)]); };
  const std::string value = line.substr(3);
  SQLite::Statement update(database, updates()[byte(0) % updates().size()]);
  switch (byte(2) % 5) {
    case 0:
      update.bind(1, value);
      break;
    case 1:
      update.bind(1, value.data(), static_cast<int>(value.size()));
      break;
    case 2:
      update.bind(1, std::strtod(value.c_str(), nullptr));
      break;
    case 3:
      update.bind(1, static_cast<std::int64_t>(std::strtoll(value.c_str(), nullptr, 10)));
      break;
    default:
      update.bind(1);
  }
  update.bind(2, byte(1) % 32);
  try {
    update.exec();
  } catch (const SQLite::Exception&) {
    // A constraint of the table refuses it.
  }
}

const Registration run_rows({"run_rows",
                             [](std::string_view bytes) {
                               const auto file = file_of("run.sqlite", small_run());
                               {
                                 SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
                                 database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
                                 for (const std::string& line : split(std::string(bytes), '\n'))
                                   change(database, line);
                               }
                               read_whole_run(file);
                             },
                             [] {
                               return std::vector<std::string>{"!!$5\n(#$3\n", "+ #-1.5\n' !xyz\n"};
                             }});

}  // namespace
}  // namespace bora::fuzz
