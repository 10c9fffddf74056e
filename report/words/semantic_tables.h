// The tables of a semantic run.
#pragma once

#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/words/report_table.h"

namespace bora::report {

/// Instances fooled by a combination no more severe than so much: a row an attack.
ReportTable severity_table(const RunSummary& summary);

/// Each change in the mildest examples: how often, how far, and its part of their severity. A row a change,
/// for one attack.
ReportTable change_table(const SemanticAttackResult& attack, const std::string& caption);

/// "rotate (41% of the severity of what fooled it most mildly), blur (22%)": which changes the model stands
/// worst, of the attack whose mildest examples have the least median severity; "" without examples.
std::string weakness_text(const RunSummary& summary);

/// The attack whose examples are the mildest; null where none has any.
const SemanticAttackResult* mildest_attack(const RunSummary& summary);

}  // namespace bora::report
