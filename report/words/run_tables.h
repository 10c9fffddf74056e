// Tables of a run, for every format. A comment above each group names the source file that defines it.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/words/report_table.h"

namespace bora::report {

// paper_tables.cc: tables in the form that papers print

/// Returns a table with one row for each attack: success, queries, distances, and the published figures if
/// the run was made by a protocol that has them. White-box attacks come last.
ReportTable paper_table(const RunSummary& summary);

/// Returns all tables of a run as Markdown: paper_table() or those of a run on graphs, those of semantic runs
/// and of runs with --minimise, and the comparisons.
std::string result_tables(const RunRecord& run, const RunSummary& summary);

// figure_tables.cc: tables of the page that show all figures of a run

/// Returns success at each of RunSummary::points, with intervals that treat inputs as independent.
ReportTable success_table(const RunSummary& summary);

/// Returns success_table() with intervals that treat instances as independent, for comparison with other
/// programs' figures. It has no rows if no two instances of an attack share an input.
ReportTable independent_table(const RunSummary& summary);

/// Returns queries to success, over all instances and over successes, and the distances.
ReportTable queries_table(const RunSummary& summary);

/// Returns the attacks' own computing time, in total and by part.
ReportTable seconds_table(const RunRecord& run, const RunSummary& summary);

/// Returns the curves of success at the marks of the axis of queries. If `first_ratio` > 0, the axis is that
/// of queries per squared number of nodes, and begins there.
ReportTable curve_table(const RunRecord& run, const RunSummary& summary, double first_ratio = 0);

// graph_tables.cc: runs on graphs

/// Returns the table that replaces paper_table for graphs: clean accuracy, and a row for each attack with the
/// accuracy after it, success, queries and edits.
ReportTable accuracy_table(const RunSummary& summary);

/// Returns success at numbers of queries / n^2, one row for each attack.
ReportTable ratio_table(const RunSummary& summary);

/// Returns the figures of the edits beside those of the null model, in at most four rows for each attack.
ReportTable pattern_table(const RunSummary& summary);

/// Returns the conclusions from the patterns of an attack's edits as plain text.
std::string pattern_text(const EditPatterns& patterns);

/// Returns the conclusion from the distances of edits and their common ends.
std::string clustering_sentence(const EditPatterns& patterns);
/// Returns the conclusion from the shares of edits that cross communities.
std::string community_sentence(const EditPatterns& patterns);

/// Returns the median number of edits: "4 (2.1% of those allowed)", or "n/a".
std::string edits_text(const GraphAttackResult& attack);

// semantic_tables.cc: semantic runs

/// Returns the share of instances fooled by combinations up to each severity, one row for each attack.
ReportTable severity_table(const RunSummary& summary);

/// Returns a table of one attack with a row for each change: the share of the mildest examples that use it,
/// its value there, and its share of their severity.
ReportTable change_table(const SemanticAttackResult& attack, const std::string& caption);

/// Returns up to three changes with the largest shares of the severity in the examples of mildest_attack():
/// "rotate (41.0%), blur (22.3%)"; "" without examples.
std::string weakness_text(const RunSummary& summary);

/// Returns the attack whose examples have the smallest median severity; null if no attack has examples.
const SemanticAttackResult* mildest_attack(const RunSummary& summary);

// smallest_tables.cc: runs with --minimise

/// Returns a distance as text: "3/255" on the 8-bit grid, "3" edits, "0.0123" otherwise.
std::string distance_text(const RunRecord& run, double distance);
/// Returns a quantile of distances in units of `summary` as text: "3/255 [2/255, 4/255]", or "not reached".
std::string distance_text(const RunRecord& run, const SmallestSummary& summary,
                          const QueryQuantile& quantile);

/// Returns the distances at the first success and of the smallest perturbation, and the share of instances
/// fooled within each bound, one row for each attack.
ReportTable smallest_table(const RunRecord& run, const RunSummary& summary);
/// Returns the accuracy (or the share that resists) at each bound: one row for each attack, then one for all
/// black-box attacks together.
ReportTable bound_table(const RunRecord& run, const RunSummary& summary);

/// Returns the smallest perturbations of the black-box attack with the smallest median: "median 2/255 [1/255,
/// 3/255] (bo; at its first success 8/255 [8/255, 8/255])"; "" if no attack succeeded.
std::string smallest_text(const RunRecord& run, const RunSummary& summary);

}  // namespace bora::report
