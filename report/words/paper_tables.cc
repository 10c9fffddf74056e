#include "report/words/run_tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/text.h"
#include "report/words/comparison_words.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

std::string queries_cell(int max, const std::string& median, const std::string& mean,
                         const std::string& error) {
  return fmt::format("{}, {}, {}", max, median, mean) +
         (error.empty() ? "" : fmt::format(" (\u00b1 {})", error));
}

std::string queries_cell(const SuccessfulQueries& queries) {
  if (queries.successes == 0) return kUnknown;
  return queries_cell(queries.max, fmt::format("{:g}", queries.median), fmt::format("{:.1f}", queries.mean),
                      queries.mean_error ? fmt::format("{:.1f}", *queries.mean_error) : "");
}

std::string distance_cell(double mean, std::optional<double> error) {
  return fmt::format("{:.2e}", mean) + (error ? fmt::format(" (\u00b1 {:.2e})", *error) : "");
}

std::string caption(const RunSummary& summary) {
  std::string text =
      "Success is in %, with its 95% interval, which treats images as independent (Wilson's interval of as "
      "many trials as there are images if all succeeded or none). Q: queries over successes only; in the "
      "median with failures, a failure counts as longer than the budget (Kaplan-Meier). L2 per pixel: the L2 "
      "norm of the perturbation divided by the number of pixel values, over successes. In parentheses: "
      "standard error of the mean, which treats instances as independent.";
  if (summary.published == nullptr) return text;
  text += " As published (other victim or images): " + summary.published->source + ".";
  if (!summary.published->note.empty()) text += " " + summary.published->note + ".";
  const std::string departures = join(summary.departures, "; ");
  if (!departures.empty()) text += " This run departs from that protocol: " + departures + ".";
  return text;
}

void add_published(std::vector<std::string>& row, const PublishedResult* published) {
  if (published == nullptr) {
    row.insert(row.end(), 3, "");
    return;
  }
  row.push_back(std::to_string(published->success));
  row.push_back(queries_cell(published->max, std::to_string(published->median),
                             std::to_string(published->mean), fmt::format("{:g}", published->mean_error)));
  row.push_back(distance_cell(published->l2, published->l2_error));
}

}  // namespace

ReportTable paper_table(const RunSummary& summary) {
  const auto& attacks = summary.attacks;
  const bool dimensions = std::any_of(attacks.begin(), attacks.end(),
                                      [](const auto& attack) { return !attack.search_dimension.empty(); });
  ReportTable table{caption(summary), {"Attack"}};
  if (dimensions) table.columns.emplace_back("d^r");
  table.columns.insert(table.columns.end(),
                       {"Success, % [95%]", "Q (max, median, mean)", "Q median with failures [95%]",
                        "L2 per pixel", (summary.semantic ? "Severity" : summary.norm) + ", largest"});
  if (summary.published != nullptr) {
    table.spans = {{"", static_cast<int>(table.columns.size())}, {"as published", 3}};
    table.columns.insert(table.columns.end(), {"Success, %", "Q (max, median, mean)", "L2 per pixel"});
  }
  for (const AttackResult& attack : attacks) {
    const SuccessPoint& last = attack.points.back();
    std::vector<std::string>& row = table.add({attack.display_name()});
    if (dimensions) row.push_back(attack.search_dimension);
    row.push_back(percent_number_with(last.rate, last.interval));
    row.push_back(queries_cell(attack.successful));
    row.push_back(quantile_text(attack.quantiles[1]));
    row.push_back(attack.l2_per_pixel ? distance_cell(attack.l2_per_pixel->value, attack.l2_per_pixel->error)
                                      : kUnknown);
    row.push_back(attack.verification.examples > 0 ? short_number(attack.verification.largest_distance)
                                                   : kUnknown);
    if (summary.published != nullptr) add_published(row, summary.published->find(attack.name));
  }
  return table;
}

std::string result_tables(const RunRecord& run, const RunSummary& summary) {
  std::string out = markdown(summary.graphs ? accuracy_table(summary) : paper_table(summary));
  if (summary.graphs) {
    out += fmt::format("\n## By size\n\n{}\n## Patterns in the edits\n\n", markdown(ratio_table(summary)));
    for (std::size_t a = 0; a < summary.attacks.size(); ++a)
      out += fmt::format("- {}: {}\n", escape_markdown(summary.attacks[a].display_name()),
                         escape_markdown(pattern_text(summary.graphs->attacks[a].patterns)));
    out += "\n" + markdown(pattern_table(summary));
  }
  if (summary.semantic) {
    out += "\n## How mild a change fools it\n\n" + markdown(severity_table(summary));
    if (const SemanticAttackResult* mildest = mildest_attack(summary))
      out +=
          "\n" +
          markdown(change_table(
              *mildest,
              fmt::format("Changes in the mildest combinations that {} found; most of their severity is {}",
                          mildest->name, weakness_text(summary))));
  }
  if (summary.smallest)
    out += fmt::format("\n## Smallest perturbations\n\n{}\n{}", markdown(smallest_table(run, summary)),
                       markdown(bound_table(run, summary)));
  if (summary.comparisons.empty()) return out;
  return out + fmt::format("\n## Attack against attack\n\n{}\n{}",
                           markdown(comparison_table(summary.comparisons, summary.points)),
                           markdown(checkpoint_table(summary.comparisons, summary.points)));
}

}  // namespace bora::report
