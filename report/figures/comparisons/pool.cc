#include "report/figures/comparisons/pool.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"
#include "report/figures/checks.h"
#include "report/figures/observations.h"
#include "report/figures/run_texts.h"

namespace bora::report {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;  // name, value

/// Returns the facts that must be equal in all runs of a pool. Options that are paths are left out; the
/// model's hash and the data's name are compared instead.
Facts protocol_of(const RunRecord& run) {
  static const std::set<std::string> kFree = {"seed", "threads",    "attack",      "model", "data",
                                              "out",  "prior-data", "prior-cache", "config"};
  Facts facts = {{"the model", run.model_sha256.empty() ? run.victim() : "sha256 " + run.model_sha256},
                 {"the data", compared_data(run.data)},
                 {"the threat", threat_text(run)},
                 {"the goal", run.goal()},
                 {"the budget", budget_text(run)},
                 {"what the attacker sees", run.visible},
                 {"where substitute models come from", run.prior.source},
                 {"what substitute models were trained on", run.prior.data},
                 {"the number of substitute models", std::to_string(run.prior.substitutes.size())}};
  const auto config = parse_valid_json(run.config_json);
  for (const auto& [option, value] : config.items())
    if (kFree.count(option) == 0)
      facts.emplace_back("--" + attacks::present_name(option),
                         value.is_string() ? value.get<std::string>() : json_text(value));
  return facts;
}

void check_same_protocol(const RunRecord& first, const RunRecord& other) {
  if (!first.model_version.empty() && !other.model_version.empty() &&
      first.model_version != other.model_version)
    throw InputError("pool: {} and {} attack different versions of the model: {} and {}",
                     first.folder.string(), other.folder.string(), printable(first.model_version),
                     printable(other.model_version));
  const Facts wanted = protocol_of(first);
  const Facts found = protocol_of(other);
  const auto refuse = [&](const std::string& what, const std::string& one, const std::string& value) {
    throw InputError("pool: {} and {} differ in more than the seed: {} is {} in the first, {} in the second",
                     first.folder.string(), other.folder.string(), what, one.empty() ? "not set" : one,
                     value.empty() ? "not set" : value);
  };
  const auto value_in = [](const Facts& facts, const std::string& name) {
    const auto it = std::ranges::find(facts, name, &Facts::value_type::first);
    return it == facts.end() ? std::string() : it->second;
  };
  for (const Facts* facts : {&wanted, &found}) {
    for (const auto& [name, value] : *facts) {
      const std::string one = value_in(wanted, name);
      const std::string two = value_in(found, name);
      if (one != two) refuse(name, one, two);
    }
  }
}

void check_runs(const std::vector<RunRecord>& runs) {
  std::map<std::pair<std::string, std::string>, const RunRecord*> holders;  // seed, attack
  for (const RunRecord& run : runs) {
    check_same_protocol(runs.front(), run);
    check_same_records(runs.front(), run);
    for (const std::string& attack : attack_names(run)) {
      const auto [holder, is_new] = holders.try_emplace({run.seed, attack}, &run);
      if (is_new) continue;
      throw InputError("pool: {} and {} both hold {} with seed {}: its instances would count twice",
                       holder->second->folder.string(), run.folder.string(), attack, run.seed);
    }
  }
}

/// Computes the figures of `rows`. `unseen`: number of instances without a row, since they have not begun.
PooledAttack figures_of(const ResultRows& rows, const std::vector<int>& points, int unseen = 0) {
  PooledAttack attack;
  attack.name = rows.label;
  std::vector<WatchedInstance> observations;
  std::set<std::int64_t> inputs;
  for (const ResultRow& row : rows.rows) {
    observations.push_back(row.watched);
    inputs.insert(row.record);
  }
  attack.seeds = 1;
  attack.instances = static_cast<int>(rows.rows.size());
  attack.inputs = static_cast<int>(inputs.size());
  static_cast<SuccessFigures&>(attack) = success_figures(std::move(observations), points, unseen);
  return attack;
}

/// Computes the results of an attack of the runs; `rows`: its rows over all runs.
PooledAttack pool_attack(const std::vector<RunRecord>& runs, const ResultRows& rows,
                         const std::vector<int>& points) {
  int instances = 0;
  for (const RunRecord& run : runs)
    instances += static_cast<int>(std::ranges::count(run.instances, rows.attack, &InstanceRecord::attack));
  PooledAttack attack = figures_of(rows, points, instances - static_cast<int>(rows.rows.size()));
  attack.seeds = 0;
  for (const RunRecord& run : runs) {
    const std::vector<std::string> names = attack_names(run);
    if (std::ranges::find(names, rows.attack) != names.end()) ++attack.seeds;
    for (const InstanceRecord& instance : run.instances) {
      if (instance.attack != rows.attack) continue;
      attack.verification.add(instance);
      if (!has_ended(instance) || instance.status == InstanceStatus::failed) ++attack.not_ended;
    }
  }
  return attack;
}

/// Returns the rows of an attack over all runs.
ResultRows gather_rows(const std::vector<RunRecord>& runs, const std::string& attack) {
  ResultRows out{attack, attack, {}};
  for (const RunRecord& run : runs) {
    const ResultRows rows = rows_of(run, attack);
    out.rows.insert(out.rows.end(), rows.rows.begin(), rows.rows.end());
    if (run.attack_facts.count(attack) > 0) out.label = display_name(attack, run);
  }
  return out;
}

bool is_white_box_anywhere(const std::vector<RunRecord>& runs, const std::string& attack) {
  return std::ranges::any_of(runs, [&](const RunRecord& run) { return is_white_box(run, attack); });
}

/// Reads the rows of all rivals on instances that an attack of the runs has begun, too. Rows with more
/// queries than `budget` become failures observed up to it.
std::vector<ResultRows> read_rivals(const PoolChoices& choices, const std::vector<ResultRows>& own,
                                    const RunRecord& run, int budget) {
  std::set<std::pair<std::int64_t, int>> shared;  // record, target
  for (const ResultRows& rows : own)
    for (const ResultRow& row : rows.rows) shared.insert({row.record, row.target});
  std::vector<ResultRows> out;
  for (const auto& [file, name] : choices.rivals) {
    std::vector<ResultRows> rows = read_result_rows(file, run);
    for (ResultRows& each : rows) {
      std::erase_if(each.rows, [&](const ResultRow& row) {
        return shared.count({row.record, row.target}) == 0;
      });
      for (ResultRow& row : each.rows)
        if (row.watched.queries > budget) row.watched = {budget, false, row.watched.cluster};
      if (!name.empty()) each.label = rows.size() == 1 ? name : fmt::format("{}: {}", name, each.attack);
      out.push_back(std::move(each));
    }
  }
  return out;
}

}  // namespace

Pool pool_runs(const std::vector<RunRecord>& runs, const PoolChoices& choices) {
  check_runs(runs);
  Pool pool;
  std::vector<ResultRows> own;
  for (const RunRecord& run : runs) {
    pool.runs.push_back(run.folder.string());
    if (std::ranges::find(pool.seeds, run.seed) == pool.seeds.end()) pool.seeds.push_back(run.seed);
    pool.budget = std::max(pool.budget, run.budget);
    for (const std::string& attack : attack_names(run))
      if (std::ranges::find(own, attack, &ResultRows::attack) == own.end())
        own.push_back(gather_rows(runs, attack));
    for (const std::string& warning : run.warnings)
      if (std::ranges::find(pool.warnings, warning) == pool.warnings.end()) pool.warnings.push_back(warning);
    for (const std::string& finding : audit(run))
      pool.contradictions.push_back(run.folder.string() + ": " + finding);
  }
  if (own.empty()) throw InputError("pool: {} holds no attack", runs.front().folder.string());
  pool.points = chosen_points(choices.points, runs.front(), pool.budget);
  for (const ResultRows& rows : own) pool.attacks.push_back(pool_attack(runs, rows, pool.points));

  const auto is_reference = [&](const ResultRows& rows) {
    return choices.reference.empty() ? !is_white_box_anywhere(runs, rows.attack)
                                     : rows.attack == choices.reference;
  };
  auto reference = std::ranges::find_if(own, is_reference);
  if (reference == own.end() && !choices.reference.empty()) check_attack(runs.front(), choices.reference);
  if (reference == own.end()) reference = own.begin();
  for (const ResultRows& rows : own)
    if (&rows != &*reference) pool.comparisons.push_back(compare_rows(*reference, rows, pool.points));

  for (const ResultRows& rival : read_rivals(choices, own, runs.front(), pool.budget)) {
    if (std::ranges::find(pool.attacks, rival.label, &PooledAttack::name) != pool.attacks.end())
      throw InputError("--against: two rows would be called {}; say --against NAME=FILE.csv", rival.label);
    pool.attacks.push_back(figures_of(rival, pool.points));
    pool.attacks.back().rival = true;
    bool any = false;
    for (const ResultRows& rows : own) {
      if (is_white_box_anywhere(runs, rows.attack)) continue;
      AttackComparison comparison = compare_rows(rows, rival, pool.points);
      if (comparison.images == 0) continue;
      any = true;
      pool.comparisons.push_back(std::move(comparison));
    }
    if (!any)
      throw InputError("--against: {} cannot be compared with {}: no input and target is in both",
                       rival.label, runs.front().folder.string());
  }
  return pool;
}

}  // namespace bora::report
