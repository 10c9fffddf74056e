// The report as text, for a terminal.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Returns the facts of the run and a table with a column for each attack, in ASCII, as lines that end with
/// '\n'.
std::string text_summary(const RunReport& report);

/// Returns one table over several runs, with a column for each attack of each run. Throws InputError naming
/// what differs if the runs do not share a protocol (data, threat, bound, goal, budget). Victims may differ;
/// if the attacked images differ, the text says so.
std::string text_comparison(const std::vector<RunRecord>& runs);

}  // namespace bora::report
