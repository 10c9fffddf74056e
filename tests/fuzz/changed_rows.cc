#include "fuzz/changed_rows.h"

#include <cstdlib>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "common/text.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

void change(const SQLite::Database& database, const std::vector<std::string>& updates,
            const std::string& line) {
  if (line.size() < 3) return;
  constexpr int kRows = 32;
  const auto byte = [&](int i) { return static_cast<unsigned char>(line[static_cast<std::size_t>(i)]); };
  const std::string value = line.substr(3);
  SQLite::Statement update(database, updates[byte(0) % updates.size()]);
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
  try {
    update.exec();
  } catch (const SQLite::Exception&) {
    // A constraint of the table refuses it.
  }
}

}  // namespace

ChangedRows::ChangedRows(std::string database) : database_(std::move(database)) {
  const SQLite::Database opened(file_of("valid.sqlite", database_).string(), SQLite::OPEN_READWRITE);
  SQLite::Statement columns(
      opened,
      "SELECT m.name, c.name, (SELECT group_concat(k.name) FROM pragma_table_info(m.name) k WHERE k.pk > 0) "
      "FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid");
  while (columns.executeStep())
    updates_.push_back(fmt::format(
        "UPDATE {0} SET {1} = ? WHERE ({2}) = (SELECT {2} FROM {0} ORDER BY {2} LIMIT 1 OFFSET ?)",
        columns.getColumn(0).getString(), columns.getColumn(1).getString(),
        columns.getColumn(2).getString()));
}

std::filesystem::path ChangedRows::write(const std::string& name, std::string_view lines) const {
  const auto file = file_of(name, database_);
  SQLite::Database changed(file.string(), SQLite::OPEN_READWRITE);
  changed.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
  SQLite::Transaction transaction(changed);
  for (const std::string& line : split(lines, '\n')) change(changed, updates_, line);
  transaction.commit();
  return file;
}

}  // namespace bora::fuzz
