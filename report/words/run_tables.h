// The tables of a run, for every format: each group is defined in the source file named above it.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/words/report_table.h"

namespace bora::report {

// paper_tables.cc: the tables of a run in the shape papers print them in

/// Returns a table with one row for each attack: success, queries, distances, and the published figures if
/// the run was made by a protocol that has them. White-box attacks come last.
ReportTable paper_table(const RunSummary& summary);

/// Returns all tables of a run as Markdown: paper_table, or those of a run on graphs, and the comparisons.
std::string result_tables(const RunRecord& run, const RunSummary& summary);

// figure_tables.cc: the tables of a page that show a run's figures in full

/// Returns success at each of RunSummary::points, with intervals that treat inputs as independent.
ReportTable success_table(const RunSummary& summary);

/// Returns the same with intervals that treat instances as independent, for comparison with figures computed
/// so elsewhere; without rows where no two instances share an input.
ReportTable independent_table(const RunSummary& summary);

/// Returns queries to success, over all instances and over successes, and the distances.
ReportTable queries_table(const RunSummary& summary);

/// Returns the attacks' own computing time, in total and by part.
ReportTable seconds_table(const RunRecord& run, const RunSummary& summary);

/// Returns the curves of success at marks of the axis of queries. `first_ratio` > 0: over queries per squared
/// number of nodes instead, from that on.
ReportTable curve_table(const RunRecord& run, const RunSummary& summary, double first_ratio = 0);

// graph_tables.cc: runs on graphs

/// Returns the table that replaces paper_table for graphs: clean accuracy, and a row for each attack with the
/// accuracy after it, success, queries and edits.
ReportTable accuracy_table(const RunSummary& summary);

/// Returns success at numbers of queries / n^2, one row for each attack.
ReportTable ratio_table(const RunSummary& summary);

/// Returns the figures of the edits beside those of the null model, in at most four rows for each attack.
ReportTable pattern_table(const RunSummary& summary);

/// Returns the conclusions from them as plain text: one line for each attack, which starts with its name.
std::vector<std::string> pattern_sentences(const RunSummary& summary);

/// Return the conclusion from the distance of edits and their common ends, and that from the figures on
/// communities.
std::string clustering_sentence(const EditPatterns& patterns);
std::string community_sentence(const EditPatterns& patterns);

/// Returns "4 (2.1% of those allowed)".
std::string edits_text(const GraphAttackResult& attack);

// semantic_tables.cc: semantic runs

/// Returns the share of instances fooled by a combination of at most each severity, one row for each attack.
ReportTable severity_table(const RunSummary& summary);

/// Returns for one attack a row for each change: how often the mildest examples use it, how far, and its
/// share of their severity.
ReportTable change_table(const SemanticAttackResult& attack, const std::string& caption);

/// Returns the changes to which the model is most sensitive, by the attack whose mildest examples have the
/// smallest median severity: "rotate (41% of the severity of what fooled it most mildly), blur (22%)"; ""
/// without examples.
std::string weakness_text(const RunSummary& summary);

/// Returns the attack whose examples are the mildest; null if there are no examples.
const SemanticAttackResult* mildest_attack(const RunSummary& summary);

// smallest_tables.cc: runs with --minimise

/// Returns a distance as text: "3/255" on the 8-bit grid, "3" edits, "0.0123" otherwise.
std::string distance_text(const RunRecord& run, double distance);
/// Returns a quantile of distances that is in units: "3/255 [2/255, 4/255]", or "not reached".
std::string distance_text(const RunRecord& run, const SmallestSummary& summary,
                          const QueryQuantile& quantile);

/// Returns the distances at the first success and of the smallest perturbation, and the share of instances
/// fooled within each bound: a row an attack.
ReportTable smallest_table(const RunRecord& run, const RunSummary& summary);
/// Returns the accuracy (or the share that resists) against the bound: a row an attack, then all together.
ReportTable bound_table(const RunRecord& run, const RunSummary& summary);

/// Returns "median 2/255 [1/255, 3/255] (bo; at its first success 8/255 [8/255, 8/255])" for the black-box
/// attack with the smallest median; "" if there is none.
std::string smallest_text(const RunRecord& run, const RunSummary& summary);

}  // namespace bora::report
