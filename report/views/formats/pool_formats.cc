#include "report/views/formats/comparison_formats.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/json.h"
#include "common/text.h"
#include "data/files/csv_table.h"
#include "report/views/formats/figures_json.h"
#include "report/views/text/text_table.h"
#include "report/words/comparison_words.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

constexpr int kPoolFormat = 1;

std::string verified_text(const PooledAttack& attack) {
  return attack.rival ? kUnknown
                      : fmt::format("{} of {}", grouped(attack.verification.passed),
                                    grouped(attack.verification.examples));
}

std::string instances_text(const PooledAttack& attack) {
  std::string text = grouped(attack.instances);
  if (attack.not_ended > 0) text += fmt::format(" ({} not ended or failed)", grouped(attack.not_ended));
  return text;
}

}  // namespace

std::string pool_text(const std::vector<RunRecord>& runs, const Pool& pool) {
  std::string out;
  for (const auto& [name, value] : pool_facts(runs.front(), pool))
    if (!value.empty()) out += fmt::format("{:<16}{}\n", name, value);
  out += fmt::format("{:<16}{}\n\n", "Pooled", join(pool.runs));
  const std::vector<std::string> remarks = pool_remarks(pool);
  for (const std::string& remark : remarks) out += remark + "\n";
  if (!remarks.empty()) out += "\n";

  TextTable table;
  std::vector<std::vector<std::string>> names;
  for (const PooledAttack& attack : pool.attacks) names.push_back(name_lines(attack.name));
  add_names(table, "attack", names);
  add_row(table, "seeds", pool.attacks,
          [](const PooledAttack& attack) { return attack.rival ? "" : std::to_string(attack.seeds); });
  add_row(table, "instances", pool.attacks, instances_text);
  add_row(table, noun(runs.front()) + "s", pool.attacks,
          [](const PooledAttack& attack) { return grouped(attack.inputs); });
  std::vector<const SuccessFigures*> figures;
  for (const PooledAttack& attack : pool.attacks) figures.push_back(&attack);
  add_success(table, figures, pool.points);
  add_row(table, "verified", pool.attacks, verified_text);
  out += table.text(kTerminalWidth);
  if (pool.comparisons.empty()) return out;

  TextTable differences;
  const auto add_difference = [&](const std::string& label, const auto& cell) {
    add_row(differences, label, pool.comparisons, cell);
  };
  std::vector<std::vector<std::string>> firsts;
  std::vector<std::vector<std::string>> seconds;
  for (const AttackComparison& comparison : pool.comparisons) {
    firsts.push_back(name_lines(comparison.first_label));
    seconds.push_back(name_lines(comparison.second_label));
  }
  add_names(differences, "attack", firsts);
  add_names(differences, "against", seconds);
  add_difference("pairs", [](const auto& comparison) { return grouped(comparison.points.back().pairs); });
  add_difference("medians", [](const auto& comparison) { return medians_text(comparison.medians); });
  add_difference("ratio of medians",
                 [](const auto& comparison) { return median_ratio_text(comparison.medians); });
  for (std::size_t p = 0; p < pool.points.size(); ++p) {
    add_difference("points within " + grouped(pool.points[p]),
                   [p](const auto& comparison) { return difference(comparison.points[p]); });
  }
  return out + "\n" + differences.text(kTerminalWidth);
}

std::string pool_markdown(const std::vector<RunRecord>& runs, const Pool& pool) {
  std::string out;
  for (const auto& [name, value] : pool_facts(runs.front(), pool))
    if (!value.empty()) out += fmt::format("- {}: {}\n", name, escape_markdown(value));
  out += "\n";
  const std::vector<std::string> remarks = pool_remarks(pool);
  for (const std::string& remark : remarks) out += "- " + escape_markdown(remark) + "\n";
  if (!remarks.empty()) out += "\n";
  const std::string inputs = noun(runs.front());
  out += markdown(pool_table(pool, inputs));
  return pool.comparisons.empty() ? out : out + "\n" + markdown(pool_differences(pool, inputs));
}

std::string pool_json(const std::vector<RunRecord>& runs, const Pool& pool) {
  const RunRecord& run = runs.front();
  Json json = {{"format", kPoolFormat},     {"task", run.task},
               {"runs", pool.runs},         {"seeds", pool.seeds},
               {"model", run.model},        {"sha256", run.model_sha256},
               {"data", run.data},          {"threat", threat_text(run)},
               {"goal", run.goal()},        {"budget", run.budget},
               {"visible", run.visible},    {"version", run.version},
               {"attacks", Json::array()},  {"comparisons", Json::array()},
               {"warnings", pool.warnings}, {"contradictions", pool.contradictions}};
  for (const PooledAttack& attack : pool.attacks)
    json["attacks"].push_back(
        {{"attack", attack.name},
         {"rival", attack.rival},
         {"seeds", attack.rival ? Json() : Json(attack.seeds)},
         {"instances", attack.instances},
         {noun(run) + "s", attack.inputs},
         {"not_ended", attack.not_ended},
         {"success", success_json(attack.points)},
         {"queries_to_success", quantiles_json(attack.quantiles)},
         {"over_successes_only", successful_json(attack.successful)},
         {"verification", attack.rival ? Json() : verification_json(attack.verification)}});
  for (const AttackComparison& comparison : pool.comparisons) {
    Json entry = comparison_json(comparison, pool.points);
    entry["first"] = comparison.first_label;
    entry["second"] = comparison.second_label;
    json["comparisons"].push_back(std::move(entry));
  }
  return json_text(json, 2) + "\n";
}

std::string pool_csv(const std::vector<RunRecord>& runs) {
  std::string out = "attack,run_seed,record,label,target,status,queries,budget,verified\n";
  for (const RunRecord& run : runs) {
    for (const InstanceRecord& instance : run.instances) {
      const InputRow& input = run.inputs[instance.input];
      out += fmt::format(
          "{},{},{},{},{},{},{},{},", csv_field(instance.attack), csv_field(run.seed), input.record,
          input.label, instance.target ? std::to_string(*instance.target) : "", to_string(instance.status),
          instance.reached() ? instance.queries_to_success() : instance.queries, instance.budget);
      if (const auto& seen = instance.verification) out += seen->within && seen->confirmed ? "yes" : "no";
      out += '\n';
    }
  }
  return out;
}

}  // namespace bora::report
