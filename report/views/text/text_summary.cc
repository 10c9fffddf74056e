#include "report/views/run_views.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/text.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/observations.h"
#include "report/figures/run_texts.h"
#include "report/views/text/text_table.h"
#include "report/words/format.h"
#include "report/words/run_tables.h"

namespace bora::report {
namespace {

/// Further figures of attacks on graphs; empty for runs on images.
using GraphResults = std::map<const AttackResult*, const GraphAttackResult*>;

void add(GraphResults& results, const RunSummary& summary) {
  for (std::size_t a = 0; summary.graphs && a < summary.attacks.size(); ++a)
    results[&summary.attacks[a]] = &summary.graphs->attacks[a];
}

/// Median severity of each attack's mildest examples, or its median smallest perturbation; "" in runs that
/// are neither semantic nor made with --minimise.
using Distances = std::map<const AttackResult*, std::string>;

void add(Distances& distances, const RunRecord& run, const RunSummary& summary) {
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    std::string& text = distances[&summary.attacks[a]];
    if (summary.semantic) text = severity_text(summary.semantic->attacks[a].severity.quantiles[1]);
    if (summary.smallest)
      text = distance_text(run, *summary.smallest, summary.smallest->attacks[a].smallest.quantiles[1]);
  }
}

std::string part_seconds(const AttackResult& attack) {
  const auto total = attack.seconds.find("total");
  return total == attack.seconds.end() ? kUnknown : duration(total->second);
}

/// Adds the names of attacks with their marks. Attacks that see labels only are marked beside others.
void add_names(TextTable& table, const std::vector<const AttackResult*>& columns) {
  const auto sees_labels = [](const AttackResult* attack) { return attack->facts.access == "labels"; };
  const bool mixed = !std::ranges::all_of(columns, sees_labels);
  std::vector<std::vector<std::string>> names;
  for (const AttackResult* attack : columns) {
    names.push_back(name_lines(attack->name));
    if (*attack->mark() != '\0') names.back().emplace_back(attack->mark() + 1);
    if (mixed && sees_labels(attack)) names.back().emplace_back(kSeesLabels);
  }
  add_names(table, "attack", names);
}

void add_attack_rows(TextTable& table, const std::vector<const AttackResult*>& columns,
                     const std::vector<int>& points, const GraphResults& graphs, const RunRecord& run,
                     const Distances& distances) {
  add_row(table, "instances ended", columns, [](const AttackResult& attack) {
    std::string text = attack.ended() == attack.instances
                           ? grouped(attack.instances)
                           : fmt::format("{} of {}", attack.ended(), attack.instances);
    const int failed = attack.count(InstanceStatus::failed);
    return failed == 0 ? text : text + fmt::format(" ({} failed)", failed);
  });
  add_success(table, {columns.begin(), columns.end()}, points);
  const bool near = run.semantic() || run.minimise;
  if (near)
    add_row(table, run.semantic() ? "median severity, mildest" : "median smallest", columns,
            [&](const AttackResult& attack) { return distances.at(&attack); });
  if (!graphs.empty()) {
    add_row(table, "  median edits", columns,
            [&](const AttackResult& attack) { return edits_text(*graphs.at(&attack)); });
    const bool accuracy = graphs.begin()->second->after.accuracy;
    add_row(table, accuracy ? "accuracy after attack" : "not moved by attack", columns,
            [&](const AttackResult& attack) { return resistance_text(graphs.at(&attack)->after); });
  } else if (!near) {
    const std::string norm = norm_text(run);
    const bool l2 = norm == "L2", pixels = in_pixels(run);
    add_row(table, l2 ? "  mean L2" : fmt::format("  mean {}, L2", norm), columns,
            [&](const AttackResult& attack) {
              if (!attack.mean_distance) return std::string(kUnknown);
              if (!attack.mean_l2) return fmt::format("{:.1f}", *attack.mean_distance);
              if (l2) return fmt::format("{:.3f}", *attack.mean_l2);
              return pixels ? fmt::format("{:.1f}, {:.3f}", *attack.mean_distance, *attack.mean_l2)
                            : fmt::format("{:.4f}, {:.3f}", *attack.mean_distance, *attack.mean_l2);
            });
  }
  add_row(table, "queries spent", columns,
          [](const AttackResult& attack) { return grouped(attack.queries); });
  if (std::ranges::any_of(columns,
                          [](const AttackResult* attack) { return attack->attempts != attack->queries; }))
    add_row(table, "attempts", columns, [](const AttackResult& attack) { return grouped(attack.attempts); });
  add_row(table, "attack's own wall time", columns, part_seconds);
  add_row(table, "verified", columns, [](const AttackResult& attack) {
    return fmt::format("{} of {}", attack.verification.passed, attack.verification.examples);
  });
}

/// Returns lines of facts, one for each fact with a label. Consecutive facts with the label "threat" share a
/// line.
std::string fact_lines(const RunReport& report) {
  Facts facts{{"", report.run.folder.string() + ", " + progress_text(report.run, report), "run"}};
  for (const Facts* part : {&report.words.attacked, &report.words.made, &report.words.spent})
    facts.insert(facts.end(), part->begin(), part->end());
  std::string out, last;
  for (const Fact& fact : facts) {
    if (fact.label.empty()) continue;
    const bool same = fact.label == last && fact.label == "threat";
    if (same) out.replace(out.size() - 1, 1, "; ");
    out += (same ? "" : fmt::format("{:<11}", fact.label)) + fact.value.plain() + "\n";
    last = fact.label;
  }
  return out;
}

/// Returns the number of checks of the evaluation by status, and a line for each check that was not passed,
/// with the statement that it tests and its result.
std::string check_lines(const RunReport& report) {
  if (report.words.checks.empty()) return "";
  std::string out = "checks: " + report.words.check_counts;
  if (!report.words.check_queries.empty()) out += " (" + report.words.check_queries + ")";
  out += "\n";
  for (const char* kind : {"bad", "caution", "neutral"})
    for (const Judgement& check : report.words.checks)
      if (std::string_view(check.kind) == kind)
        out += fmt::format("  {:<9}expected: {}; found: {}\n", check.word, check.about, check.text);
  return out;
}

/// Returns the records of the attacked inputs as text, for comparison with those of another run.
std::string attacked_records(const RunRecord& run) {
  std::string text;
  for (const InputRow& image : run.inputs)
    if (image.attacked) text += (text.empty() ? "" : ", ") + std::to_string(image.record);
  return text;
}

/// Returns the names of models of the runs that are copies of each other: for each, the first of the same
/// content and the copy.
std::set<std::pair<std::string, std::string>> copies_among(const std::vector<RunRecord>& runs) {
  std::set<std::pair<std::string, std::string>> copies;
  for (std::size_t r = 0; r < runs.size(); ++r)
    for (std::size_t earlier = 0; earlier < r; ++earlier)
      if (are_copies(runs[earlier], runs[r])) {
        copies.emplace(runs[earlier].model, runs[r].model);
        break;
      }
  return copies;
}

}  // namespace

std::string text_summary(const RunReport& report) {
  TextTable table;
  std::vector<const AttackResult*> columns;
  for (const AttackResult& attack : report.attacks) columns.push_back(&attack);
  GraphResults graphs;
  add(graphs, report);
  add_names(table, columns);
  Distances distances;
  add(distances, report.run, report);
  add_attack_rows(table, columns, report.points, graphs, report.run, distances);

  std::string out = fact_lines(report) + "\n";
  for (const Alarm& alarm : report.words.alarms) {
    out += "WARNING: " + (alarm.title.empty() ? "" : alarm.title + ": ") + alarm.text + "\n";
    for (const std::string& item : alarm.items) out += "  " + item + "\n";
  }
  if (!report.words.alarms.empty()) out += "\n";
  out += table.text(kTerminalWidth) + "\n";
  for (const AttackComparison& comparison : report.comparisons) {
    const PairedDifference& last = comparison.points.back();
    out += fmt::format("{} minus {} at {}: {}{} ({}{})\n", comparison.first, comparison.second,
                       grouped(report.points.back()), difference(last),
                       last.difference ? " points of success" : "",
                       count_of(last.pairs + last.unknown, "pair") +
                           (last.unknown > 0 ? fmt::format(", {} of them open", grouped(last.unknown)) : ""),
                       last.p ? ", p " + p_text(last.p) : "");
  }
  if (report.graphs) {
    out += fmt::format("accuracy before: {} of the {} looked at\n",
                       percent_with(report.graphs->accuracy_before, report.graphs->before_interval),
                       count_of(report.graphs->looked_at, "graph"));
    for (std::size_t a = 0; a < report.attacks.size(); ++a)
      out += fmt::format("{}: {}\n", report.attacks[a].display_name(),
                         pattern_text(report.graphs->attacks[a].patterns));
  }
  for (const Fact& fact : report.words.resisted) {
    std::string name = fact.name;
    name.front() = static_cast<char>(std::tolower(name.front()));
    out += name + ": " + fact.value.plain() + "\n";
  }
  for (const Judgement& condition : report.words.conditions)
    out += fmt::format("fail-if {}: {}, {}\n", condition.about, condition.word, condition.text);
  return out + "verifier: " + report.words.verifier.text + "\n" + check_lines(report);
}

std::string text_comparison(const std::vector<RunRecord>& runs) {
  std::vector<RunSummary> summaries;
  // Budgets of runs on graphs depend on the sizes of the graphs, so success is shown at query numbers of all
  // runs.
  std::vector<int> points;
  if (runs.front().on_graphs())
    points = chosen_points({}, runs.front(), std::ranges::min(runs, {}, &RunRecord::budget).budget);
  const auto minimises = [](const RunRecord& run) { return run.minimise ? "on" : "off"; };
  for (const RunRecord& run : runs) {
    const RunRecord& first = runs.front();
    check_same("the data", first, compared_data(first.data), run, compared_data(run.data));
    check_same("the threat", first, threat_text(first), run, threat_text(run));
    check_same("the goal", first, first.goal(), run, run.goal());
    check_same("the budget", first, budget_text(first), run, budget_text(run));
    check_same("--refine", first, std::to_string(first.refinement), run, std::to_string(run.refinement));
    check_same("--minimise", first, minimises(first), run, minimises(run));
    if (&run != &first) check_same_records(first, run);
    summaries.push_back(summarise(run, "", points));
  }
  TextTable table;
  GraphResults graphs;
  for (const RunSummary& summary : summaries) add(graphs, summary);
  std::vector<const AttackResult*> columns;
  std::vector<std::string> header{"run"};
  std::vector<std::string> models{"model"};
  std::set<std::string> records;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (const AttackResult& attack : summaries[r].attacks) {
      columns.push_back(&attack);
      const std::string folder = runs[r].folder.lexically_normal().filename().string();
      header.push_back(folder.empty() ? runs[r].folder.string() : folder);
      models.push_back(without_folders(runs[r].model));
    }
    records.insert(attacked_records(runs[r]));
  }
  table.add(header);
  table.add(models);
  add_names(table, columns);
  Distances distances;
  for (std::size_t r = 0; r < runs.size(); ++r) add(distances, runs[r], summaries[r]);
  add_attack_rows(table, columns, points.empty() ? summaries.front().points : points, graphs, runs.front(),
                  distances);
  std::string out = fmt::format("{}\n{}; {}; budget {}\n\n", runs.front().data, threat_text(runs.front()),
                                runs.front().goal(), budget_text(runs.front()));
  out += table.text(kTerminalWidth);
  for (const auto& [first, second] : copies_among(runs))
    out += fmt::format(
        "\nnote: {} and {} have the same content, so differences between the two are not due to the model\n",
        first, second);
  if (records.size() > 1)
    out += fmt::format("\nnote: the runs attacked different {}s, which may cause part of the differences\n",
                       noun(runs.front()));
  return out;
}

}  // namespace bora::report
