#include "nas/run/bayesian/bnn_store.h"

#include <fmt/ranges.h>

#include "common/number.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "nas/run/search_store.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

constexpr RunSchema kSchema{R"sql(
CREATE TABLE run (            -- facts: program (bo-nas bnn), version, every option that decides the result, data hash,
  key   TEXT PRIMARY KEY,     -- started, status (running|interrupted|complete), finished
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE rounds (
  round    INTEGER NOT NULL,  -- 0, 1, ...
  place    INTEGER NOT NULL,  -- position of the network in the round
  network  INTEGER NOT NULL,  -- network that the round advances by one checkpoint
  PRIMARY KEY (round, place)
) WITHOUT ROWID;
CREATE TABLE checkpoints (
  network        INTEGER NOT NULL,
  checkpoint     INTEGER NOT NULL,  -- 0, 1, ...
  round          INTEGER NOT NULL,
  log_likelihood REAL NOT NULL,     -- mean over the validation inputs, in the units of the target
  rmse           REAL NOT NULL,
  noise          REAL NOT NULL,
  active         TEXT NOT NULL,     -- number of active units of each layer, such as "50,12"
  seconds        REAL NOT NULL,
  PRIMARY KEY (network, checkpoint)
) WITHOUT ROWID;
)sql",
                            1, "bo-nas"};
// Table that searches of earlier versions lack; it is added when they are opened.
constexpr const char* kFailures = R"sql(
CREATE TABLE IF NOT EXISTS failures (
  network    INTEGER PRIMARY KEY,
  checkpoint INTEGER NOT NULL,  -- first checkpoint that the network did not reach
  round      INTEGER NOT NULL,
  failure    TEXT NOT NULL,     -- reason
  seconds    REAL NOT NULL
))sql";
constexpr const char* kFile = "run.sqlite";
constexpr const char* kProgram = "bo-nas bnn";

}  // namespace

BnnStore::BnnStore(RunStore store) : store_(std::move(store)) {
  store_.execute_with(kFailures);
}

bool BnnStore::holds_search(const fs::path& folder) {
  return RunStore::holds_run(folder / kFile);
}

BnnStore BnnStore::create(const fs::path& folder, const std::map<std::string, std::string>& facts) {
  return BnnStore(create_store(folder, kSchema, kProgram, facts));
}

BnnStore BnnStore::open(const fs::path& folder, const std::map<std::string, std::string>& facts) {
  RunStore run = RunStore::open(folder / kFile, kSchema);
  if (run.get("program") != kProgram)
    throw InputError("{}: is not a search of bo-nas --space bnn", run.file().string());
  BnnStore store(std::move(run));
  for (const auto& [key, value] : facts) {
    const std::string stored = store.get(key);
    if (stored == value || key == "version") continue;
    if (key == "data hash")
      throw SettingError("data", "the inputs are not those that the search in {} was made with",
                         folder.string());
    throw SettingError(key, "the search in {} was made with '{}', it cannot be resumed with '{}'",
                       folder.string(), printable(stored), printable(value));
  }
  return store;
}

void BnnStore::put_round(int round, const std::vector<int>& networks) {
  store_.begin();
  int place = 0;
  for (const int network : networks)
    store_.execute_with("INSERT INTO rounds VALUES (?, ?, ?)", round, place++, network);
  store_.commit();
}

std::map<int, std::vector<int>> BnnStore::rounds() const {
  std::map<int, std::vector<int>> all;
  store_.select("SELECT round, network FROM rounds ORDER BY round, place", [&](SQLite::Statement& s) {
    all[s.getColumn(0).getInt()].push_back(s.getColumn(1).getInt());
  });
  return all;
}

void BnnStore::put(const BnnCheckpoint& checkpoint) {
  if (!checkpoint.failure.empty()) {
    store_.execute_with("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?)", checkpoint.network,
                        checkpoint.checkpoint, checkpoint.round, checkpoint.failure, checkpoint.seconds);
    return;
  }
  store_.execute_with("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                      checkpoint.network, checkpoint.checkpoint, checkpoint.round, checkpoint.log_likelihood,
                      checkpoint.rmse, checkpoint.noise, fmt::format("{}", fmt::join(checkpoint.active, ",")),
                      checkpoint.seconds);
}

std::vector<BnnCheckpoint> BnnStore::checkpoints() const {
  std::vector<BnnCheckpoint> all;
  store_.select(
      "SELECT network, checkpoint, round, log_likelihood, rmse, noise, active, seconds FROM checkpoints "
      "ORDER BY round, network",
      [&](SQLite::Statement& s) {
        BnnCheckpoint& row = all.emplace_back();
        std::string active;
        read_columns(s, row.network, row.checkpoint, row.round, row.log_likelihood, row.rmse, row.noise,
                     active, row.seconds);
        for (const std::string& part : split(active, ',')) {
          const auto units = to_number<int>(part, 0);
          if (!units)
            throw InputError("{}: checkpoints: active is '{}', expected numbers of units",
                             store_.file().string(), printable(active));
          row.active.push_back(*units);
        }
      });
  store_.select("SELECT network, checkpoint, round, failure, seconds FROM failures ORDER BY round, network",
                [&](SQLite::Statement& s) {
                  BnnCheckpoint& row = all.emplace_back();
                  read_columns(s, row.network, row.checkpoint, row.round, row.failure, row.seconds);
                  row.failure = printable(row.failure);
                });
  return all;
}

}  // namespace bora::nas
