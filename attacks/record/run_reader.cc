#include "attacks/record/run_reader.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "attacks/record/fact_table.h"
#include "attacks/record/image_content.h"
#include "attacks/record/run_check.h"
#include "attacks/record/run_file.h"
#include "attacks/record/run_warnings.h"
#include "attacks/record/table.h"
#include "common/error.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

using Places = std::unordered_map<int, int>;  // id -> index

// Reads table inputs into run.inputs; returns the index of each input by its id.
Places read_inputs(SQLite::Database& database, RunRecord& run) {
  Places places;
  for_each_row<InputRow>(
      database,
      [&](const InputRow& input) {
        places[input.id] = static_cast<int>(run.inputs.size());
        run.inputs.push_back(input);
      },
      Columns::without_blobs);
  return places;
}

// Reads table instances into run.instances; returns the index of each instance by its id.
Places read_instances(SQLite::Database& database, const Places& inputs, RunRecord& run) {
  Places places;
  for_each_row<InstanceRow>(database, [&](const InstanceRow& row) {
    places[row.id] = static_cast<int>(run.instances.size());
    run.instances.push_back({row, {}, {}, {}, {}, {}});
    run.instances.back().input = inputs.at(row.input);
  });
  return places;
}

// Sets the ledger counts of ended instances, whose queries were not kept, from the instances' own counts.
void set_ledger_counts(RunRecord& run) {
  for (InstanceRecord& instance : run.instances) {
    if (!has_ended(instance)) continue;
    const bool success = instance.status == InstanceStatus::success;
    const int first = !success                  ? 0
                      : instance.nearer.empty() ? instance.queries
                                                : instance.nearer.front().number;
    instance.ledger = {instance.queries, instance.queries, success ? 1 : 0, first};
  }
}

// Reads the other tables into run. `places`: index of each instance by its id.
void read_details(SQLite::Database& database, const Places& places, RunRecord& run) {
  const auto instance_of = [&](const auto& row) -> InstanceRecord& {
    return run.instances[places.at(row.instance)];
  };
  SQLite::Statement counts(
      database,
      "SELECT instance, COUNT(*), MAX(number), SUM(success <> 0), MIN(CASE WHEN success <> 0 THEN number END) FROM queries GROUP BY instance");
  while (counts.executeStep())
    run.instances[places.at(counts.getColumn(0).getInt())].ledger = {
        counts.getColumn(1).getInt(), counts.getColumn(2).getInt(), counts.getColumn(3).getInt(),
        counts.getColumn(4).getInt()};
  constexpr Columns kLight = Columns::without_blobs;
  for_each_row<AdversarialRow>(
      database, [&](const AdversarialRow& row) { instance_of(row).adversarial = row; }, kLight);
  for_each_row<VerificationRow>(database,
                                [&](const VerificationRow& row) { instance_of(row).verification = row; });
  for_each_row<NearerRow>(database, [&](const NearerRow& row) { instance_of(row).nearer.push_back(row); });
  if (run.minimise)
    for_each_row<FirstRow>(
        database, [&](const FirstRow& row) { instance_of(row).first = row; }, kLight);
  if (run.searched > 0)
    for_each_row<SearchRow>(database, [&](const SearchRow& row) { run.searches.push_back(row); });
  for_each_row<TimingRow>(database, [&](const TimingRow& row) { run.timings.push_back(row); });
  if (!run.keeps_queries) set_ledger_counts(run);
  // If the process was killed, table queries may hold more than the instance's row counts.
  for (InstanceRecord& instance : run.instances) {
    if (!has_ended(instance)) {
      instance.queries = instance.ledger.rows;
      instance.attempts = std::max(instance.attempts, instance.queries);
    }
  }
}

// Returns the pixels of an image. Throws InputError if the number of bytes is wrong.
std::vector<float> decode_pixels(const std::string& bytes, bool continuous, const RunRecord& run,
                                 std::int64_t instance) {
  const std::size_t size = static_cast<std::size_t>(run.channels) * run.height * run.width;
  const std::size_t expected = size * (continuous ? sizeof(float) : 1);
  if (bytes.size() != expected)
    throw InputError("{}: an image of instance {} has {} bytes, expected {}", run.database.string(), instance,
                     bytes.size(), expected);
  return pixels_of_content(bytes, continuous);
}

}  // namespace

std::string RunRecord::class_name(int label) const {
  if (label >= 0 && label < static_cast<int>(class_names.size())) return class_names[label];
  return std::to_string(label);
}

bool RunRecord::with_prior(const std::string& attack) const {
  const auto facts = attack_facts.find(attack);
  if (facts == attack_facts.end()) return false;
  const bool any = !prior.substitutes.empty();
  const bool any_useful = !std::ranges::all_of(prior.substitutes, &SubstituteRecord::set_aside);
  const std::string& use = facts->second.prior;
  return (use == "required" && any) || (use == "optional" && any_useful) ||
         (prior.learn && facts->second.learns);
}

RunRecord read_run(const fs::path& path) {
  const fs::path file = run_database_path(path);
  return with_run_database(file, [&](SQLite::Database& database) {
    RunRecord run;
    static_cast<RunFacts&>(run) = facts_of(read_texts(database), file);
    run.folder = file.parent_path();
    run.database = file;
    check_rows(database, file, run);
    const Places inputs = read_inputs(database, run);
    const Places instances = read_instances(database, inputs, run);
    read_details(database, instances, run);
    // These warnings are derived, not stored, so that merged shards have the same ones as a run of one
    // process.
    run.warnings = warnings_of(run);
    return run;
  });
}

std::map<std::int64_t, InstanceContents> read_contents(const RunRecord& run,
                                                       const std::vector<std::int64_t>& instances) {
  const fs::path& file = run.database;
  return with_run_database(file, [&](SQLite::Database& database) {
    std::map<std::int64_t, InstanceContents> contents;
    SQLite::Statement row(
        database,
        "SELECT inputs.content, adversarials.content FROM adversarials JOIN instances ON instances.id = adversarials.instance JOIN inputs ON inputs.id = instances.input WHERE adversarials.instance = ?");
    for (const std::int64_t id : instances) {
      row.bind(1, id);
      if (row.executeStep()) contents[id] = {row.getColumn(0).getString(), row.getColumn(1).getString()};
      row.reset();
    }
    return contents;
  });
}

std::optional<int> record_with_other_content(const RunRecord& first, const RunRecord& second) {
  if (std::tie(first.channels, first.height, first.width) !=
      std::tie(second.channels, second.height, second.width))
    return std::nullopt;
  if (first.database.empty() || second.database.empty()) return std::nullopt;
  std::map<int, int> ids;  // record -> id in the second run
  for (const InputRow& input : second.inputs)
    if (input.attacked) ids[input.record] = input.id;
  constexpr char kContent[] = "SELECT content FROM inputs WHERE id = ?";
  const auto content_of = [](SQLite::Statement& row, int id) {
    row.reset();
    row.bind(1, id);
    return row.executeStep() ? row.getColumn(0).getString() : std::string();
  };
  return with_run_database(first.database, [&](SQLite::Database& one) {
    return with_run_database(second.database, [&](SQLite::Database& other) -> std::optional<int> {
      SQLite::Statement row_of_first(one, kContent);
      SQLite::Statement row_of_second(other, kContent);
      for (const InputRow& input : first.inputs) {
        const auto it = ids.find(input.record);
        if (!input.attacked || it == ids.end()) continue;
        if (content_of(row_of_first, input.id) != content_of(row_of_second, it->second)) return input.record;
      }
      return std::nullopt;
    });
  });
}

std::map<std::int64_t, std::vector<double>> read_objectives(const RunRecord& run,
                                                            const std::vector<std::int64_t>& instances) {
  return with_run_database(run.database, [&](SQLite::Database& database) {
    std::map<std::int64_t, std::vector<double>> objectives;
    SQLite::Statement row(database, "SELECT objective FROM queries WHERE instance = ? ORDER BY number");
    for (const std::int64_t id : instances) {
      row.bind(1, id);
      while (row.executeStep()) objectives[id].push_back(row.getColumn(0).getDouble());
      row.reset();
    }
    return objectives;
  });
}

std::map<std::int64_t, InstancePixels> read_pixels(const RunRecord& run,
                                                   const std::vector<std::int64_t>& instances) {
  std::map<std::int64_t, InstancePixels> pixels;
  for (const auto& [id, contents] : read_contents(run, instances))
    pixels[id] = {decode_pixels(contents.original, false, run, id),
                  decode_pixels(contents.adversarial, run.continuous, run, id)};
  return pixels;
}

}  // namespace bora::attacks
