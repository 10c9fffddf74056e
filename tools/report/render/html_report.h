// report.html: one file that needs nothing else, no network, and prints.
#pragma once

#include <string>

#include "attacks/ledger/run_reader.h"
#include "tools/report/figures/summary.h"

namespace bora {

/// The page. Reads pixels of some two dozen adversarial examples from the run's database beside what `run`
/// holds.
std::string html_report(const RunRecord& run, const RunSummary& summary);

}  // namespace bora
