// The verdict of a run in plain sentences, for the formats that are not HTML.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/report/figures/summary.h"

namespace bora {

/// Returns a sentence on one attack: "success on 90.0% [69.9, 97.2] of instances within 300 queries (18 of
/// 20), median queries 17 [12, 35]".
std::string attack_sentence_text(const RunRecord& run, const AttackResult& attack);

/// Returns a sentence on what the strongest black-box attack achieves, or one that there is no verdict yet if
/// none was followed to the budget.
std::string lead_text(const RunRecord& run, const RunSummary& summary);

/// Returns shares of inputs that resist, with names that state the attacks: {"Robust accuracy", "43.0% [35.1,
/// 51.8] (43 of 100 images looked at; 7 misclassified to begin with, 50 fooled)"}. Empty where nothing was
/// attacked.
std::vector<std::pair<std::string, std::string>> resistance_entries(const RunRecord& run,
                                                                    const RunSummary& summary);

/// Returns names and values that state what was attacked and how; values may be "".
std::vector<std::pair<std::string, std::string>> run_facts(const RunRecord& run, const RunSummary& summary);

/// Returns resistance_name() with a capital letter: "Robust accuracy", or the share of a targeted run.
std::string resistance_title(const WorstCase& worst);

}  // namespace bora
