// How numbers look in a report, the same in every format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "attacks/ledger/run_reader.h"
#include "tools/report/figures/summary.h"
#include "tools/report/statistics/statistics.h"

namespace bora {

inline constexpr const char* kUnknown = "n/a";
inline constexpr const char* kNotReached = "not reached";

/// "97.8%", or "n/a".
std::string percent(std::optional<double> share);
/// "97.8", for columns headed %.
std::string percent_number(std::optional<double> share);
/// "[94.4, 99.1]" in percent, or "".
std::string percent_interval(const std::optional<Interval>& interval);
/// "97.8% [94.4, 99.1]"
std::string percent_with(std::optional<double> share, const std::optional<Interval>& interval);
/// "+4.4 [-1.0, +9.9]" in points of percent, or "n/a".
std::string difference(const PairedDifference& difference);
/// "0.0312", "< 0.0001", or "n/a".
std::string p_text(std::optional<double> p);
/// "0.31 [0.22, 0.40]", "2.00 [1.10, no bound]", or "n/a".
std::string median_ratio_text(const MedianRatio& medians);
/// "87" or "not reached".
std::string reached(std::optional<int> queries);
/// "87 [80, 95]", "412 [390, not reached]", "not reached".
std::string quantile_text(const QueryQuantile& quantile);
/// "12,345"
std::string grouped(std::int64_t number);
/// "0.42 s", "3 min 20 s", "2 h 05 min"
std::string duration(double seconds);
/// "1 image", "3 images"; `plural` where adding an s is not enough.
std::string count_of(std::int64_t number, const std::string& noun, const std::string& plural = "");
/// "0.298", at most four decimals, none that say nothing.
std::string short_number(double value);
/// "image" or "graph": what the run attacks.
std::string noun(const RunRecord& run);
/// "L-infinity at most 76/255 = 0.298 (asked: 0.3)"; "at most 0.03 n^2 edits of a graph of n nodes, ...".
std::string threat_text(const RunRecord& run);
/// What an instance may spend: "300 queries", "40 queries for each edit allowed, at most 20,000".
std::string budget_text(const RunRecord& run);
/// "the model's 10 scores (logits)", "only the 5 highest of ...", "only the class ...".
std::string sight_text(const RunRecord& run);
/// "pgd (white box)", "bo (prior)", or the name alone.
std::string display_name(const std::string& attack, const RunRecord& run);
/// How many answers stood behind a success: "held in 3 of up to 5 answers, each a query"; "" where one did.
std::string repeats_text(const RunRecord& run);

/// What an attack sees and may do beyond the others: "sees labels only". "" where that is usual.
std::string facts_text(const AttackFacts& facts);
/// What the attacker knew beside the model's answers to the queries of one instance, in plain words: "nothing
/// else: no training data, no gradients, no weights", or which substitute models it held, what they were
/// trained on and how accurate they are.
std::string knowledge_text(const RunRecord& run);
/// "3 of 16", "16 of 16, merged; 2 of them had not ended"; "" of a run that was never sharded.
std::string shards_text(const RunRecord& run);
/// What a run holds that was made with --store summary.
inline constexpr const char* kSummaryStored =
    "counts and adversarial examples; no row a query of attacks that have ended (--store summary)";
/// "12,345 on attacked inputs, each counted and stored"
std::string spent_text(const RunRecord& run, const RunSummary& summary);
/// "complete", or how far the run got.
std::string progress_text(const RunRecord& run, const RunSummary& summary);
/// "robust accuracy", or where targets are some classes alone what it is then: "not moved to a class asked
/// for".
std::string resistance_name(const WorstCase& worst);
/// "3 misclassified to begin with, 12 fooled, 2 not tried to the end, 1 found fooled but not confirmed": what
/// did not resist, and what allows no change. Counts of 0 are left out but for those fooled.
std::string resistance_counts(const WorstCase& worst, const RunRecord& run);
/// "12.5% [8.1, 18.8]", or from and to where inputs are undecided.
std::string resistance_text(const WorstCase& worst);
/// "170 of 170 read back from their files, inside the ball and fooling the victim again", or what is wrong.
std::string verdict_text(const VerificationSummary& verification, const RunRecord& run);

}  // namespace bora
