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
/// For the verdict: which failed, how many there are of each kind, and where to read on.
std::string checks_entry(const RunSummary& summary);

// html_provenance.cc
std::string inputs_section(const RunRecord& run, const RunSummary& summary);
std::string provenance_section(const RunRecord& run, const RunSummary& summary);
std::string reading_section(const RunRecord& run);

/// Colour and dashes of the line of the attack at `place`, both in 0-7: no two of the first 64 are alike.
inline std::size_t line_colour(std::size_t place) {
  return place % 8;
}
inline std::size_t line_dash(std::size_t place) {
  return (place + 3 * (place / 8)) % 8;
}

/// Returns HTML that shows the attack's name after a sample of its line in the chart.
std::string attack_label(const RunSummary& summary, const std::string& name);

}  // namespace bora
