// The sections of report.html, in the order in which they appear.
#pragma once

#include <string>

#include "attacks/ledger/run_reader.h"
#include "tools/report/figures/summary.h"

namespace bora {

// html_verdict.cc
std::string warnings_section(const RunRecord& run, const RunSummary& summary);
std::string verdict_section(const RunRecord& run, const RunSummary& summary);

// html_results.cc
std::string curve_section(const RunRecord& run, const RunSummary& summary);
std::string table_section(const RunRecord& run, const RunSummary& summary);

// html_matrix.cc
std::string matrix_section(const RunRecord& run, const RunSummary& summary);

// html_examples.cc
std::string examples_section(const RunRecord& run, const RunSummary& summary);

// html_graphs.cc
std::string drawings_section(const RunRecord& run, const RunSummary& summary);
std::string patterns_section(const RunSummary& summary);

// html_semantic.cc
std::string semantic_section(const RunSummary& summary);

// html_checks.cc
std::string checks_section(const RunRecord& run, const RunSummary& summary);
/// Returns the verdict's entry on checks: which failed, the number of each status, and where to read more.
std::string checks_entry(const RunSummary& summary);

// html_provenance.cc
std::string inputs_section(const RunRecord& run, const RunSummary& summary);
std::string provenance_section(const RunRecord& run, const RunSummary& summary);
std::string reading_section(const RunRecord& run);

/// Returns the number of the colour, in 0-7, that the attack at `place` has. line_dash() does so for the
/// dashes: the first 64 pairs are distinct.
inline std::size_t line_colour(std::size_t place) {
  return place % 8;
}
inline std::size_t line_dash(std::size_t place) {
  return (place + 3 * (place / 8)) % 8;
}

/// Returns HTML that shows the attack's name after a sample of its line in the chart.
std::string attack_label(const RunSummary& summary, const std::string& name);

}  // namespace bora
