#include "report/words/run_tables.h"

#include <fmt/format.h>

#include "report/words/format.h"

namespace bora::report {
namespace {

std::string p_cell(double p) {
  return p < 0.01 ? "< 0.01" : fmt::format("{:.2f}", p);
}

/// Adds a row for one figure, unless no graph has it. `share`: the figure is printed in percent; `p`:
/// one-sided or two-sided p-value.
void add_figure(ReportTable& table, const std::string& attack, const char* what, const NullComparison& figure,
                bool share, double p) {
  if (figure.graphs == 0) return;
  const auto number = [share](double value) { return share ? percent(value) : fmt::format("{:.2f}", value); };
  const auto range = [share](const Interval& interval) {
    return share ? percent_interval(interval) : fmt::format("[{:.2f}, {:.2f}]", interval.low, interval.high);
  };
  const double excess = figure.observed - figure.expected;
  table.rows.push_back(
      {attack, what, grouped(figure.graphs), number(figure.observed),
       number(figure.expected) + " " + range(figure.expected_range),
       (share ? fmt::format("{:+.1f} points", 100 * excess) : fmt::format("{:+.2f}", excess)) +
           (figure.excess ? " " + range(*figure.excess) : ""),
       figure.enough() ? p_cell(p) : "too few graphs"});
}

std::string stated_p(double p) {
  return p < 0.01 ? "p < 0.01" : fmt::format("p = {:.2f}", p);
}

std::string too_few(const char* what, const NullComparison& comparison) {
  return fmt::format("Not enough examples to test {}: {}, {} needed.", what,
                     count_of(comparison.graphs, "graph"), NullComparison::kFewestGraphs);
}

/// Returns "Added edges cross communities more often (61.0%) than random ones (43.2% [40.1, 46.0]; p = 0.01,
/// 34 graphs)."
std::string crossing_sentence(const char* kind, const NullComparison& comparison) {
  const double p = comparison.p_either();
  const char* how = p > 0.05                                    ? "about as often"
                    : comparison.observed > comparison.expected ? "more often"
                                                                : "less often";
  return fmt::format("{} edges cross communities {} ({}) {} random ones ({} {}; {}, {}).", kind, how,
                     percent(comparison.observed), p > 0.05 ? "as" : "than", percent(comparison.expected),
                     percent_interval(comparison.expected_range), stated_p(p),
                     count_of(comparison.graphs, "graph"));
}

}  // namespace

std::string edits_text(const GraphAttackResult& attack) {
  if (!attack.median_edits) return kUnknown;
  std::string text = fmt::format("{:g}", *attack.median_edits);
  if (attack.median_share) text += fmt::format(" ({} of those allowed)", percent(attack.median_share));
  return text;
}

ReportTable accuracy_table(const RunSummary& summary) {
  const GraphSummary& graphs = *summary.graphs;
  const WorstCase& all = summary.with_white_box ? *summary.with_white_box : summary.worst_case;
  const bool accuracy = all.accuracy;
  const std::string share =
      accuracy
          ? fmt::format(
                "Accuracy on the {} looked at, each attacked one replaced by its adversarial graph; "
                "those misclassified to begin with count as wrong, those that cannot be edited as correct.",
                count_of(graphs.looked_at, "graph"))
          : fmt::format(
                "First row: accuracy on the {} looked at. Below: share of the {} attacked that was not moved to a "
                "class asked for; it includes graphs that are misclassified in another way.",
                count_of(graphs.looked_at, "graph"), count_of(all.images, "graph"));
  ReportTable table{
      share +
          " Success: of attacked graphs. Intervals are 95% and treat graphs as independent. Q: queries over "
          "successes only; in the median with failures, a failure counts as longer than any budget "
          "(Kaplan-Meier). Edits: median over adversarial examples.",
      {"Attack", accuracy ? "Accuracy [95%]" : "Not moved [95%]", "Success, % [95%]", "Q (max, median, mean)",
       "Q median with failures [95%]", "Edits, median"},
      {{"none (clean)", percent_with(graphs.accuracy_before, graphs.before_interval), "", "", "", ""}}};
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    const AttackResult& attack = summary.attacks[a];
    const SuccessPoint& last = attack.points.back();
    const SuccessfulQueries& only = attack.successful;
    table.rows.push_back(
        {summary.attacks[a].display_name(), resistance_text(graphs.attacks[a].after),
         percent_number_with(last.rate, last.interval),
         only.successes > 0 ? fmt::format("{}, {:g}, {:.1f}", only.max, only.median, only.mean) : kUnknown,
         quantile_text(attack.quantiles[1]), edits_text(graphs.attacks[a])});
  }
  return table;
}

ReportTable ratio_table(const RunSummary& summary) {
  const GraphSummary& graphs = *summary.graphs;
  ReportTable table{
      "Success in % within the given number of queries per squared number of nodes, with its 95% interval.",
      {"Attack"}};
  for (const double ratio : graphs.points) table.columns.push_back(fmt::format("{:.3g} n\u00b2", ratio));
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    std::vector<std::string>& row = table.add({summary.attacks[a].display_name()});
    for (const RatioPoint& point : graphs.attacks[a].points)
      row.push_back(percent_number_with(point.rate, point.interval));
  }
  return table;
}

ReportTable pattern_table(const RunSummary& summary) {
  ReportTable table{
      fmt::format(
          "Means over adversarial examples, compared with {} random draws of as many edits of the same "
          "kinds among those that the threat model allows. Distances are those in the original graph "
          "between the nearest ends of two edited edges; nodes without a path count as one step more than "
          "the longest path. Communities: multilevel modularity on the original (Blondel et al. 2008); "
          "graphs of one community are left out, as are graphs of more than {} nodes. The difference has "
          "the 95% interval of a bootstrap over graphs. p: share of draws at least as extreme; for distance "
          "and common ends one-sided, towards clustering, for communities two-sided.",
          EditAnalysis::kDraws, grouped(GraphStructure::kMostNodes)),
      {"Attack", "Figure", "Graphs", "Observed", "Random edits [95%]", "Difference [95%]", "p"}};
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    const EditPatterns& patterns = summary.graphs->attacks[a].patterns;
    const std::string name = summary.attacks[a].display_name();
    add_figure(table, name, "steps between edited edges", patterns.distance, false, patterns.distance.p_low);
    add_figure(table, name, "pairs with a common end", patterns.common_end, true, patterns.common_end.p_high);
    add_figure(table, name, "added edges across communities", patterns.added_crossing, true,
               patterns.added_crossing.p_either());
    add_figure(table, name, "removed edges across communities", patterns.removed_crossing, true,
               patterns.removed_crossing.p_either());
  }
  return table;
}

std::string pattern_text(const EditPatterns& patterns) {
  std::string text = clustering_sentence(patterns) + " " + community_sentence(patterns);
  if (patterns.too_large > 0)
    text += fmt::format(" {} left out: too large.", count_of(patterns.too_large, "example"));
  if (patterns.without_draw > 0)
    text += fmt::format(" {} left out: random edits met the constraints too rarely.",
                        count_of(patterns.without_draw, "example"));
  return text;
}

std::string clustering_sentence(const EditPatterns& patterns) {
  const NullComparison &distance = patterns.distance, &common_end = patterns.common_end;
  if (!distance.enough()) return too_few("whether edits cluster", distance);
  // Two-sided, as both clustering and its opposite are reported.
  const bool shown = distance.p_either() <= 0.05;
  const bool near = shown && distance.p_low < distance.p_high;
  const bool far = shown && !near;
  const char* verdict = near  ? "Edits cluster"
                        : far ? "Edits lie farther apart than random ones"
                              : "Edits lie no nearer to each other than random ones";
  return fmt::format(
      "{}: two of them are {:.2f} steps apart on average, random ones {:.2f} [{:.2f}, {:.2f}] ({}, {}); {} of the "
      "pairs have an end in common, and {} of random pairs.",
      verdict, distance.observed, distance.expected, distance.expected_range.low,
      distance.expected_range.high, stated_p(distance.p_either()), count_of(distance.graphs, "graph"),
      percent(common_end.observed), percent(common_end.expected));
}

std::string community_sentence(const EditPatterns& patterns) {
  const NullComparison &added_crossing = patterns.added_crossing,
                       &removed_crossing = patterns.removed_crossing;
  std::string text;
  if (added_crossing.enough()) text += crossing_sentence("Added", added_crossing);
  if (removed_crossing.enough())
    text += (text.empty() ? "" : " ") + crossing_sentence("Removed", removed_crossing);
  if (!text.empty()) return text;
  return too_few("whether edits cross communities",
                 added_crossing.graphs > removed_crossing.graphs ? added_crossing : removed_crossing);
}

}  // namespace bora::report
