#include "attacks/record/run_merge.h"

#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "attacks/record/merge_facts.h"
#include "attacks/record/run_check.h"
#include "attacks/record/run_file.h"
#include "attacks/record/schema.h"
#include "attacks/record/table.h"
#include "common/error.h"
#include "common/files/atomic_write.h"
#include "runs/run_store.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

// Shard that is being read.
struct Source {
  ShardFacts facts;
  fs::path file;
  std::string from_out;  // the shard's folder, relative to that of the merged run
  std::unique_ptr<SQLite::Database> database;
  std::vector<int> ids;  // ids of its instances in the merged run, by their ids in the shard
};

// Reads table run. The shard's number is 0 if the run is not a shard.
ShardFacts read_shard_facts(SQLite::Database& database, const fs::path& file) {
  ShardFacts shard;
  shard.folder = file.parent_path().empty() ? "." : file.parent_path();
  shard.shard.number = 0;
  shard.facts = read_texts(database);
  if (const auto found = shard.facts.find("shard"); found != shard.facts.end())
    shard.shard = parse_shard(found->second, file.string() + ": run.shard");
  return shard;
}

// Raises the limit on open files, which may be 1024 by default: each shard needs three while it is read.
// Throws InputError if the system does not allow enough.
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

// Opens a shard and checks its rows. Throws InputError if it is damaged or not a shard.
Source open_source(const fs::path& folder) {
  Source source;
  source.file = run_database_path(folder);
  try {
    source.database = open_run_database(source.file);
    source.database->exec("PRAGMA cache_size = -512");  // 512 kB, because there may be a thousand shards
    source.facts = read_shard_facts(*source.database, source.file);
    source.facts.folder = folder;
    if (source.facts.shard.number == 0) throw InputError("{}: is not a shard of a run", folder.string());
    check_rows(*source.database, source.file, facts_of(source.facts.facts, source.file));
  } catch (const SQLite::Exception& error) {
    throw unreadable_database(source.file, error);
  }
  return source;
}

// Rows of a table in one shard, read one by one.
template <typename Row>
struct Cursor {
  explicit Cursor(SQLite::Statement selected) : rows(std::move(selected)) {}
  SQLite::Statement rows;
  Row row = {};
};

// Copies the rows of a table from all shards, sorted by key_of(source, row). The rows of each shard must have
// this order already. Because rows are inserted in order, the database only grows at its end; inserting one
// shard after the other would rewrite its pages for every shard. change(source, row): adapts a row to the
// merged run.
template <typename Row, typename Key, typename Change>
void copy(std::vector<Source>& sources, RunStore& store, Key key_of, Change change) {
  using NextRow = std::pair<std::int64_t, std::size_t>;  // key, source
  std::vector<std::unique_ptr<Cursor<Row>>> cursors;
  std::priority_queue<NextRow, std::vector<NextRow>, std::greater<>> next;
  const auto step = [&](std::size_t i) {
    try {
      if (!cursors[i]->rows.executeStep()) return;
      read_row(cursors[i]->rows, cursors[i]->row);
      next.emplace(key_of(sources[i], cursors[i]->row), i);
    } catch (const SQLite::Exception& error) {
      throw unreadable_database(sources[i].file, error);
    }
  };
  const std::string select = select_sql<Row>(), insert = insert_sql<Row>();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    cursors.push_back(std::make_unique<Cursor<Row>>(SQLite::Statement(*sources[i].database, select)));
    step(i);
  }
  while (!next.empty()) {
    const std::size_t i = next.top().second;
    next.pop();
    Row& row = cursors[i]->row;
    change(sources[i], row);
    store.execute(insert.c_str(), [&](SQLite::Statement& to) { bind_row(to, row); });
    step(i);
  }
}

// Copies a table whose rows belong to instances, and replaces the ids of instances by those in the merged
// run.
template <typename Row>
void copy_of_instances(std::vector<Source>& sources, RunStore& store) {
  const auto id_of = [](const Source& source, const Row& row) {
    return source.ids.at(static_cast<std::size_t>(row.instance));
  };
  copy<Row>(sources, store, id_of, [&](const Source& source, Row& row) {
    row.instance = id_of(source, row);
    if constexpr (std::is_same_v<Row, VerificationRow> || std::is_same_v<Row, FirstRow>)
      if (!row.file.empty()) row.file = (fs::path(source.from_out) / row.file).string();
  });
}

// Copies table inputs. Throws InputError if an input is not in the shard.
void copy_inputs(std::vector<Source>& sources, RunStore& store) {
  copy<InputRow>(
      sources, store, [](const Source&, const InputRow& row) { return row.id; },
      [](const Source& source, const InputRow& row) {
        if (!source.facts.shard.holds(row.id))
          throw InputError("{}: table inputs, id {}: is none of shard {}'s", source.file.string(), row.id,
                           source.facts.shard.text());
      });
}

// Copies table instances in the order of their inputs, numbers them again and sets Source::ids.
void copy_instances(std::vector<Source>& sources, RunStore& store) {
  int next = 0;
  copy<InstanceRow>(
      sources, store, [](const Source&, const InstanceRow& row) { return row.input; },
      [&](Source& source, InstanceRow& row) {
        if (row.id != static_cast<int>(source.ids.size()))
          throw InputError("{}: table instances, id {}: expected ids from 0 on, without a gap",
                           source.file.string(), row.id);
        source.ids.push_back(next);
        row.id = next++;
      });
}

// Copies examples, of which shards have the same one for a class, and the sums of timings.
void copy_examples_and_timings(const std::vector<Source>& sources, RunStore& store) {
  const std::string example = insert_sql<ExampleRow>("INSERT OR IGNORE");
  const std::string timing = insert_sql<TimingRow>() +
                             " ON CONFLICT (attack, part) DO UPDATE SET seconds = seconds + excluded.seconds";
  for (const Source& source : sources) {
    for_each_row<ExampleRow>(*source.database, [&](const ExampleRow& row) {
      store.execute(example.c_str(), [&](SQLite::Statement& to) { bind_row(to, row); });
    });
    for_each_row<TimingRow>(*source.database, [&](const TimingRow& row) {
      store.execute(timing.c_str(), [&](SQLite::Statement& to) { bind_row(to, row); });
    });
  }
}

void fill(std::vector<Source>& sources, const FactTexts& facts, RunStore& store) {
  for (const auto& [key, value] : facts) store.set(key, value);
  copy_inputs(sources, store);
  copy_instances(sources, store);
  copy_examples_and_timings(sources, store);
  copy_of_instances<QueryRow>(sources, store);
  copy_of_instances<WarmStartRow>(sources, store);
  copy_of_instances<AdversarialRow>(sources, store);
  // Runs by earlier versions lack this table.
  if (facts.contains("minimise")) copy_of_instances<FirstRow>(sources, store);
  copy_of_instances<NearerRow>(sources, store);
  copy_of_instances<VerificationRow>(sources, store);
}

// Returns whether `file` holds a merged run, which can be replaced because its shards exist. Throws
// InputError if it holds another run. `out`: the option, for the message.
bool holds_merged(const fs::path& file, const fs::path& out) {
  if (!RunStore::holds_run(file)) return false;
  const bool merged = with_run_database(file, [](SQLite::Database& database) {
    return database.execAndGet("SELECT COUNT(*) FROM run WHERE key = 'merged'").getInt() > 0;
  });
  if (!merged)
    throw InputError(
        "--out {}: holds a run that was not merged from shards, and would be lost; name another folder",
        out.string());
  return true;
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
  if (error) throw InputError("--out: {} cannot be created: {}", out.string(), error.message());
  const bool replaces = holds_merged(out / "run.sqlite", out);
  for (Source& source : sources) source.from_out = fs::relative(source.facts.folder, out).string();
  const auto run_facts = merged_facts(facts, out);
  RunStore::create(
      out / "run.sqlite", run_schema(), [&](RunStore& store) { fill(sources, run_facts, store); }, replaces);
  write_atomically(out / "config.ini", run_facts.at("config_ini"));
  return merged;
}

}  // namespace bora::attacks
