// Every number of a report, computed once from a run's record; the formats (text, JSON, CSV, HTML) only print
// it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/graph_summary.h"
#include "report/figures/published.h"
#include "report/figures/semantic_summary.h"
#include "report/figures/smallest_summary.h"
#include "report/figures/success_figures.h"
#include "report/figures/verification_summary.h"
#include "report/figures/worst_case.h"
#include "report/statistics/statistics.h"

namespace bora::report {

struct MatrixCell {
  int instances = 0;
  int successes = 0;
};

struct AttackResult : SuccessFigures {
  std::string name;
  AttackFacts facts;  ///< access "" where the run does not say
  /// "14x14x1" where the name sets the side of the space searched, "48x48x3 through 96" where it is enlarged
  /// in two steps; else "".
  std::string search_dimension;
  int instances = 0;
  int images = 0;  ///< number of images that have begun
  std::map<InstanceStatus, int> counts;
  std::int64_t queries = 0;   ///< spent, all instances together
  std::int64_t attempts = 0;  ///< forward passes on their inputs, answered or not
  /// Means over adversarial examples that count as successes: distance as the threat measures it, and L2.
  std::optional<double> mean_distance, mean_l2;
  std::optional<Mean>
      l2_per_pixel;  ///< the same L2 divided by the number of pixel values, as papers print it
  VerificationSummary verification;
  std::map<std::string, double> seconds;  ///< seconds by part
  /// Success by (true class, target class), of instances that succeeded or exhausted their budget. In an
  /// untargeted run by (true class, class reached), where the instances are all those of the true class.
  std::map<std::pair<int, int>, MatrixCell> by_classes;

  bool with_prior = false;  ///< see RunRecord::with_prior

  /// Returns whether it sees gradients: a white-box reference, not a rival.
  bool white_box() const { return facts.access == "gradients"; }
  /// Returns the mark of an attack in lists: " (white box)", " (prior)" or "".
  const char* mark() const {
    if (white_box()) return " (white box)";
    return with_prior ? " (prior)" : "";
  }
  /// Returns the name as displayed: "pgd (white box)", "bo (prior)", or the name alone.
  std::string display_name() const { return name + mark(); }
  int count(InstanceStatus status) const;
  /// Returns the number of successes, see succeeded() in observations.h.
  int successes() const { return successful.successes; }
  /// Returns the number of instances that are neither pending nor running.
  int ended() const;
};

struct FailureCount {
  std::string attack, reason;
  int instances = 0;
};

struct RunSummary {
  std::vector<int> points;            ///< query numbers at which success is reported; the last is the budget
  std::vector<AttackResult> attacks;  ///< as asked for, but those with a prior after the others, white-box
                                      ///< attacks last
  std::vector<AttackComparison> comparisons;  ///< comparisons of one attack with each other one
  WorstCase worst_case;                       ///< over all black-box attacks, with a preset over all attacks
  std::optional<WorstCase> without_prior;     ///< over those of them without a prior, if others have one
  std::optional<WorstCase> with_white_box;    ///< over all attacks, if any of them is a white-box attack
  std::string preset;                         ///< name that was given by --preset, or ""
  std::string protocol;                       ///< name that was given by --protocol, or ""
  const PublishedTable* published = nullptr;  ///< published table of the protocol, or null
  std::vector<std::string> departures;        ///< options that differ from it: "eps is 0.375 instead of 0.3"
  VerificationSummary verification;           ///< all attacks together
  std::optional<double> clean_accuracy;
  std::optional<Interval> clean_interval;
  std::map<std::string, int> skipped;  ///< images looked at and not attacked, by reason
  std::vector<FailureCount> failures;
  std::int64_t attack_queries = 0, attack_attempts = 0;
  int instances = 0, ended = 0;
  int attacked_images = 0;
  std::vector<EvaluationCheck> checks;  ///< the run's own, and those its records decide
  std::vector<std::string> findings;    ///< contradictions in the database; see audit()
  std::optional<GraphSummary> graphs;   ///< set for a run on graphs; attacks in the order of `attacks`

  std::optional<SemanticSummary> semantic;  ///< set for a semantic run; attacks in the order of `attacks`
  std::optional<SmallestSummary> smallest;  ///< set with --minimise; attacks in the order of `attacks`

  /// Returns the kind of input that the run attacks.
  const char* noun() const { return graphs ? "graph" : "image"; }
  std::string norm;                ///< norm_text() of the run
  bool nothing_to_attack = false;  ///< whether none of its inputs, or a shard's, can be attacked
  bool complete() const { return ended == instances && (instances > 0 || nothing_to_attack); }
};

/// Computes the figures that summarise a run. The attack `reference` is what others are compared with; "":
/// the first that is not white-box. `points`: query numbers at which success is reported besides the budget;
/// empty: default ones. `largest_budget`: that of the runs beside it, if above its own; final failures are
/// observed to it. Throws InputError if the run has no such attack, or a point is above the budget.
RunSummary summarise(const RunRecord& run, const std::string& reference = "",
                     const std::vector<int>& points = {}, int largest_budget = 0);

/// Returns the result of the attack of this name; null if there is none.
const AttackResult* attack_of(const RunSummary& summary, const std::string& name);

/// Returns the black-box attack with the highest success within `queries`, the first of equals; null if none
/// was followed that far.
const AttackResult* strongest(const RunSummary& summary, int queries);

}  // namespace bora::report
