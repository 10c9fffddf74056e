#include "report/figures/comparisons/result_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "data/files/csv_table.h"
#include "data/files/file.h"
#include "report/figures/observations.h"

namespace bora::report {
namespace {

/// Reader of a CSV file, row by row, that finds columns by name.
class Table {
 public:
  Table(const std::string& text, const std::string& file) : file_(file), reader_(text, file) {
    if (reader_.header().empty()) throw InputError("{}: is empty, expected a header and rows", file);
    for (std::size_t c = 0; c < reader_.header().size(); ++c) columns_.try_emplace(reader_.header()[c], c);
  }

  bool next() {
    if (!reader_.next()) return false;
    if (reader_.fields().size() < reader_.header().size())
      throw InputError("{}: {} fields, the header has {}", where(), reader_.fields().size(),
                       reader_.header().size());
    return true;
  }

  bool has(const char* name) const { return columns_.count(name) > 0; }
  const std::string& text(const char* name) const { return reader_.fields()[columns_.at(name)]; }
  int line() const { return reader_.line(); }
  const std::string& where() const { return reader_.where(); }

  /// Returns the value of column `name`, or of `other` if there is no such column.
  std::int64_t integer(const char* name, const char* other) const {
    return integer(has(name) ? name : other);
  }
  std::int64_t integer(const char* name) const {
    constexpr std::int64_t kMost = 1 << 30;
    if (const auto value = to_number<std::int64_t>(text(name), -kMost, kMost)) return *value;
    throw InputError("{}: {} is '{}', expected a whole number", where(), name, printable(text(name)));
  }

  void require(const char* name, const char* other) const {
    if (has(name) || (other != nullptr && has(other))) return;
    throw InputError("{}: no column '{}'{}; expected record, label, target, queries, and success or status",
                     file_, name, other == nullptr ? "" : fmt::format(" or '{}'", other));
  }

 private:
  std::string file_;
  CsvReader reader_;
  std::map<std::string, std::size_t> columns_;
};

/// Returns the observation in the current line; none if the instance has not begun. A failure has the queries
/// of its line; read_result_rows() replaces those of final failures.
std::optional<WatchedInstance> read_observation(const Table& table, int record) {
  WatchedInstance seen{static_cast<int>(table.integer("queries")), false, record};
  if (seen.queries < 0)
    throw InputError("{}: queries is '{}', expected a number from 0", table.where(), table.text("queries"));
  if (table.has("status")) {
    const std::string& status = table.text("status");
    if (status == "success") {
      seen.success = true;
    } else if (status != "exhausted") {
      if (status != "pending" && status != "running" && status != "failed")
        throw InputError("{}: status is '{}', expected success, exhausted, failed, running or pending",
                         table.where(), printable(status));
      if (seen.queries == 0 && status != "failed") return std::nullopt;
    }
  } else {
    const std::int64_t success = table.integer("success");
    if (success != 0 && success != 1)
      throw InputError("{}: success is '{}', expected 0 or 1", table.where(), table.text("success"));
    seen.success = success == 1;
  }
  if (seen.success && seen.queries == 0)
    throw InputError("{}: a success with 0 queries, expected 1 at least: the query that succeeds counts",
                     table.where());
  if (table.has("verified") && table.text("verified") == "no") seen.success = false;
  return seen;
}

/// Returns whether the result of the current line is final, not censored.
bool is_final(const Table& table) {
  if (!table.has("status")) return true;
  const std::string& status = table.text("status");
  return status == "exhausted" || status == "success";
}

void check_epsilon(const Table& table, const RunRecord& run) {
  if (run.on_graphs() || !table.has("eps")) return;
  const auto epsilon = to_finite(table.text("eps"));
  if (!epsilon)
    throw InputError("{}: eps is '{}', expected a number", table.where(), printable(table.text("eps")));
  // The run's epsilon is the requested one, rounded down to the 8-bit grid. The file may state either.
  if (std::min(std::abs(*epsilon - run.epsilon), std::abs(*epsilon - run.epsilon_asked)) < 5e-4) return;
  throw InputError("{}: eps is {}, but {} was run at {:g}", table.where(), printable(table.text("eps")),
                   run.folder.string(), run.epsilon_asked);
}

}  // namespace

ResultRows rows_of(const RunRecord& run, const std::string& attack) {
  ResultRows out{attack, attack, {}};
  for (const InstanceRecord& instance : run.instances) {
    const auto observation = observe(instance, run.budget);
    if (instance.attack != attack || !observation) continue;
    const InputRow& input = run.inputs[instance.input];
    ResultRow row{input.record, input.label, instance.target.value_or(-1), run.seed, *observation};
    row.watched.cluster = static_cast<int>(input.record);
    out.rows.push_back(row);
  }
  return out;
}

std::vector<ResultRows> read_result_rows(const std::filesystem::path& file, const RunRecord& run) {
  Table table(read_text_file(file), file.string());
  table.require("record", "image_index");
  table.require("label", "true");
  table.require("queries", nullptr);
  table.require("success", "status");

  std::vector<ResultRows> out;
  std::map<std::tuple<std::string, std::string, std::int64_t, int>, int> lines_of;  // line of each instance
  std::vector<std::vector<std::size_t>> failures;  // rows of each attack that are final failures
  int largest = 0;
  while (table.next()) {
    check_epsilon(table, run);
    const std::string attack = table.has("attack") ? table.text("attack") : file.stem().string();
    auto of_attack = std::ranges::find(out, attack, &ResultRows::attack);
    if (of_attack == out.end()) {
      const std::string label = table.has("attack") ? attack + " (" + file.filename().string() + ")" : attack;
      out.push_back({attack, label, {}});
      failures.emplace_back();
      of_attack = std::prev(out.end());
    }
    const auto record = table.integer("record", "image_index");
    const auto seen = read_observation(table, static_cast<int>(record));
    if (!seen) continue;
    const bool targeted = table.has("target") && !table.text("target").empty();
    if (!seen->success && is_final(table))
      failures[static_cast<std::size_t>(of_attack - out.begin())].push_back(of_attack->rows.size());
    const int target = targeted ? static_cast<int>(table.integer("target")) : -1;
    const std::string seed = table.has("run_seed") ? table.text("run_seed") : "";
    const auto [known, is_new] = lines_of.try_emplace({attack, seed, record, target}, table.line());
    if (!is_new)
      throw InputError("{}: the same attack, seed, record and target as in line {}: it would count twice",
                       table.where(), known->second);
    of_attack->rows.push_back(
        {record, static_cast<int>(table.integer("label", "true")), target, seed, *seen});
    largest = std::max(largest, seen->queries);
  }
  if (out.empty()) throw InputError("{}: holds no results, only a header", file.string());
  for (std::size_t a = 0; a < out.size(); ++a)
    for (const std::size_t row : failures[a]) out[a].rows[row].watched.queries = largest;
  return out;
}

std::vector<PairedObservation> pair_rows(const ResultRows& first, const ResultRows& second) {
  using Key = std::pair<std::int64_t, int>;  // record, target
  std::map<Key, std::vector<const ResultRow*>> rows;
  std::map<std::int64_t, int> labels;
  for (const ResultRow& row : first.rows) {
    rows[{row.record, row.target}].push_back(&row);
    labels[row.record] = row.label;
  }
  std::map<Key, std::vector<const ResultRow*>> others;
  for (const ResultRow& row : second.rows) {
    const auto label = labels.find(row.record);
    if (label != labels.end() && label->second != row.label)
      throw InputError(
          "{} and {} cannot be compared: record {} is of class {} in the first, {} in the second",
          first.label, second.label, row.record, label->second, row.label);
    others[{row.record, row.target}].push_back(&row);
  }
  // If the sides share a seed, an instance that one side has not begun with a seed has no pair for it.
  std::set<std::string> seeds;
  for (const ResultRow& row : first.rows) seeds.insert(row.seed);
  const bool share_seeds = std::ranges::any_of(
      second.rows, [&](const ResultRow& row) { return !row.seed.empty() && seeds.contains(row.seed); });
  std::vector<PairedObservation> pairs;
  for (const auto& [key, mine] : rows) {
    const auto theirs = others.find(key);
    if (theirs == others.end()) continue;
    std::vector<PairedObservation> of_equal_seed;
    std::vector<PairedObservation> of_any;
    for (const ResultRow* one : mine) {
      for (const ResultRow* other : theirs->second) {
        const PairedObservation pair{one->watched, other->watched, static_cast<int>(key.first)};
        of_any.push_back(pair);
        if (!one->seed.empty() && one->seed == other->seed) of_equal_seed.push_back(pair);
      }
    }
    const auto& chosen = share_seeds ? of_equal_seed : of_any;
    pairs.insert(pairs.end(), chosen.begin(), chosen.end());
  }
  return pairs;
}

}  // namespace bora::report
