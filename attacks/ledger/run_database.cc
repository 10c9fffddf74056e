#include "attacks/ledger/run_database.h"

#include <charconv>
#include <optional>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/ledger/run_check.h"
#include "attacks/ledger/run_facts.h"
#include "attacks/ledger/schema.h"
#include "common/error.h"
#include "common/text.h"
#include "runs/run_store.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

template <typename T>
std::vector<T> blob(const SQLite::Column& column) {
  const auto* data = static_cast<const T*>(column.getBlob());
  return {data, data + column.getBytes() / sizeof(T)};
}

template <typename T>
void bind_blob(SQLite::Statement& statement, int index, const std::vector<T>& values) {
  // A null pointer would be taken for SQL's NULL.
  static const T nothing{};
  statement.bindNoCopy(index, values.empty() ? &nothing : values.data(),
                       static_cast<int>(values.size() * sizeof(T)));
}

void bind_blob(SQLite::Statement& statement, int index, const std::string& bytes) {
  statement.bindNoCopy(index, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
}

void bind_optional(SQLite::Statement& statement, int index, const auto& value) {
  if (value) {
    statement.bind(index, *value);
  } else {
    statement.bind(index);
  }
}

bool is_ended(const std::string& status) {
  return status == "success" || status == "exhausted" || status == "failed";
}

}  // namespace

bool has_ended(const InstanceRow& row) {
  return is_ended(row.status);
}

struct RunDatabase::State {
  RunStore store;
  std::optional<bool> keeps_queries = std::nullopt;  // the fact store, once it is known
};

namespace {

constexpr RunSchema kRunSchema{kSchema, kSchemaVersion, "bo-report"};

}  // namespace

RunDatabase::RunDatabase(std::unique_ptr<State> state) : state_(std::move(state)) {}
RunDatabase::~RunDatabase() = default;
RunDatabase::RunDatabase(RunDatabase&&) noexcept = default;

bool RunDatabase::holds_run(const fs::path& file) {
  return RunStore::holds_run(file);
}

RunDatabase RunDatabase::create(const fs::path& file, const std::function<void(RunDatabase&)>& fill) {
  RunStore made = RunStore::create(file, kRunSchema, [&](RunStore& store) {
    if (!fill) return;
    RunDatabase database(std::make_unique<State>(std::move(store)));
    fill(database);
    store = std::move(database.state_->store);
  });
  return RunDatabase(std::make_unique<State>(std::move(made)));
}

RunDatabase RunDatabase::open(const fs::path& file) {
  return RunDatabase(std::make_unique<State>(RunStore::open(file, kRunSchema)));
}

void RunDatabase::check() {
  SQLite::Database& database = state_->store.database();
  const fs::path& file = state_->store.file();
  try {
    RunRecord run;
    read_facts(database, file, run);
    check_rows(database, file, run);
    check_resumable(database, file, run);
  } catch (const SQLite::Exception& error) {
    throw InputError("{}: is damaged ({})", file.string(), printable(error.what()));
  }
}

void RunDatabase::begin() {
  state_->store.begin();
}

void RunDatabase::commit() {
  state_->store.commit();
}

void RunDatabase::set(const std::string& key, const std::string& value) {
  state_->store.set(key, value);
}

std::string RunDatabase::get(const std::string& key) const {
  return state_->store.get(key);
}

std::uint64_t RunDatabase::number(const std::string& key, std::uint64_t most) const {
  const std::string text = get(key);
  if (text.empty()) return 0;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > most)
    throw InputError("{}: table run, key {}: value is '{}', expected a whole number from 0 to {}",
                     state_->store.file().string(), key, printable(text), most);
  return value;
}

void RunDatabase::add(const InputRow& row) {
  state_->store.execute("INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        [&](SQLite::Statement& s) {
                          s.bind(1, row.id);
                          s.bind(2, row.record);
                          s.bind(3, row.name);
                          s.bind(4, row.label);
                          s.bind(5, row.predicted);
                          s.bind(6, row.attacked ? 1 : 0);
                          s.bind(7, row.reason);
                          s.bind(8, row.nodes);
                          s.bind(9, row.edges);
                          if (row.content.empty()) {
                            s.bind(10);
                          } else {
                            bind_blob(s, 10, row.content);
                          }
                          bind_blob(s, 11, row.scores);
                        });
}

void RunDatabase::add(const ExampleRow& row) {
  state_->store.execute("INSERT INTO examples VALUES (?, ?)", [&](SQLite::Statement& s) {
    s.bind(1, row.label);
    bind_blob(s, 2, row.content);
  });
}

void RunDatabase::add(const InstanceRow& row) {
  state_->store.execute("INSERT INTO instances VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        [&](SQLite::Statement& s) {
                          s.bind(1, row.id);
                          s.bind(2, row.attack);
                          s.bind(3, row.input);
                          bind_optional(s, 4, row.target);
                          s.bind(5, static_cast<std::int64_t>(row.seed));
                          s.bind(6, row.budget);
                          s.bind(7, row.status);
                          s.bind(8, row.queries);
                          s.bind(9, row.attempts);
                          s.bind(10, row.reason);
                        });
}

void RunDatabase::add(const QueryRow& row) {
  state_->store.execute("INSERT INTO queries VALUES (?, ?, ?, ?, ?, ?, ?)", [&](SQLite::Statement& s) {
    s.bind(1, row.instance);
    s.bind(2, row.number);
    s.bind(3, row.input_hash);
    s.bind(4, row.objective);
    s.bind(5, row.predicted);
    s.bind(6, row.success ? 1 : 0);
    bind_blob(s, 7, row.scores);
  });
}

void RunDatabase::add(const AdversarialRow& row) {
  state_->store.execute("INSERT OR REPLACE INTO adversarials VALUES (?, ?, ?, ?, ?)",
                        [&](SQLite::Statement& s) {
                          s.bind(1, row.instance);
                          s.bind(2, row.predicted);
                          s.bind(3, row.distance);
                          bind_optional(s, 4, row.l2);
                          bind_blob(s, 5, row.content);
                        });
}

void RunDatabase::add(const NearerRow& row) {
  state_->store.execute("INSERT INTO nearer VALUES (?, ?, ?, ?)", [&](SQLite::Statement& s) {
    s.bind(1, row.instance);
    s.bind(2, row.number);
    s.bind(3, row.distance);
    s.bind(4, row.details);
  });
}

void RunDatabase::add(const LessonRow& row) {
  state_->store.execute("INSERT INTO lessons VALUES (?, ?)", [&](SQLite::Statement& s) {
    s.bind(1, row.instance);
    bind_blob(s, 2, row.content);
  });
}

void RunDatabase::set_status(int instance, const std::string& status, int queries, int attempts,
                             const std::string& reason) {
  state_->store.execute("UPDATE instances SET status = ?, queries = ?, attempts = ?, reason = ? WHERE id = ?",
                        [&](SQLite::Statement& s) {
                          s.bind(1, status);
                          s.bind(2, queries);
                          s.bind(3, attempts);
                          s.bind(4, reason);
                          s.bind(5, instance);
                        });
  if (!is_ended(status)) return;
  if (!state_->keeps_queries) state_->keeps_queries = get("store") != "summary";
  if (!*state_->keeps_queries)
    state_->store.execute("DELETE FROM queries WHERE instance = ?",
                          [&](SQLite::Statement& s) { s.bind(1, instance); });
}

void RunDatabase::set_attempts(int instance, int attempts) {
  state_->store.execute("UPDATE instances SET attempts = ? WHERE id = ?", [&](SQLite::Statement& s) {
    s.bind(1, attempts);
    s.bind(2, instance);
  });
}

void RunDatabase::set_timing(const std::string& attack, const std::string& part, double seconds) {
  state_->store.execute(
      "INSERT INTO timings VALUES (?, ?, ?) ON CONFLICT (attack, part) DO UPDATE SET seconds = "
      "excluded.seconds",
      [&](SQLite::Statement& s) {
        s.bind(1, attack);
        s.bind(2, part);
        s.bind(3, seconds);
      });
}

void RunDatabase::replace_verification(const std::vector<VerificationRow>& rows) {
  begin();
  state_->store.execute("DELETE FROM verification", [](SQLite::Statement&) {});
  for (const auto& row : rows)
    state_->store.execute("INSERT INTO verification VALUES (?, ?, ?, ?, ?, ?)", [&](SQLite::Statement& s) {
      s.bind(1, row.instance);
      s.bind(2, row.file);
      s.bind(3, row.distance);
      s.bind(4, row.within ? 1 : 0);
      s.bind(5, row.predicted);
      s.bind(6, row.confirmed ? 1 : 0);
    });
  commit();
}

std::vector<InputRow> RunDatabase::inputs() const {
  std::vector<InputRow> rows;
  state_->store.select(
      "SELECT id, record, name, label, predicted, attacked, reason, nodes, edges, content, scores FROM "
      "inputs ORDER BY id",
      [&](SQLite::Statement& s) {
        rows.push_back({s.getColumn(0).getInt(), s.getColumn(1).getInt(), s.getColumn(2).getString(),
                        s.getColumn(3).getInt(), s.getColumn(4).getInt(), s.getColumn(5).getInt() != 0,
                        s.getColumn(6).getString(), s.getColumn(7).getInt(), s.getColumn(8).getInt(),
                        s.getColumn(9).getString(), blob<float>(s.getColumn(10))});
      });
  return rows;
}

std::vector<ExampleRow> RunDatabase::examples() const {
  std::vector<ExampleRow> rows;
  state_->store.select("SELECT class, content FROM examples ORDER BY class", [&](SQLite::Statement& s) {
    rows.push_back({s.getColumn(0).getInt(), s.getColumn(1).getString()});
  });
  return rows;
}

std::vector<InstanceRow> RunDatabase::instances() const {
  std::vector<InstanceRow> rows;
  state_->store.select(
      "SELECT id, attack, input, target, seed, budget, status, queries, attempts, reason FROM instances ORDER BY id",
      [&](SQLite::Statement& s) {
        InstanceRow row;
        row.id = s.getColumn(0).getInt();
        row.attack = s.getColumn(1).getString();
        row.input = s.getColumn(2).getInt();
        if (!s.getColumn(3).isNull()) row.target = s.getColumn(3).getInt();
        row.seed = static_cast<std::uint64_t>(s.getColumn(4).getInt64());
        row.budget = s.getColumn(5).getInt();
        row.status = s.getColumn(6).getString();
        row.queries = s.getColumn(7).getInt();
        row.attempts = s.getColumn(8).getInt();
        row.reason = s.getColumn(9).getString();
        rows.push_back(std::move(row));
      });
  return rows;
}

std::vector<QueryRow> RunDatabase::queries(int instance) const {
  std::vector<QueryRow> rows;
  state_->store.select(
      fmt::format("SELECT number, input_hash, objective, predicted, success, scores FROM queries "
                  "WHERE instance = {} ORDER BY number",
                  instance),
      [&](SQLite::Statement& s) {
        rows.push_back({instance, s.getColumn(0).getInt(), s.getColumn(1).getInt64(),
                        s.getColumn(2).getDouble(), s.getColumn(3).getInt(), s.getColumn(4).getInt() != 0,
                        blob<float>(s.getColumn(5))});
      });
  return rows;
}

int RunDatabase::first_example(int instance) const {
  int number = 0;
  state_->store.select(
      fmt::format("SELECT number FROM nearer WHERE instance = {} ORDER BY number LIMIT 1", instance),
      [&](SQLite::Statement& s) { number = s.getColumn(0).getInt(); });
  return number;
}

std::vector<AdversarialRow> RunDatabase::adversarials() const {
  std::vector<AdversarialRow> rows;
  state_->store.select(
      "SELECT instance, predicted, distance, l2, content, (SELECT details FROM nearer WHERE nearer.instance ="
      " adversarials.instance ORDER BY number DESC LIMIT 1) FROM adversarials ORDER BY instance",
      [&](SQLite::Statement& s) {
        AdversarialRow row;
        row.instance = s.getColumn(0).getInt();
        row.predicted = s.getColumn(1).getInt();
        row.distance = s.getColumn(2).getDouble();
        if (!s.getColumn(3).isNull()) row.l2 = s.getColumn(3).getDouble();
        row.content = s.getColumn(4).getString();
        if (!s.getColumn(5).isNull()) row.details = s.getColumn(5).getString();
        rows.push_back(std::move(row));
      });
  return rows;
}

std::vector<LessonRow> RunDatabase::lessons() const {
  std::vector<LessonRow> rows;
  state_->store.select("SELECT instance, content FROM lessons ORDER BY instance", [&](SQLite::Statement& s) {
    rows.push_back({s.getColumn(0).getInt(), s.getColumn(1).getString()});
  });
  return rows;
}

std::map<std::string, std::map<std::string, double>> RunDatabase::timings() const {
  std::map<std::string, std::map<std::string, double>> seconds;
  state_->store.select("SELECT attack, part, seconds FROM timings", [&](SQLite::Statement& s) {
    seconds[s.getColumn(0).getString()][s.getColumn(1).getString()] = s.getColumn(2).getDouble();
  });
  return seconds;
}

}  // namespace bora
