#include "nas/run/search_store.h"

#include <algorithm>

#include "common/files/config_file.h"
#include "common/setting_error.h"
#include "nas/estimator/zero_cost.h"
#include "nas/supernet/supernet_run.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

constexpr RunSchema kSearchSchema{R"sql(
CREATE TABLE run (            -- facts about the search: program (bo-nas search), version, every option that determines
  key   TEXT PRIMARY KEY,     -- the result, hashes of the training and validation images, budget; started, status
  value TEXT NOT NULL         -- (running|interrupted|complete), finished; with a program of the user files (SHA-256 of
                              -- the files that its command names, as sha256sum prints them; not in earlier versions)
) WITHOUT ROWID;
CREATE TABLE trials (
  number       INTEGER PRIMARY KEY, -- 1, 2, ... in the order asked for; 0: retraining of the best network
  architecture TEXT NOT NULL,
  ended        INTEGER NOT NULL,    -- 0: being trained
  failure      TEXT NOT NULL,       -- reason why it has no value, else ''
  weights      INTEGER NOT NULL,
  seconds      REAL NOT NULL,       -- duration of the training
  latency      REAL NOT NULL,       -- seconds for one image; 0: not measured
  robustness   REAL,                -- fraction of images that resist the attack; NULL: not measured
  queries      INTEGER NOT NULL,    -- number of queries used to measure robustness
  stopped      INTEGER NOT NULL,    -- 1: stopped before its last epoch, since other trials were better by then
  after        INTEGER NOT NULL,    -- number of trials that had ended when it was asked for
  place        INTEGER NOT NULL     -- position in the order in which trials ended, from 1; 0: not ended
);
CREATE TABLE epochs (
  number   INTEGER NOT NULL,
  epoch    INTEGER NOT NULL,  -- 1, 2, ...
  loss     REAL NOT NULL,     -- mean training loss
  accuracy REAL NOT NULL,     -- on the validation images
  validation_loss REAL NOT NULL,
  last_loss       REAL NOT NULL,  -- on the images of the last step
  PRIMARY KEY (number, epoch)
) WITHOUT ROWID;
CREATE TABLE scores (
  number INTEGER NOT NULL,
  name   TEXT NOT NULL,     -- name of a zero-cost score, which is computed before the training
  value  REAL NOT NULL,     -- larger is better
  PRIMARY KEY (number, name)
) WITHOUT ROWID;
)sql",
                                  4, "bo-nas"};
// Table that searches of earlier versions lack; it is added when they are opened.
constexpr const char* kTrainAccuracies = R"sql(
CREATE TABLE IF NOT EXISTS train_accuracies (
  number         INTEGER NOT NULL,
  epoch          INTEGER NOT NULL,
  train_accuracy REAL NOT NULL,  -- on the training images, each before the step that used it
  PRIMARY KEY (number, epoch)
) WITHOUT ROWID)sql";
constexpr const char* kSearchProgram = "bo-nas search";

// Returns a fact of a search. Searches of versions without a setting, which had its default, did not store
// it.
std::string stored_fact(const RunStore& store, const std::string& key) {
  static const std::map<std::string, std::string> defaults{
      {"auxiliary", "0"}, {"drop-path", "0"}, {"motif-score", "mean"}};
  const std::string stored = store.get(key);
  const auto found = defaults.find(key);
  return stored.empty() && found != defaults.end() ? found->second : stored;
}

bool is_sha256(const std::string& text) {
  constexpr std::size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

SearchStore::SearchStore(RunStore store) : store_(std::move(store)) {
  store_.execute_with(kTrainAccuracies);
}

RunStore create_store(const fs::path& folder, const RunSchema& schema, const char* program,
                      const std::map<std::string, std::string>& facts) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw SettingError("out", "{} cannot be created: {}", folder.string(), error.message());
  return RunStore::create(folder / SearchStore::kFile, schema, [&](RunStore& made) {
    made.set("program", program);
    for (const auto& [key, value] : facts) made.set(key, value);
    made.set("started", timestamp());
    made.set("status", "running");
  });
}

SettingError other_fact(const std::string& noun, const fs::path& folder, const std::string& key,
                        const std::string& stored, const std::string& now) {
  const auto error = [&](const std::string& before, const std::string& after) {
    return SettingError(key, "the {} in {} was made with {}, it cannot be resumed with {}", noun,
                        folder.string(), before, after);
  };
  if (!is_sha256(stored) && !is_sha256(now))
    return error(fmt::format("'{}'", printable(stored)), fmt::format("'{}'", printable(now)));
  const auto file_of = [](const std::string& name, const std::string& sha256) {
    if (sha256.empty()) return std::string("no file");
    return (name.empty() ? "a file" : "'" + printable(name) + "'") + " (SHA-256 " + printable(sha256) + ")";
  };
  return error(file_of(option_in_config(folder, key), stored), file_of("", now));
}

bool SearchStore::holds_search(const fs::path& folder) {
  return RunStore::holds_run(folder / kFile);
}

bool SearchStore::is_without_results(const fs::path& folder) {
  if (fs::exists(folder / kSupernet / SupernetRun::kCheckpoint)) return false;
  return std::ranges::all_of(open(folder, {}, {}).rows(), [](const SearchTrial& trial) {
    return trial.epochs.empty() || !trial.failure.empty();
  });
}

SearchStore SearchStore::create(const fs::path& folder, const std::map<std::string, std::string>& facts) {
  return SearchStore(create_store(folder, kSearchSchema, kSearchProgram, facts));
}

SearchStore SearchStore::open(const fs::path& folder, const std::map<std::string, std::string>& facts,
                              const std::vector<std::string>& free) {
  SearchStore store(RunStore::open(folder / kFile, kSearchSchema));
  if (store.store_.get("program") != kSearchProgram)
    throw InputError("{}: is not a search of bo-nas --data", store.store_.file().string());
  for (const auto& [key, value] : facts)
    if (const std::string stored = stored_fact(store.store_, key);
        stored != value && !key.ends_with("hash") && std::ranges::find(free, key) == free.end())
      throw other_fact("search", folder, key, stored, value);
  for (const auto& [key, value] : facts)
    if (key.ends_with("hash") && store.store_.get(key) != value)
      throw SettingError("data", "the images are not those that the search in {} was made with",
                         folder.string());
  return store;
}

void SearchStore::put(const SearchTrial& trial) {
  store_.begin();
  store_.execute_with("INSERT OR REPLACE INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      trial.number, trial.architecture, trial.ended, trial.failure, trial.weights,
                      trial.seconds, trial.latency.value_or(0), trial.robustness, trial.queries,
                      trial.stopped, trial.after, trial.place);
  store_.execute_with("DELETE FROM epochs WHERE number = ?", trial.number);
  store_.execute_with("DELETE FROM train_accuracies WHERE number = ?", trial.number);
  int epoch = 0;
  for (const TrainedEpoch& each : trial.epochs) {
    store_.execute_with("INSERT OR REPLACE INTO epochs VALUES (?, ?, ?, ?, ?, ?)", trial.number, ++epoch,
                        each.loss, each.accuracy, each.validation_loss, each.last_loss);
    if (each.train_accuracy)
      store_.execute_with("INSERT INTO train_accuracies VALUES (?, ?, ?)", trial.number, epoch,
                          *each.train_accuracy);
  }
  for (std::size_t i = 0; i < trial.scores.size(); ++i)
    store_.execute_with("INSERT OR REPLACE INTO scores VALUES (?, ?, ?)", trial.number, zero_cost_names()[i],
                        trial.scores[i]);
  store_.commit();
}

std::vector<SearchTrial> SearchStore::trials() const {
  std::vector<SearchTrial> all = rows();
  std::erase_if(all, [](const SearchTrial& trial) { return trial.number == 0; });
  return all;
}

void SearchStore::put_longer(SearchTrial trial) {
  trial.number = 0;
  put(trial);
}

std::optional<SearchTrial> SearchStore::longer() const {
  std::vector<SearchTrial> all = rows();
  if (all.empty() || all.front().number != 0) return std::nullopt;
  return std::move(all.front());
}

std::vector<SearchTrial> SearchStore::rows() const {
  std::vector<SearchTrial> all;
  store_.select(
      "SELECT number, architecture, ended, failure, weights, seconds, latency, robustness, queries, stopped, "
      "after, place FROM trials ORDER BY number",
      [&](SQLite::Statement& s) {
        SearchTrial& trial = all.emplace_back();
        double latency = 0;
        read_columns(s, trial.number, trial.architecture, trial.ended, trial.failure, trial.weights,
                     trial.seconds, latency, trial.robustness, trial.queries, trial.stopped, trial.after,
                     trial.place);
        if (latency > 0) trial.latency = latency;
      });
  auto owner = all.begin();  // epochs and trials are in the order of the numbers
  store_.select(
      "SELECT number, loss, accuracy, validation_loss, last_loss, train_accuracy FROM epochs LEFT JOIN "
      "train_accuracies USING (number, epoch) ORDER BY number, epoch",
      [&](SQLite::Statement& s) {
        std::int64_t number = 0;
        TrainedEpoch epoch;
        read_columns(s, number, epoch.loss, epoch.accuracy, epoch.validation_loss, epoch.last_loss,
                     epoch.train_accuracy);
        while (owner != all.end() && owner->number < number) ++owner;
        if (owner != all.end() && owner->number == number) owner->epochs.push_back(epoch);
      });
  for (const SearchTrial& trial : all)
    if (trial.ended && trial.failure.empty() && trial.epochs.empty())
      throw InputError("{}: trials, number {}: ended without an epoch, expected one or a failure",
                       store_.file().string(), trial.number);
  std::map<std::int64_t, std::map<std::string, double>> scores;
  store_.select("SELECT number, name, value FROM scores", [&](SQLite::Statement& s) {
    scores[s.getColumn(0).getInt64()][s.getColumn(1).getString()] = s.getColumn(2).getDouble();
  });
  // A trial has all scores or none, because they are stored by position.
  for (SearchTrial& trial : all)
    if (const auto& known = scores[trial.number];
        std::ranges::all_of(zero_cost_names(), [&](const std::string& name) { return known.contains(name); }))
      for (const std::string& name : zero_cost_names()) trial.scores.push_back(known.at(name));
  return all;
}

}  // namespace bora::nas
