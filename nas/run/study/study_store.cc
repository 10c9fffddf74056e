#include "nas/run/study/study_store.h"

#include "common/setting_error.h"
#include "nas/run/search_store.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

constexpr RunSchema kStudySchema{R"sql(
CREATE TABLE run (            -- facts about the study: program (bo-nas), space, table (SHA-256 of the file), dataset, objective,
  key   TEXT PRIMARY KEY,     -- budget, batch, version; started, status (running|interrupted|complete), finished
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE searches (
  strategy TEXT NOT NULL,     -- name with its settings, as typed
  seed     INTEGER NOT NULL,
  seconds  REAL NOT NULL,     -- time used by the strategy itself
  PRIMARY KEY (strategy, seed)
) WITHOUT ROWID;
CREATE TABLE evaluations (
  strategy     TEXT NOT NULL,
  seed         INTEGER NOT NULL,
  evaluation   INTEGER NOT NULL, -- 1, 2, ...
  architecture TEXT NOT NULL,
  accuracy     REAL NOT NULL,    -- percent
  PRIMARY KEY (strategy, seed, evaluation)
) WITHOUT ROWID;
)sql",
                                 1, "bo-nas"};

}  // namespace

bool StudyStore::holds_study(const fs::path& folder) {
  return RunStore::holds_run(folder / kFile);
}

StudyStore StudyStore::create(const fs::path& folder, const std::map<std::string, std::string>& facts) {
  return StudyStore(create_store(folder, kStudySchema, "bo-nas", facts));
}

StudyStore StudyStore::open(const fs::path& folder, const std::map<std::string, std::string>& facts) {
  StudyStore store(RunStore::open(folder / kFile, kStudySchema));
  const std::string file = store.store_.file().string();
  if (store.store_.get("program") != "bo-nas") throw InputError("{}: is not a study of bo-nas", file);
  for (const auto& [key, value] : facts)
    if (const std::string stored = store.store_.get(key); stored != value)
      throw other_fact("study", folder, key, stored, value);
  return store;
}

void StudyStore::add(const std::string& strategy, int seed, const StudyRun& run) {
  store_.begin();
  store_.execute_with("INSERT INTO searches VALUES (?, ?, ?)", strategy, seed, run.seconds);
  int number = 0;
  for (const StudyEvaluation& each : run.evaluations)
    store_.execute_with("INSERT INTO evaluations VALUES (?, ?, ?, ?, ?)", strategy, seed, ++number,
                        each.architecture, each.accuracy);
  store_.commit();
}

StudyRuns StudyStore::runs() const {
  StudyRuns runs;
  store_.select("SELECT strategy, seed, seconds FROM searches", [&](SQLite::Statement& s) {
    runs[{s.getColumn(0).getString(), s.getColumn(1).getInt()}].seconds = s.getColumn(2).getDouble();
  });
  store_.select(
      "SELECT strategy, seed, architecture, accuracy FROM evaluations ORDER BY strategy, seed, evaluation",
      [&](SQLite::Statement& s) {
        runs[{s.getColumn(0).getString(), s.getColumn(1).getInt()}].evaluations.push_back(
            {s.getColumn(2).getString(), s.getColumn(3).getDouble()});
      });
  return runs;
}

}  // namespace bora::nas
