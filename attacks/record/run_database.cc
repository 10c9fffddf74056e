#include "attacks/record/run_database.h"

#include <optional>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>

#include "attacks/record/fact_table.h"
#include "attacks/record/run_check.h"
#include "attacks/record/schema.h"
#include "attacks/record/table.h"
#include "common/error.h"
#include "common/text.h"
#include "runs/run_store.h"

namespace bora::attacks {

namespace fs = std::filesystem;

struct RunDatabase::State {
  explicit State(RunStore opened) : store(std::move(opened)) {}
  RunStore store;
  std::optional<bool> keeps_queries = std::nullopt;  // RunFacts::keeps_queries once it was read
};

RunDatabase::RunDatabase(std::unique_ptr<State> state) : state_(std::move(state)) {}
RunDatabase::~RunDatabase() = default;
RunDatabase::RunDatabase(RunDatabase&&) noexcept = default;

bool RunDatabase::holds_run(const fs::path& file) {
  return RunStore::holds_run(file);
}

RunDatabase RunDatabase::create(const fs::path& file, const std::function<void(RunDatabase&)>& fill,
                                bool replaces) {
  const auto fill_store = [&](RunStore& store) {
    if (!fill) return;
    RunDatabase database(std::make_unique<State>(std::move(store)));
    fill(database);
    store = std::move(database.state_->store);
  };
  RunStore made = RunStore::create(file, run_schema(), fill_store, replaces);
  return RunDatabase(std::make_unique<State>(std::move(made)));
}

RunDatabase RunDatabase::open(const fs::path& file) {
  return RunDatabase(std::make_unique<State>(RunStore::open(file, run_schema())));
}

void RunDatabase::check() {
  SQLite::Database& database = state_->store.database();
  const fs::path& file = state_->store.file();
  try {
    const RunFacts facts = this->facts();
    check_rows(database, file, facts);
    check_resumable(database, file, facts);
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

void RunDatabase::set(const RunFacts& facts) {
  for (const auto& [key, value] : texts_of(facts)) state_->store.set(key, value);
}

void RunDatabase::store_fact(const RunFacts& facts, const void* fact) {
  const auto [key, text] = text_of(facts, fact);
  state_->store.set(key, text);
}

void RunDatabase::load_fact(RunFacts& facts, const void* fact) const {
  // These facts bound the valid range of others.
  if (fact == &facts.average || fact == &facts.success_in) load_fact(facts, &facts.repeats);
  if (fact == &facts.clean_correct) load_fact(facts, &facts.clean_inputs);
  const std::string key = text_of(facts, fact).first, text = state_->store.get(key);
  if (!text.empty()) read_fact({{key, text}}, facts, fact, state_->store.file());
}

RunFacts RunDatabase::facts() const {
  return facts_of(read_texts(state_->store.database()), state_->store.file());
}

template <typename Row>
void RunDatabase::add(const Row& row) {
  static const std::string sql = insert_sql<Row>(
      std::is_same_v<Row, AdversarialRow> || std::is_same_v<Row, FirstRow> ? "INSERT OR REPLACE" : "INSERT");
  state_->store.execute(sql.c_str(), [&](SQLite::Statement& s) { bind_row(s, row); });
}

void RunDatabase::set_status(int instance, InstanceStatus status, int queries, int attempts,
                             const std::string& reason) {
  state_->store.execute_with(
      "UPDATE instances SET status = ?, queries = ?, attempts = ?, reason = ? WHERE id = ?",
      to_string(status), queries, attempts, reason, instance);
  if (!has_ended(status)) return;
  if (!state_->keeps_queries) state_->keeps_queries = get(&RunFacts::keeps_queries);
  if (!*state_->keeps_queries) state_->store.execute_with("DELETE FROM queries WHERE instance = ?", instance);
}

void RunDatabase::set_attempts(int instance, int attempts) {
  state_->store.execute_with("UPDATE instances SET attempts = ? WHERE id = ?", attempts, instance);
}

void RunDatabase::set_timing(const std::string& attack, const std::string& part, double seconds) {
  state_->store.execute_with(
      "INSERT INTO timings VALUES (?, ?, ?) ON CONFLICT (attack, part) DO UPDATE SET seconds = excluded.seconds",
      attack, part, seconds);
}

void RunDatabase::replace_verification(const std::vector<VerificationRow>& rows,
                                       const std::vector<FirstRow>& firsts) {
  begin();
  state_->store.execute_with("DELETE FROM verification");
  for (const auto& row : rows) add(row);
  for (const auto& row : firsts) add(row);
  commit();
}

template <typename Row>
std::vector<Row> RunDatabase::rows(const std::string& where) const {
  std::vector<Row> rows;
  state_->store.select(select_sql<Row>(where),
                       [&](SQLite::Statement& s) { read_row(s, rows.emplace_back()); });
  return rows;
}

std::vector<InputRow> RunDatabase::inputs() const {
  return rows<InputRow>();
}

std::vector<ExampleRow> RunDatabase::examples() const {
  return rows<ExampleRow>();
}

std::vector<InstanceRow> RunDatabase::instances() const {
  return rows<InstanceRow>();
}

std::vector<QueryRow> RunDatabase::queries(int instance) const {
  return rows<QueryRow>(fmt::format("instance = {}", instance));
}

int RunDatabase::first_example(int instance) const {
  const auto found = rows<NearerRow>(fmt::format("instance = {}", instance));
  return found.empty() ? 0 : found.front().number;
}

std::vector<AdversarialRow> RunDatabase::adversarials() const {
  std::map<int, std::string> details;  // instance -> details of its latest row
  for (NearerRow& nearer : rows<NearerRow>()) details[nearer.instance] = std::move(nearer.details);
  std::vector<AdversarialRow> found = rows<AdversarialRow>();
  for (AdversarialRow& row : found) row.details = details[row.instance];
  return found;
}

std::vector<FirstRow> RunDatabase::firsts() const {
  return get(&RunFacts::minimise) ? rows<FirstRow>() : std::vector<FirstRow>();
}

std::vector<WarmStartRow> RunDatabase::warm_starts() const {
  return rows<WarmStartRow>();
}

std::vector<SearchRow> RunDatabase::searches(const std::string& attack) const {
  if (get(&RunFacts::searched) == 0) return {};
  std::vector<SearchRow> found = rows<SearchRow>();
  std::erase_if(found, [&](const SearchRow& row) { return row.attack != attack; });
  return found;
}

std::map<std::string, std::map<std::string, double>> RunDatabase::timings() const {
  std::map<std::string, std::map<std::string, double>> seconds;
  for (const TimingRow& row : rows<TimingRow>()) seconds[row.attack][row.part] = row.seconds;
  return seconds;
}

template void RunDatabase::add(const InputRow&);
template void RunDatabase::add(const ExampleRow&);
template void RunDatabase::add(const InstanceRow&);
template void RunDatabase::add(const QueryRow&);
template void RunDatabase::add(const AdversarialRow&);
template void RunDatabase::add(const FirstRow&);
template void RunDatabase::add(const NearerRow&);
template void RunDatabase::add(const WarmStartRow&);
template void RunDatabase::add(const SearchRow&);

}  // namespace bora::attacks
