// The verdict of a run in plain sentences, for the formats that are not HTML.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/report/figures/summary.h"

namespace bora {

/// "success on 90.0% [69.9, 97.2] of instances within 300 queries (18 of 20), median queries 17 [12, 35]"
std::string attack_sentence_text(const RunRecord& run, const AttackResult& attack);

/// What the strongest black-box attack achieves, in a sentence; without one followed to the budget, that
/// there is no verdict yet.
std::string lead_text(const RunRecord& run, const RunSummary& summary);

/// Shares of inputs that resist, under names that say of which attacks: {"Robust accuracy", "43.0% [35.1,
/// 51.8] (43 of 100 images looked at; 7 misclassified to begin with, 50 fooled)"}. None where nothing was
/// attacked.
std::vector<std::pair<std::string, std::string>> resistance_entries(const RunRecord& run,
                                                                    const RunSummary& summary);

/// What was attacked and how, by name; values may be "".
std::vector<std::pair<std::string, std::string>> run_facts(const RunRecord& run, const RunSummary& summary);

/// "Robust accuracy", or what a targeted run has instead: with a capital letter.
std::string resistance_title(const WorstCase& worst);

}  // namespace bora
