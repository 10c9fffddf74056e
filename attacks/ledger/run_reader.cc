#include "attacks/ledger/run_reader.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "attacks/ledger/image_content.h"
#include "attacks/ledger/missing_classes.h"
#include "attacks/ledger/run_check.h"
#include "attacks/ledger/run_facts.h"
#include "attacks/ledger/run_file.h"
#include "attacks/ledger/ties_text.h"
#include "common/error.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

using Places = std::unordered_map<std::int64_t, int>;  // id -> index

Places read_inputs(SQLite::Database& database, RunRecord& run) {
  Places places;
  SQLite::Statement rows(
      database,
      "SELECT id, record, name, label, predicted, attacked, reason, nodes, edges FROM inputs ORDER BY id");
  while (rows.executeStep()) {
    InputRecord input;
    input.id = rows.getColumn(0).getInt64();
    input.record = rows.getColumn(1).getInt64();
    input.name = rows.getColumn(2).getString();
    input.label = rows.getColumn(3).getInt();
    input.predicted = rows.getColumn(4).getInt();
    input.attacked = rows.getColumn(5).getInt() != 0;
    input.reason = rows.getColumn(6).getString();
    input.nodes = rows.getColumn(7).getInt();
    input.edges = rows.getColumn(8).getInt();
    places[input.id] = static_cast<int>(run.inputs.size());
    run.inputs.push_back(std::move(input));
  }
  return places;
}

InstanceStatus parse_status(const std::string& word) {
  for (const auto status : {InstanceStatus::pending, InstanceStatus::running, InstanceStatus::success,
                            InstanceStatus::exhausted}) {
    if (word == to_string(status)) return status;
  }
  return InstanceStatus::failed;
}

Places read_instances(SQLite::Database& database, const Places& inputs, RunRecord& run) {
  Places places;
  SQLite::Statement rows(
      database,
      "SELECT id, attack, input, target, seed, status, queries, reason, budget, attempts FROM instances ORDER BY id");
  while (rows.executeStep()) {
    InstanceRecord instance;
    instance.id = rows.getColumn(0).getInt64();
    instance.attack = rows.getColumn(1).getString();
    instance.input = inputs.at(rows.getColumn(2).getInt64());
    if (!rows.getColumn(3).isNull()) instance.target = rows.getColumn(3).getInt();
    instance.seed = rows.getColumn(4).getInt64();
    instance.status = parse_status(rows.getColumn(5).getString());
    instance.queries = rows.getColumn(6).getInt();
    instance.reason = rows.getColumn(7).getString();
    instance.budget = rows.getColumn(8).getInt();
    instance.attempts = rows.getColumn(9).getInt();
    places[instance.id] = static_cast<int>(run.instances.size());
    run.instances.push_back(std::move(instance));
  }
  return places;
}

/// Calls use(instance, row) for each row of a table whose first column is an instance's id.
template <typename Use>
void for_each_of(SQLite::Database& database, const char* sql, const Places& places, RunRecord& run, Use use) {
  SQLite::Statement rows(database, sql);
  while (rows.executeStep()) use(run.instances[places.at(rows.getColumn(0).getInt64())], rows);
}

// Fills in the ledger counts of ended instances whose queries were not kept, from the instances' own counts.
void repeat_accounts(RunRecord& run) {
  for (InstanceRecord& instance : run.instances) {
    if (instance.status == InstanceStatus::pending || instance.status == InstanceStatus::running) continue;
    const bool success = instance.status == InstanceStatus::success;
    const int first = !success                  ? 0
                      : instance.nearer.empty() ? instance.queries
                                                : instance.nearer.front().number;
    instance.ledger = {instance.queries, instance.queries, success ? 1 : 0, first};
  }
}

void read_details(SQLite::Database& database, const Places& places, RunRecord& run) {
  for_each_of(database,
              "SELECT instance, COUNT(*), MAX(number), SUM(success <> 0),"
              " MIN(CASE WHEN success <> 0 THEN number END) FROM queries GROUP BY instance",
              places, run, [](InstanceRecord& instance, SQLite::Statement& row) {
                instance.ledger = {row.getColumn(1).getInt(), row.getColumn(2).getInt(),
                                   row.getColumn(3).getInt(), row.getColumn(4).getInt()};
              });
  for_each_of(database, "SELECT instance, predicted, distance, l2 FROM adversarials", places, run,
              [](InstanceRecord& instance, SQLite::Statement& row) {
                instance.adversarial = AdversarialRecord{
                    row.getColumn(1).getInt(), row.getColumn(2).getDouble(),
                    row.getColumn(3).isNull() ? std::nullopt : std::optional(row.getColumn(3).getDouble())};
              });
  for_each_of(database, "SELECT instance, file, distance, within, predicted, confirmed FROM verification",
              places, run, [](InstanceRecord& instance, SQLite::Statement& row) {
                instance.verification =
                    VerificationRecord{row.getColumn(1).getString(), row.getColumn(2).getDouble(),
                                       row.getColumn(3).getInt() != 0, row.getColumn(4).getInt(),
                                       row.getColumn(5).getInt() != 0};
              });
  if (run.semantic())
    for_each_of(database, "SELECT instance, number, distance, details FROM nearer ORDER BY instance, number",
                places, run, [](InstanceRecord& instance, SQLite::Statement& row) {
                  instance.nearer.push_back({row.getColumn(1).getInt(), row.getColumn(2).getDouble(),
                                             row.getColumn(3).getString()});
                });
  if (!run.keeps_queries) repeat_accounts(run);
  // A process that is killed leaves its last count in the ledger alone.
  for (InstanceRecord& instance : run.instances) {
    if (instance.status == InstanceStatus::pending || instance.status == InstanceStatus::running) {
      instance.queries = instance.ledger.rows;
      instance.attempts = std::max(instance.attempts, instance.queries);
    }
  }
  SQLite::Statement rows(database, "SELECT attack, part, seconds FROM timings ORDER BY attack, part");
  while (rows.executeStep()) {
    run.timings.push_back(
        {rows.getColumn(0).getString(), rows.getColumn(1).getString(), rows.getColumn(2).getDouble()});
  }
}

std::vector<float> decode_pixels(const std::string& bytes, bool continuous, const RunRecord& run,
                                 std::int64_t instance) {
  const std::size_t size = static_cast<std::size_t>(run.channels) * run.height * run.width;
  const std::size_t expected = size * (continuous ? sizeof(float) : 1);
  if (bytes.size() != expected) {
    throw InputError("{}: an image of instance {} has {} bytes, expected {}", run.database.string(), instance,
                     bytes.size(), expected);
  }
  return pixels_of_content(bytes, continuous);
}

}  // namespace

std::string to_string(InstanceStatus status) {
  switch (status) {
    case InstanceStatus::pending:
      return "pending";
    case InstanceStatus::running:
      return "running";
    case InstanceStatus::success:
      return "success";
    case InstanceStatus::exhausted:
      return "exhausted";
    case InstanceStatus::failed:
      return "failed";
  }
  return "";
}

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
    run.folder = file.parent_path();
    run.database = file;
    read_facts(database, file, run);
    check_rows(database, file, run);
    const Places inputs = read_inputs(database, run);
    const Places instances = read_instances(database, inputs, run);
    read_details(database, instances, run);
    // Part of the record, so that merged shards warn as a run by one process does.
    if (std::string missing = describe_missing_classes(run); !missing.empty())
      run.warnings.push_back(std::move(missing));
    if (std::string ties = describe_ties(run); !ties.empty()) run.warnings.push_back(std::move(ties));
    return run;
  });
}

std::map<std::int64_t, InstanceContents> read_contents(const RunRecord& run,
                                                       const std::vector<std::int64_t>& instances) {
  const fs::path& file = run.database;
  return with_run_database(file, [&](SQLite::Database& database) {
    std::map<std::int64_t, InstanceContents> contents;
    SQLite::Statement row(database,
                          "SELECT inputs.content, adversarials.content FROM adversarials"
                          " JOIN instances ON instances.id = adversarials.instance"
                          " JOIN inputs ON inputs.id = instances.input WHERE adversarials.instance = ?");
    for (const std::int64_t id : instances) {
      row.bind(1, id);
      if (row.executeStep()) contents[id] = {row.getColumn(0).getString(), row.getColumn(1).getString()};
      row.reset();
    }
    return contents;
  });
}

std::map<std::int64_t, InstancePixels> read_pixels(const RunRecord& run,
                                                   const std::vector<std::int64_t>& instances) {
  std::map<std::int64_t, InstancePixels> pixels;
  for (const auto& [id, contents] : read_contents(run, instances)) {
    pixels[id] = {decode_pixels(contents.original, false, run, id),
                  decode_pixels(contents.adversarial, run.continuous, run, id)};
  }
  return pixels;
}

}  // namespace bora
