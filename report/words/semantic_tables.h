// The tables of a semantic run.
#pragma once

#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/words/report_table.h"

namespace bora::report {

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

}  // namespace bora::report
