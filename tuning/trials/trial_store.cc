#include "tuning/trials/trial_store.h"

#include <utility>

#include <fmt/ranges.h>

#include "common/json.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "common/text.h"

namespace bora::tuning {
namespace {

namespace fs = std::filesystem;

constexpr RunSchema kSchema{R"sql(
CREATE TABLE run (            -- facts about the run: program (bo-opt), space (TOML), command (JSON array), config (INI),
  key   TEXT PRIMARY KEY,     -- objectives (JSON: name -> minimise|maximise), status (running|interrupted|complete), started, finished,
  value TEXT NOT NULL         -- constraints (JSON: array of NAME<=NUMBER), directory (working directory of its start),
                              -- window (maximum number of pending trials), horizon (first budget), version, stopped (why it ended before its budget),
                              -- unit_0, unit_1, ... (unit in which the first trial printed that value, objectives first),
                              -- warnings (JSON array of those on values),
                              -- files (SHA-256 of the files that the command names, as sha256sum prints them; not in earlier versions)
) WITHOUT ROWID;
CREATE TABLE trials (
  number   INTEGER PRIMARY KEY, -- 1, 2, ... in the order asked for; rows of a warm start have 0, -1, ...
  key      TEXT NOT NULL,     -- coordinates of the point in the optimiser's space
  point    TEXT NOT NULL,     -- JSON: parameter -> value, without inactive parameters
  status   TEXT NOT NULL,     -- waiting | done | failed | timed out
  value    TEXT,              -- shortest text that reads back to the value; with several objectives or constraints a
                              -- JSON array, objectives first; NULL if the trial has no value
  seconds  REAL NOT NULL,     -- wall-clock time of the last attempt; sum over repeats
  attempts INTEGER NOT NULL,
  reason   TEXT NOT NULL,     -- why it has no value, else ''
  asked    INTEGER,           -- positions, in one sequence of events, at which the trial was asked for and at which
  told     INTEGER            -- its end was told to the optimiser: replaying the sequence restores the optimiser
);
CREATE TABLE repeats (        -- each run of the program, if trials are repeated; the trial has their means
  trial    INTEGER NOT NULL,
  repeat   INTEGER NOT NULL,  -- 1, 2, ...
  status   TEXT NOT NULL,     -- this and the following: as in trials
  value    TEXT,
  seconds  REAL NOT NULL,
  attempts INTEGER NOT NULL,
  reason   TEXT NOT NULL,
  PRIMARY KEY (trial, repeat)
) WITHOUT ROWID;
)sql",
                            1, "bo-opt"};

std::optional<std::string> values_text(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  if (values.size() == 1) return fmt::to_string(values.front());
  return fmt::format("[{}]", fmt::join(values, ", "));
}

// Executes an SQL statement that has a parameter for each column of the table trials.
void put_row(RunStore& store, const char* sql, const TrialRow& row) {
  store.execute_with(sql, row.number, row.key, row.point, row.status, values_text(row.values), row.seconds,
                     row.attempts, row.reason, row.asked, row.told);
}

std::vector<double> parse_values(const std::string& text, std::int64_t trial, const fs::path& file) {
  const auto wrong = [&] {
    return InputError("{}: trials, number {}: value is '{}', expected numbers", file.string(), trial,
                      printable(text));
  };
  const nlohmann::json parsed = parse_json(text);
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
    "SELECT number, key, point, status, value, seconds, attempts, reason, asked, told FROM trials ORDER BY number";

TrialRow read_row(SQLite::Statement& s, const fs::path& file) {
  TrialRow row;
  std::optional<std::string> values;
  read_columns(s, row.number, row.key, row.point, row.status, values, row.seconds, row.attempts, row.reason,
               row.asked, row.told);
  if (!parse_json(row.point).is_object())
    throw InputError("{}: trials, number {}: point is '{}', expected a JSON object", file.string(),
                     row.number, printable(row.point));
  if (values) row.values = parse_values(*values, row.number, file);
  return row;
}

constexpr const char* kRepeats =
    "SELECT trial, repeat, status, value, seconds, attempts, reason FROM repeats ORDER BY trial, repeat";

// Adds the repeat in the current row of `s` to its trial. rows: sorted by number.
void read_repeat(SQLite::Statement& s, const fs::path& file, std::vector<TrialRow>& rows) {
  std::int64_t trial = 0;
  RepeatRow repeat;
  std::optional<std::string> values;
  read_columns(s, trial, repeat.number, repeat.status, values, repeat.seconds, repeat.attempts,
               repeat.reason);
  const auto row = std::ranges::lower_bound(rows, trial, {}, &TrialRow::number);
  if (row == rows.end() || row->number != trial)
    throw InputError("{}: repeats: there is no trial of number {}", file.string(), trial);
  if (values) repeat.values = parse_values(*values, trial, file);
  row->repeats.push_back(std::move(repeat));
}

}  // namespace

std::vector<std::string> parse_warnings(const std::string& fact) {
  const nlohmann::json parsed = parse_json(fact);
  std::vector<std::string> warnings;
  if (!parsed.is_array()) return warnings;
  for (const auto& item : parsed)
    if (item.is_string()) warnings.push_back(item.get<std::string>());
  return warnings;
}

bool TrialStore::holds_run(const fs::path& folder) {
  return RunStore::holds_run(folder / kFile);
}

TrialStore TrialStore::create(const fs::path& folder, const std::function<void(TrialStore&)>& fill) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw SettingError("out", "{} cannot be created: {}", folder.string(), error.message());
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

void TrialStore::add_warning(const std::string& text) {
  std::vector<std::string> warnings = parse_warnings(get("warnings"));
  if (std::ranges::find(warnings, text) != warnings.end()) return;
  warnings.push_back(text);
  set("warnings", json_text(nlohmann::json(warnings)));
}

void TrialStore::add(const TrialRow& row) {
  put_row(store_, "INSERT INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row);
}

void TrialStore::update(const TrialRow& row) {
  put_row(store_, "INSERT OR REPLACE INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row);
}

void TrialStore::add_repeat(std::int64_t trial, const RepeatRow& repeat) {
  store_.execute_with("INSERT OR REPLACE INTO repeats VALUES (?, ?, ?, ?, ?, ?, ?)", trial, repeat.number,
                      repeat.status, values_text(repeat.values), repeat.seconds, repeat.attempts,
                      repeat.reason);
}

std::vector<TrialRow> TrialStore::trials() const {
  std::vector<TrialRow> rows;
  store_.select(kTrials, [&](SQLite::Statement& s) { rows.push_back(read_row(s, file())); });
  // Runs of earlier versions lack the table.
  if (store_.database().tableExists("repeats"))
    store_.select(kRepeats, [&](SQLite::Statement& s) { read_repeat(s, file(), rows); });
  return rows;
}

std::string StoredRun::fact(const std::string& key) const {
  const auto found = facts.find(key);
  return found == facts.end() ? "" : found->second;
}

const std::string& StoredRun::required(const std::string& key) const {
  const auto found = facts.find(key);
  if (found == facts.end()) throw InputError("{}: the run table lacks '{}'", file.string(), key);
  return found->second;
}

int StoredRun::number(const std::string& key) const {
  return parse_number<int>(required(key), fmt::format("{}: run.{}", file.string(), key), 1);
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
    database->exec("BEGIN");  // all tables are read at the same moment
    SQLite::Statement facts(*database, "SELECT key, value FROM run");
    while (facts.executeStep()) run.facts[facts.getColumn(0).getString()] = facts.getColumn(1).getString();
    SQLite::Statement trials(*database, kTrials);
    while (trials.executeStep()) run.trials.push_back(read_row(trials, run.file));
    if (database->tableExists("repeats")) {
      SQLite::Statement repeats(*database, kRepeats);
      while (repeats.executeStep()) read_repeat(repeats, run.file, run.trials);
    }
  } catch (const SQLite::Exception& error) {
    throw InputError("{}: not a readable run database: {}", run.file.string(), printable(error.what()));
  }
  return run;
}

}  // namespace bora::tuning
