// The report as text, for a terminal.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Facts of the run and a table with a column an attack, in plain ASCII, lines ended by '\n'.
std::string text_summary(const RunReport& report);

/// One table over several runs, a column for each attack of each. Throws InputError naming what differs if
/// the runs do not share a protocol (data, threat, bound, goal, budget). Victims may differ; where attacked
/// images do, the text says so.
std::string text_comparison(const std::vector<RunRecord>& runs);

}  // namespace bora::report
