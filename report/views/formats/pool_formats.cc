#include "report/views/formats/pool_formats.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "common/text.h"
#include "data/files/csv_fields.h"
#include "report/views/formats/figures_json.h"
#include "report/views/text/text_table.h"
#include "report/words/format.h"
#include "report/words/report_table.h"

namespace bora::report {
namespace {

constexpr int kPoolFormat = 1;

/// Returns the last part of a path: "digits.npz, test part" for "/home/me/digits.npz, test part".
std::string last_part(const std::string& path) {
  const std::size_t comma = std::min(path.find(','), path.size());
  const std::filesystem::path file(path.substr(0, comma));
  return (file.has_filename() ? file.filename() : file.parent_path().filename()).string() +
         path.substr(comma);
}

/// Replaces each word that is a path by its last part.
std::string without_paths(const std::string& text) {
  std::vector<std::string> words = split(text, ' ');
  for (std::string& word : words)
    if (word.find('/') != std::string::npos) word = last_part(word);
  return join(words, " ");
}

std::string seeds_text(const Pool& pool) {
  return (pool.seeds.size() == 1 ? "seed " : "seeds ") + join(pool.seeds);
}

std::string verified_text(const PooledAttack& attack) {
  return attack.rival ? kUnknown
                      : fmt::format("{} of {}", grouped(attack.verification.passed),
                                    grouped(attack.verification.examples));
}

std::string success_text(const SuccessPoint& point) {
  return point.rate ? percent_number(point.rate) + " " + percent_interval(point.interval) : kUnknown;
}

std::string instances_text(const PooledAttack& attack) {
  std::string text = grouped(attack.instances);
  if (attack.not_ended > 0) text += fmt::format(" ({} not ended)", grouped(attack.not_ended));
  return text;
}

std::string mean_text(const PooledAttack& attack) {
  const SuccessfulQueries& queries = attack.successful;
  if (queries.successes == 0) return kUnknown;
  return fmt::format("{:g}, {:.1f}, {}", queries.median, queries.mean, grouped(queries.max));
}

/// Returns sentences on those properties of a pool that its figures do not show.
std::vector<std::string> remarks(const Pool& pool) {
  std::vector<std::string> out;
  for (const std::string& warning : pool.warnings) out.push_back("WARNING: " + warning);
  for (const PooledAttack& attack : pool.attacks) {
    if (attack.not_ended > 0)
      out.push_back(fmt::format("{}: {} not ended; figures are estimates from what is there", attack.name,
                                count_of(attack.not_ended, "instance")));
    if (attack.verification.contradicted() > 0)
      out.push_back(fmt::format("{}: the verifier contradicts {}, which are counted as failures", attack.name,
                                count_of(attack.verification.contradicted(), "adversarial example")));
    if (attack.verification.open() > 0)
      out.push_back(fmt::format("{}: {} not verified yet, counted as successes so far", attack.name,
                                count_of(attack.verification.open(), "adversarial example")));
  }
  for (const std::string& finding : pool.findings) out.push_back("CONTRADICTION in the database: " + finding);
  return out;
}

ReportTable attacks_table(const Pool& pool, const std::string& noun) {
  ReportTable table{
      fmt::format(
          "{}: success in % within so many queries, and queries to success, a failure counted as longer "
          "than the budget (Kaplan-Meier). Intervals: 95%, {}s taken for independent, not the instances on "
          "one {}, whatever their target and seed.",
          seeds_text(pool), noun, noun),
      {},
      {"Attack", "Seeds", "Instances", "Queries, median [95%]"},
      {}};
  table.caption.front() = 'S';
  table.columns[2] += fmt::format(" ({}s)", noun);
  for (const int queries : pool.points)
    table.columns.push_back(fmt::format("within {} [95%]", grouped(queries)));
  for (const PooledAttack& attack : pool.attacks) {
    std::vector<std::string> row{attack.name, attack.rival ? "" : std::to_string(attack.seeds),
                                 fmt::format("{} ({})", grouped(attack.instances), grouped(attack.inputs)),
                                 quantile_text(attack.quantiles[1])};
    for (const SuccessPoint& point : attack.points) row.push_back(success_text(point));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string medians_text(const MedianRatio& medians) {
  return reached(medians.first) + " / " + reached(medians.second);
}

ReportTable differences_table(const Pool& pool, const std::string& noun) {
  ReportTable table{
      fmt::format(
          "The same {}s and targets under both. Ratio of median queries, and differences of success in % "
          "points within so many queries: 95% intervals of a bootstrap over {}s, each resample serving both "
          "(none where all resamples are alike).",
          noun, noun),
      {},
      {"Attacks", "Pairs", "Medians", "Ratio of medians [95%]"},
      {}};
  table.columns[1] += fmt::format(" ({}s)", noun);
  for (const int queries : pool.points)
    table.columns.push_back(fmt::format("within {} [95%]", grouped(queries)));
  for (const AttackComparison& comparison : pool.comparisons) {
    std::vector<std::string> row{
        comparison.first_label + " against " + comparison.second_label,
        fmt::format("{} ({})", grouped(comparison.points.back().pairs), grouped(comparison.images)),
        medians_text(comparison.medians), median_ratio_text(comparison.medians)};
    for (const PairedDifference& point : comparison.points) row.push_back(difference(point));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::pair<std::string, std::string>> facts_of(const RunRecord& run, const Pool& pool) {
  std::string model = last_part(run.model);
  if (!run.model_sha256.empty()) model += ", sha256 " + run.model_sha256.substr(0, 12);
  std::string knows;
  if (run.prior.learn || !run.prior.substitutes.empty()) {
    RunRecord named = run;
    named.prior.data = last_part(run.prior.data);
    named.prior.screened_on = without_paths(run.prior.screened_on);
    // Another machine takes another time; a table made again shall be the same.
    for (SubstituteRecord& substitute : named.prior.substitutes) substitute.training_seconds.reset();
    knows = knowledge_text(named);
  }
  return {{"Model", model},
          {"Data", last_part(run.data)},
          {"Threat", threat_text(run)},
          {"Goal", run.goal()},
          {"Budget", budget_text(run) + " an instance"},
          {"Attacker sees", sight_text(run)},
          {"Attacker knows", knows},
          {"Runs", fmt::format("{} ({}), bora {}", pool.runs.size(), seeds_text(pool), run.version)}};
}

}  // namespace

std::string pool_text(const std::vector<RunRecord>& runs, const Pool& pool) {
  std::string out;
  for (const auto& [name, value] : facts_of(runs.front(), pool))
    if (!value.empty()) out += fmt::format("{:<16}{}\n", name, value);
  out += fmt::format("{:<16}{}\n\n", "Pooled", join(pool.runs));
  for (const std::string& remark : remarks(pool)) out += remark + "\n";
  if (!remarks(pool).empty()) out += "\n";

  TextTable table;
  const auto add_row = [&](const std::string& label,
                           const std::function<std::string(const PooledAttack&)>& cell) {
    std::vector<std::string> row{label};
    for (const PooledAttack& attack : pool.attacks) row.push_back(cell(attack));
    table.add(std::move(row));
  };
  std::vector<std::vector<std::string>> names;
  for (const PooledAttack& attack : pool.attacks) names.push_back(name_lines(attack.name));
  add_names(table, "attack", names);
  add_row("seeds",
          [](const PooledAttack& attack) { return attack.rival ? "" : std::to_string(attack.seeds); });
  add_row("instances", instances_text);
  add_row(noun(runs.front()) + "s", [](const PooledAttack& attack) { return grouped(attack.inputs); });
  for (std::size_t p = 0; p < pool.points.size(); ++p) {
    add_row("success within " + grouped(pool.points[p]), [p](const PooledAttack& attack) {
      return percent_with(attack.points[p].rate, attack.points[p].interval);
    });
  }
  add_row("median queries", [](const PooledAttack& attack) { return quantile_text(attack.quantiles[1]); });
  add_row("quartiles", [](const PooledAttack& attack) {
    return reached(attack.quantiles[0].queries) + " / " + reached(attack.quantiles[2].queries);
  });
  add_row("over successes only:", [](const PooledAttack&) { return std::string(); });
  add_row("  median, mean, max", mean_text);
  add_row("verified", verified_text);
  out += table.text(kTerminalWidth);
  if (pool.comparisons.empty()) return out;

  TextTable differences;
  const auto add_difference = [&](const std::string& label,
                                  const std::function<std::string(const AttackComparison&)>& cell) {
    std::vector<std::string> row{label};
    for (const AttackComparison& comparison : pool.comparisons) row.push_back(cell(comparison));
    differences.add(std::move(row));
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
  for (const auto& [name, value] : facts_of(runs.front(), pool))
    if (!value.empty()) out += fmt::format("- {}: {}\n", name, escape_markdown(value));
  out += "\n";
  for (const std::string& remark : remarks(pool)) out += "- " + escape_markdown(remark) + "\n";
  if (!remarks(pool).empty()) out += "\n";
  const std::string inputs = noun(runs.front());
  out += markdown(attacks_table(pool, inputs));
  return pool.comparisons.empty() ? out : out + "\n" + markdown(differences_table(pool, inputs));
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
               {"warnings", pool.warnings}, {"contradictions", pool.findings}};
  for (const PooledAttack& attack : pool.attacks) {
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
  }
  for (const AttackComparison& comparison : pool.comparisons) {
    Json entry = comparison_json(comparison, pool.points);
    entry["first"] = comparison.first_label;
    entry["second"] = comparison.second_label;
    json["comparisons"].push_back(std::move(entry));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string pool_csv(const std::vector<RunRecord>& runs) {
  std::string out = "attack,run_seed,record,label,target,status,queries,budget,verified\n";
  for (const RunRecord& run : runs) {
    for (const InstanceRecord& instance : run.instances) {
      const InputRow& input = run.inputs[instance.input];
      out += fmt::format("{},{},{},{},{},{},{},{},", csv_field(instance.attack), csv_field(run.seed),
                         input.record, input.label, instance.target ? std::to_string(*instance.target) : "",
                         to_string(instance.status), instance.queries, instance.budget);
      if (const auto& seen = instance.verification) out += seen->within && seen->confirmed ? "yes" : "no";
      out += '\n';
    }
  }
  return out;
}

}  // namespace bora::report
