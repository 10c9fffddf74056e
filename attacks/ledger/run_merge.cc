#include "attacks/ledger/run_merge.h"

#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "attacks/ledger/merge_facts.h"
#include "attacks/ledger/run_check.h"
#include "attacks/ledger/run_facts.h"
#include "attacks/ledger/run_file.h"
#include "attacks/ledger/schema.h"
#include "common/error.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "runs/run_store.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

/// A shard that is being read.
struct Source {
  ShardFacts facts;
  fs::path file;
  std::string from_out;  ///< its folder, relative to the merged run's
  std::unique_ptr<SQLite::Database> database;
  std::vector<std::int64_t> ids;  ///< ids of its instances in the merged run, by their ids in the shard
};

ShardFacts read_shard_facts(SQLite::Database& database, const fs::path& file) {
  ShardFacts shard;
  shard.folder = file.parent_path().empty() ? "." : file.parent_path();
  shard.shard.number = 0;
  SQLite::Statement rows(database, "SELECT key, value FROM run");
  while (rows.executeStep()) shard.facts[rows.getColumn(0).getString()] = rows.getColumn(1).getString();
  if (const auto found = shard.facts.find("shard"); found != shard.facts.end())
    shard.shard = parse_shard(found->second, file.string() + ": run.shard");
  return shard;
}

// Raises the limit on open files: each shard takes three while it is read, and the default limit may be 1024.
void allow_files(std::size_t shards) {
  constexpr rlim_t kEach = 3, kBesides = 32;
  const rlim_t wanted = kEach * shards + kBesides;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted) return;
  if (files.rlim_max < wanted)
    throw InputError(
        "{} shards: merging them takes {} open files, but a process may have {} here (ulimit -Hn)", shards,
        wanted, files.rlim_max);
  files.rlim_cur = wanted;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

Source open_source(const fs::path& folder) {
  Source source;
  source.file = run_database_path(folder);
  try {
    source.database = open_run_database(source.file);
    source.database->exec("PRAGMA cache_size = -512");  // kB: there may be a thousand of them
    source.facts = read_shard_facts(*source.database, source.file);
    source.facts.folder = folder;
    if (source.facts.shard.number == 0) throw InputError("{}: is no shard of a run", folder.string());
    RunRecord run;
    read_facts(*source.database, source.file, run);
    check_rows(*source.database, source.file, run);
  } catch (const SQLite::Exception& error) {
    throw InputError("{}: not a readable run database: {}", source.file.string(), printable(error.what()));
  }
  return source;
}

void bind(SQLite::Statement& to, int index, const SQLite::Column& value) {
  if (value.isNull()) {
    to.bind(index);
  } else if (value.isInteger()) {
    to.bind(index, value.getInt64());
  } else if (value.isFloat()) {
    to.bind(index, value.getDouble());
  } else if (value.isBlob()) {
    static const char nothing = 0;  // a null pointer would be taken for SQL's NULL
    const void* const bytes = value.getBlob();
    to.bindNoCopy(index, bytes == nullptr ? &nothing : bytes, value.getBytes());
  } else {
    to.bind(index, value.getString());
  }
}

/// Copies the rows of a table of all shards in the order of a key, so that the database grows at its end:
/// rows that come in shard by shard would be put between those that are there, page by page, once a shard.
class Interleaving {
 public:
  Interleaving(std::vector<Source>& sources, RunStore& store) : sources_(sources), store_(store) {}

  /// `select` gives a shard's rows in the order of `key_of(source, row)`, which is the same for rows of one
  /// shard alone; use(source, row) once a row, in the order of keys.
  using Key = std::function<std::int64_t(const Source&, SQLite::Statement&)>;
  using Use = std::function<void(Source&, SQLite::Statement&)>;
  void for_each(const std::string& select, const Key& key_of, const Use& use) const {
    std::vector<std::unique_ptr<SQLite::Statement>> rows;
    std::priority_queue<Place, std::vector<Place>, std::greater<>> next;
    const auto step = [&](std::size_t i) {
      try {
        if (rows[i]->executeStep()) next.emplace(key_of(sources_[i], *rows[i]), i);
      } catch (const SQLite::Exception& error) {
        throw InputError("{}: not a readable run database: {}", sources_[i].file.string(),
                         printable(error.what()));
      }
    };
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      rows.push_back(std::make_unique<SQLite::Statement>(*sources_[i].database, select));
      step(i);
    }
    while (!next.empty()) {
      const std::size_t i = next.top().second;
      next.pop();
      use(sources_[i], *rows[i]);
      step(i);
    }
  }

  /// A table whose first column is an instance's id, which becomes that of the merged run. `columns` are
  /// those besides; `order`, what a shard's rows are ordered by after the instance.
  void copy(const char* table, int columns, const std::string& order = "") const {
    std::string marks = "?";
    for (int i = 0; i < columns; ++i) marks += ", ?";
    const std::string insert = fmt::format("INSERT INTO {} VALUES ({})", table, marks);
    for_each(
        fmt::format("SELECT * FROM {} ORDER BY instance{}", table, order),
        [](const Source& source, SQLite::Statement& row) { return id_of(source, row); },
        [&](Source& source, SQLite::Statement& row) {
          store_.execute(insert.c_str(), [&](SQLite::Statement& to) {
            to.bind(1, id_of(source, row));
            for (int i = 1; i <= columns; ++i) bind(to, i + 1, row.getColumn(i));
          });
        });
  }

  static std::int64_t id_of(const Source& source, SQLite::Statement& row) {
    return source.ids.at(static_cast<std::size_t>(row.getColumn(0).getInt64()));
  }

 private:
  using Place = std::pair<std::int64_t, std::size_t>;  // key, source
  std::vector<Source>& sources_;
  RunStore& store_;
};

void copy_inputs(const Interleaving& all, RunStore& store) {
  all.for_each(
      "SELECT * FROM inputs ORDER BY id",
      [](const Source&, SQLite::Statement& row) { return row.getColumn(0).getInt64(); },
      [&](Source& source, SQLite::Statement& row) {
        const std::int64_t id = row.getColumn(0).getInt64();
        if (!source.facts.shard.holds(id))
          throw InputError("{}: table inputs, id {}: is none of shard {}'s", source.file.string(), id,
                           source.facts.shard.text());
        store.execute("INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      [&](SQLite::Statement& to) {
                        for (int i = 0; i < to.getBindParameterCount(); ++i)
                          bind(to, i + 1, row.getColumn(i));
                      });
      });
}

// Instances of a shard are in the order of its inputs, and so are those of the run.
void copy_instances(const Interleaving& all, RunStore& store) {
  std::int64_t next = 0;
  all.for_each(
      "SELECT id, attack, input, target, seed, budget, status, queries, attempts, reason FROM instances ORDER BY id",
      [](const Source&, SQLite::Statement& row) { return row.getColumn(2).getInt64(); },
      [&](Source& source, SQLite::Statement& row) {
        if (row.getColumn(0).getInt64() != static_cast<std::int64_t>(source.ids.size()))
          throw InputError("{}: table instances, id {}: expected ids from 0 on, without a gap",
                           source.file.string(), row.getColumn(0).getInt64());
        source.ids.push_back(next);
        store.execute("INSERT INTO instances VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      [&](SQLite::Statement& to) {
                        to.bind(1, next);
                        for (int i = 1; i < to.getBindParameterCount(); ++i)
                          bind(to, i + 1, row.getColumn(i));
                      });
        ++next;
      });
}

void copy_verification(const Interleaving& all, RunStore& store) {
  all.for_each(
      "SELECT instance, file, distance, within, predicted, confirmed FROM verification ORDER BY instance",
      [](const Source& source, SQLite::Statement& row) { return Interleaving::id_of(source, row); },
      [&](Source& source, SQLite::Statement& row) {
        const std::string file = row.getColumn(1).getString();
        store.execute("INSERT INTO verification VALUES (?, ?, ?, ?, ?, ?)", [&](SQLite::Statement& to) {
          to.bind(1, Interleaving::id_of(source, row));
          to.bind(2, file.empty() ? file : (fs::path(source.from_out) / file).string());
          for (int i = 2; i < to.getBindParameterCount(); ++i) bind(to, i + 1, row.getColumn(i));
        });
      });
}

// Copies examples and timings. A class's example is the same in all shards that use one; times add up.
void copy_examples_and_timings(const std::vector<Source>& sources, RunStore& store) {
  for (const Source& source : sources) {
    SQLite::Statement examples(*source.database, "SELECT class, content FROM examples ORDER BY class");
    while (examples.executeStep())
      store.execute("INSERT OR IGNORE INTO examples VALUES (?, ?)", [&](SQLite::Statement& to) {
        bind(to, 1, examples.getColumn(0));
        bind(to, 2, examples.getColumn(1));
      });
    SQLite::Statement timings(*source.database, "SELECT attack, part, seconds FROM timings");
    while (timings.executeStep())
      store.execute(
          "INSERT INTO timings VALUES (?, ?, ?) ON CONFLICT (attack, part) DO UPDATE SET seconds = "
          "seconds + excluded.seconds",
          [&](SQLite::Statement& to) {
            for (int i = 0; i < 3; ++i) bind(to, i + 1, timings.getColumn(i));
          });
  }
}

void fill(std::vector<Source>& sources, const std::map<std::string, std::string>& facts, RunStore& store) {
  for (const auto& [key, value] : facts) store.set(key, value);
  const Interleaving all(sources, store);
  copy_inputs(all, store);
  copy_instances(all, store);
  copy_examples_and_timings(sources, store);
  all.copy("queries", 6, ", number");
  all.copy("lessons", 1);
  all.copy("adversarials", 4);
  all.copy("nearer", 3, ", number");
  copy_verification(all, store);
}

// Removes an earlier merged run in `out`, which can be rebuilt from its shards. Throws InputError if the run
// in `out` is not a merged one.
void remove_merged(const fs::path& file, const fs::path& out) {
  if (!RunStore::holds_run(file)) return;
  const bool merged = with_run_database(file, [](SQLite::Database& database) {
    return database.execAndGet("SELECT COUNT(*) FROM run WHERE key = 'merged'").getInt() > 0;
  });
  if (!merged)
    throw InputError(
        "--out {}: holds a run that was not merged from shards, and would be lost; name another folder",
        out.string());
  fs::remove(file);
}

}  // namespace

Shard shard_of(const fs::path& folder) {
  const fs::path file = run_database_path(folder);
  return with_run_database(
      file, [&](SQLite::Database& database) { return read_shard_facts(database, file).shard; });
}

MergedRun merge_shards(const std::vector<fs::path>& shards, const fs::path& out, bool partial) {
  allow_files(shards.size());
  std::vector<Source> sources;
  for (const fs::path& folder : shards) sources.push_back(open_source(folder));
  std::ranges::stable_sort(sources, {}, [](const Source& source) { return source.facts.shard.number; });
  std::vector<ShardFacts> facts;
  MergedRun merged{static_cast<int>(sources.size()), sources.front().facts.shard.count, 0};
  for (const Source& source : sources) {
    facts.push_back(source.facts);
    const auto status = source.facts.facts.find("status");
    merged.unfinished += status == source.facts.facts.end() || status->second != "complete" ? 1 : 0;
  }
  check_one_plan(facts, partial);

  std::error_code error;
  fs::create_directories(out, error);
  if (error) throw InputError("--out: {} cannot be made: {}", out.string(), error.message());
  remove_merged(out / "run.sqlite", out);
  for (Source& source : sources) source.from_out = fs::relative(source.facts.folder, out).string();
  const auto run_facts = merged_facts(facts, out);
  RunStore::create(out / "run.sqlite", {kSchema, kSchemaVersion, "bo-report"},
                   [&](RunStore& store) { fill(sources, run_facts, store); });
  write_whole_file(out / "config.ini", run_facts.at("config_ini"));
  return merged;
}

}  // namespace bora
