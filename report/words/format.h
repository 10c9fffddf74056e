// How numbers look in a report, the same in every format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/summary.h"
#include "report/statistics/statistics.h"

namespace bora::report {

inline constexpr const char* kUnknown = "n/a";
inline constexpr const char* kNotReached = "not reached";

/// Returns a share, converted to percent: "97.8%", or "n/a".
std::string percent(std::optional<double> share);
/// Returns a share in percent without the sign: "97.8", for columns headed %.
std::string percent_number(std::optional<double> share);
/// Returns an interval, converted to percent, such as "[94.4, 99.1]", or "".
std::string percent_interval(const std::optional<Interval>& interval);
/// Returns a share with its interval, converted to percent: "97.8% [94.4, 99.1]".
std::string percent_with(std::optional<double> share, const std::optional<Interval>& interval);
/// Returns "+4.4 [-1.0, +9.9]" in percentage points, or "n/a".
std::string difference(const PairedDifference& difference);
/// Returns a p-value as reports print it: "0.0312", "< 0.0001", or "n/a".
std::string p_text(std::optional<double> p);
/// Returns a ratio of medians as text: "0.31 [0.22, 0.40]", "2.00 [1.10, no bound]", or "n/a".
std::string median_ratio_text(const MedianRatio& medians);
/// Returns a number of queries: "87", or "not reached".
std::string reached(std::optional<int> queries);
/// Returns a quantile as text: "87 [80, 95]", "412 [390, not reached]", "not reached".
std::string quantile_text(const QueryQuantile& quantile);
/// Returns a number with its digits grouped: "12,345".
std::string grouped(std::int64_t number);
/// Returns a duration as reports print it: "0.42 s", "3 min 20 s", "2 h 05 min".
std::string duration(double seconds);
/// Returns "1 image", "3 images"; `plural` is for nouns where adding an s is not enough.
std::string count_of(std::int64_t number, const std::string& noun, const std::string& plural = "");
/// Returns "0.298", with at most four decimals and without trailing zeros.
std::string short_number(double value);
/// Returns the kind of input that the run attacks: "image" or "graph".
std::string noun(const RunRecord& run);
/// Returns the threat model in words: "L-infinity at most 76/255 = 0.298 (asked: 0.3)" or "at most
/// round(0.03 n^2) edits of a graph of n nodes, ...".
std::string threat_text(const RunRecord& run);
/// Returns the budget of an instance: "300 queries", "40 queries for each edit allowed, at most 20,000".
std::string budget_text(const RunRecord& run);
/// Returns the access level: "the model's 10 scores (logits)", "only the 5 highest of ...", or "only the
/// class ...".
std::string sight_text(const RunRecord& run);
/// Returns the name of an attack as displayed: "pgd (white box)", "bo (prior)", or the name alone.
std::string display_name(const std::string& attack, const RunRecord& run);
/// Returns the confirmation of a success: "3 of up to 5 answers, each of them a query"; "" for one answer.
std::string repeats_text(const RunRecord& run);

/// Returns what an attack may see or do unlike the others: "sees labels only"; "" if there is no difference.
std::string facts_text(const AttackFacts& facts);
/// Returns what the attacker knew beside the model's answers to the queries of one instance, in plain words:
/// "nothing else: no training data, no substitute models, no gradients, no weights", or its substitute
/// models, what they were trained on and how accurate they are.
std::string knowledge_text(const RunRecord& run);
/// Returns the shards in a run: "3 of 16", "16 of 16, merged; 2 of them had not ended"; "" for a run that was
/// never sharded.
std::string shards_text(const RunRecord& run);
/// Description of the contents of a run made with --store summary.
inline constexpr const char* kSummaryStored =
    "counts and adversarial examples; no row a query of attacks that have ended (--store summary)";
/// Returns "12,345 on attacked inputs, each counted and stored".
std::string spent_text(const RunRecord& run, const RunSummary& summary);
/// Returns "complete", or how far the run has progressed.
std::string progress_text(const RunRecord& run, const RunSummary& summary);
/// Returns "robust accuracy" or, where only some classes are targets, the name of that share: "not moved to a
/// class asked for".
std::string resistance_name(const WorstCase& worst);
/// Returns counts of the inputs that did not resist or allow no change: "3 misclassified to begin with, 12
/// fooled, 2 not tried to the end, 1 with adversarial examples that were not confirmed". Omits counts of 0
/// except for fooled.
std::string resistance_counts(const WorstCase& worst, const RunRecord& run);
/// Returns the share that resists: "12.5%", or "12.5% to 18.0%" where inputs are undecided.
std::string share_text(const WorstCase& worst);
/// Returns "12.5% [8.1, 18.8]", or a range where inputs are undecided.
std::string resistance_text(const WorstCase& worst);
/// Returns the result of the verification: "170 of 170 read back from their files, inside the ball and
/// fooling the victim again", or what is wrong.
std::string verdict_text(const VerificationSummary& verification, const RunRecord& run);

}  // namespace bora::report
