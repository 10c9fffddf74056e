#include "tools/opt/trial_store.h"

#include <charconv>
#include <utility>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/text.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

constexpr RunSchema kSchema{R"sql(
CREATE TABLE run (            -- facts about the run: program (bo-opt), space (TOML), command (JSON array), config (INI),
  key   TEXT PRIMARY KEY,     -- objectives (JSON: name -> minimise|maximise), status (running|interrupted|complete), started, finished,
  value TEXT NOT NULL         -- directory (that it was begun in), window (trials asked for and not told, at most), horizon
                              -- (its first budget), version, stopped (why it ended before its budget)
) WITHOUT ROWID;
CREATE TABLE trials (
  number   INTEGER PRIMARY KEY, -- 1, 2, ... in the order asked for; of a warm start 0, -1, ...
  key      TEXT NOT NULL,     -- what it is to the optimiser: its coordinates
  point    TEXT NOT NULL,     -- JSON: parameter -> value; without those that mean nothing
  status   TEXT NOT NULL,     -- waiting | done | failed | timed out
  value    TEXT,              -- shortest text that reads back to it, of several objectives a JSON array; NULL without one
  seconds  REAL NOT NULL,     -- on the clock, of the last attempt
  attempts INTEGER NOT NULL,
  reason   TEXT NOT NULL,     -- why it has no value, else ''
  asked    INTEGER,           -- the places, in one order of events, at which it was asked for and at which its end was
  told     INTEGER            -- told to the optimiser: replaying them leads to the same next point
);
)sql",
                            1, "bo-opt"};

void bind_row(SQLite::Statement& s, const TrialRow& row) {
  const auto bind_optional = [&](int at, const auto& value) {
    if (value) {
      s.bind(at, *value);
    } else {
      s.bind(at);
    }
  };
  s.bind(1, row.number);
  s.bind(2, row.key);
  s.bind(3, row.point);
  s.bind(4, row.status);
  if (row.values.empty()) {
    s.bind(5);
  } else if (row.values.size() == 1) {
    s.bind(5, fmt::to_string(row.values.front()));
  } else {
    s.bind(5, fmt::format("[{}]", fmt::join(row.values, ", ")));
  }
  s.bind(6, row.seconds);
  s.bind(7, row.attempts);
  s.bind(8, row.reason);
  bind_optional(9, row.asked);
  bind_optional(10, row.told);
}

std::vector<double> parse_values(const std::string& text, std::int64_t trial, const fs::path& file) {
  const auto wrong = [&] {
    return InputError("{}: trials, number {}: value is '{}', expected numbers", file.string(), trial,
                      printable(text));
  };
  const nlohmann::json parsed = nlohmann::json::parse(text, nullptr, false);
  std::vector<double> values;
  if (parsed.is_number()) return {parsed.get<double>()};
  if (!parsed.is_array() || parsed.empty()) throw wrong();
  for (const auto& item : parsed) {
    if (!item.is_number()) throw wrong();
    values.push_back(item.get<double>());
  }
  return values;
}

constexpr const char* kTrials =
    "SELECT number, key, point, status, value, seconds, attempts, reason, asked, told FROM trials ORDER BY "
    "number";

TrialRow read_row(SQLite::Statement& s, const fs::path& file) {
  TrialRow row;
  row.number = s.getColumn(0).getInt64();
  row.key = s.getColumn(1).getString();
  row.point = s.getColumn(2).getString();
  row.status = s.getColumn(3).getString();
  if (!s.getColumn(4).isNull()) row.values = parse_values(s.getColumn(4).getString(), row.number, file);
  row.seconds = s.getColumn(5).getDouble();
  row.attempts = s.getColumn(6).getInt();
  row.reason = s.getColumn(7).getString();
  if (!s.getColumn(8).isNull()) row.asked = s.getColumn(8).getInt64();
  if (!s.getColumn(9).isNull()) row.told = s.getColumn(9).getInt64();
  return row;
}

}  // namespace

bool TrialStore::holds_run(const fs::path& folder) {
  return RunStore::holds_run(folder / kFile);
}

TrialStore TrialStore::create(const fs::path& folder, const std::function<void(TrialStore&)>& fill) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError("--out: {} cannot be made: {}", folder.string(), error.message());
  return TrialStore(RunStore::create(folder / kFile, kSchema, [&](RunStore& made) {
    TrialStore store(std::move(made));
    store.set("program", "bo-opt");
    fill(store);
    made = std::move(store.store_);
  }));
}

TrialStore TrialStore::open(const fs::path& folder) {
  TrialStore store(RunStore::open(folder / kFile, kSchema));
  if (store.get("program") != "bo-opt") throw InputError("{}: is not a run of bo-opt", store.file().string());
  return store;
}

void TrialStore::add(const TrialRow& row) {
  store_.execute("INSERT INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                 [&](SQLite::Statement& s) { bind_row(s, row); });
}

void TrialStore::update(const TrialRow& row) {
  store_.execute("INSERT OR REPLACE INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                 [&](SQLite::Statement& s) { bind_row(s, row); });
}

std::vector<TrialRow> TrialStore::trials() const {
  std::vector<TrialRow> rows;
  store_.select(kTrials, [&](SQLite::Statement& s) { rows.push_back(read_row(s, file())); });
  return rows;
}

const std::string& StoredRun::required(const std::string& key) const {
  const auto found = facts.find(key);
  if (found == facts.end()) throw InputError("{}: the run table lacks '{}'", file.string(), key);
  return found->second;
}

int StoredRun::number(const std::string& key) const {
  const std::string& text = required(key);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1)
    throw InputError("{}: run.{} is '{}', expected a whole number of at least 1", file.string(), key,
                     printable(text));
  return value;
}

StoredRun read_tuning_run(const fs::path& folder) {
  StoredRun run{folder / TrialStore::kFile, {}, {}};
  if (!RunStore::holds_run(run.file)) throw InputError("{}: holds no run of bo-opt", folder.string());
  try {
    const auto database = open_for_reading(run.file);
    if (!database->tableExists("run") || !database->tableExists("trials"))
      throw InputError("{}: is not a run of bo-opt", run.file.string());
    const int version = database->execAndGet("PRAGMA user_version").getInt();
    if (version != kSchema.version)
      throw InputError("{}: of schema version {}, this program reads version {}", run.file.string(), version,
                       kSchema.version);
    database->exec("BEGIN");  // one moment for both tables
    SQLite::Statement facts(*database, "SELECT key, value FROM run");
    while (facts.executeStep()) run.facts[facts.getColumn(0).getString()] = facts.getColumn(1).getString();
    SQLite::Statement trials(*database, kTrials);
    while (trials.executeStep()) run.trials.push_back(read_row(trials, run.file));
  } catch (const SQLite::Exception& error) {
    throw InputError("{}: not a readable run database: {}", run.file.string(), printable(error.what()));
  }
  return run;
}

}  // namespace bora
