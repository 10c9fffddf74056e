#include "attacks/record/synthetic_shards.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

namespace bora::attacks {

namespace fs = std::filesystem;

void carve_shard(const fs::path& whole, const Shard& shard, const fs::path& folder,
                 const std::map<std::string, std::string>& facts) {
  fs::create_directories(folder);
  fs::copy_file(whole / "run.sqlite", folder / "run.sqlite");
  SQLite::Database database((folder / "run.sqlite").string(), SQLite::OPEN_READWRITE);
  database.exec(
      fmt::format("CREATE TEMP TABLE kept AS SELECT id AS old, ROW_NUMBER() OVER (ORDER BY id) - 1 AS "
                  "new FROM instances WHERE input % {} = {}",
                  shard.count, shard.number - 1));
  database.exec("CREATE UNIQUE INDEX temp.old_ids ON kept (old)");
  // In the order of ids, so that a new one is free when it is taken.
  for (const char* table : {"queries", "lessons", "adversarials", "nearer", "verification"}) {
    database.exec(fmt::format("DELETE FROM {} WHERE instance NOT IN (SELECT old FROM kept)", table));
    database.exec(
        fmt::format("UPDATE {} SET instance = -1 - (SELECT new FROM kept WHERE old = instance)", table));
    database.exec(fmt::format("UPDATE {} SET instance = -1 - instance", table));
  }
  database.exec("DELETE FROM instances WHERE id NOT IN (SELECT old FROM kept)");
  database.exec("UPDATE instances SET id = -1 - (SELECT new FROM kept WHERE old = id)");
  database.exec("UPDATE instances SET id = -1 - id");
  database.exec(fmt::format("DELETE FROM inputs WHERE id % {} <> {}", shard.count, shard.number - 1));
  SQLite::Statement set(database, "INSERT OR REPLACE INTO run VALUES (?, ?)");
  std::map<std::string, std::string> all = {{"shard", shard.text()}, {"shard_clean", "all"}};
  for (const auto& [key, value] : facts) all[key] = value;
  for (const auto& [key, value] : all) {
    set.bind(1, key);
    set.bind(2, value);
    set.exec();
    set.reset();
  }
}

std::vector<fs::path> carve_shards(const fs::path& whole, int count, const fs::path& folder) {
  std::vector<fs::path> folders;
  for (int number = 1; number <= count; ++number) {
    folders.push_back(folder / fmt::format("shard-{}", number));
    carve_shard(whole, {number, count}, folders.back());
  }
  return folders;
}

}  // namespace bora::attacks
