#include "fuzz/changed_rows.h"

#include <sqlite3.h>

#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include "common/text.h"
#include "fuzz/reader.h"

namespace bora::fuzz {

ChangedRows::ChangedRows(const std::string& database) {
  database_.backup(file_of("valid.sqlite", database).c_str(), SQLite::Database::Load);
  SQLite::Statement columns(
      database_,
      "SELECT m.name, c.name, (SELECT group_concat(k.name) FROM pragma_table_info(m.name) k WHERE k.pk > 0) "
      "FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid");
  while (columns.executeStep())
    updates_.emplace_back(
        database_,
        fmt::format(
            "UPDATE {0} SET {1} = ? WHERE ({2}) = (SELECT {2} FROM {0} ORDER BY {2} LIMIT 1 OFFSET ?)",
            columns.getColumn(0).getString(), columns.getColumn(1).getString(),
            columns.getColumn(2).getString()));
}

void ChangedRows::change(const std::string& line) {
  if (line.size() < 3) return;
  constexpr int kRows = 32;
  const auto byte = [&](int i) { return static_cast<unsigned char>(line[static_cast<std::size_t>(i)]); };
  const std::string value = line.substr(3);
  SQLite::Statement& update = updates_[byte(0) % updates_.size()];
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
  update.bind(2, byte(1) % kRows);
  update.tryExecuteStep();  // fails if a constraint of the table refuses the value
  update.tryReset();
}

std::filesystem::path ChangedRows::write(const std::string& name, std::string_view lines) {
  const SQLite::Transaction changes(database_);  // ends without a commit
  for (const std::string& line : split(lines, '\n')) change(line);
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(database_.getHandle(), "main", &size, 0), sqlite3_free);
  return file_of(name, {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)});
}

}  // namespace bora::fuzz
