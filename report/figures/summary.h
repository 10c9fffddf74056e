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

/// Instances with one pair of classes.
struct MatrixCell {
  int instances = 0;
  int successes = 0;
};

/// Results of one attack over its instances.
struct AttackResult : SuccessFigures {
  std::string name;
  AttackFacts facts;  ///< access is "" if the run does not record it
  /// Dimension of the space searched if the attack's name sets its side: "14x14x1", or "48x48x3 through 96"
  /// if perturbations are enlarged in two steps; else "".
  std::string search_dimension;
  int instances = 0;
  int images = 0;                        ///< number of inputs on which an instance has begun
  std::map<InstanceStatus, int> counts;  ///< number of instances by status
  std::int64_t queries = 0;              ///< queries of all instances together
  std::int64_t attempts = 0;             ///< forward passes on their inputs, answered or not
  /// Means over adversarial examples that count as successes: distance as the threat model measures it, and
  /// L2.
  std::optional<double> mean_distance, mean_l2;
  std::optional<Mean> l2_per_pixel;  ///< mean of L2 divided by the number of pixel values, as in Ru 2021
  VerificationSummary verification;
  std::map<std::string, double> seconds;  ///< computing time by part of the attack
  /// Success by (true class, target class), over instances that succeeded or exhausted their budget. In an
  /// untargeted run by (true class, class reached); `instances` are then all those of the true class.
  std::map<std::pair<int, int>, MatrixCell> by_classes;

  bool with_prior = false;  ///< see RunRecord::with_prior

  /// Returns whether the attack sees gradients, so that it is a white-box reference.
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

/// Number of instances of an attack that an error ended for the same reason.
struct FailureCount {
  std::string attack, reason;
  int instances = 0;
};

/// Returns the number of instances in all of `faults`.
int instances_of(const std::vector<FailureCount>& faults);

/// Figures of a run.
struct RunSummary {
  std::vector<int> points;  ///< query numbers at which success is reported; the last is the budget
  /// Attacks without a prior, attacks with one, then white-box attacks, each in the order requested.
  std::vector<AttackResult> attacks;
  std::vector<AttackComparison> comparisons;  ///< comparisons of the reference with each other attack
  WorstCase worst_case;                       ///< over all black-box attacks, with a preset over all attacks
  std::optional<WorstCase> without_prior;     ///< over black-box attacks without a prior, if others have one
  std::optional<WorstCase> with_white_box;    ///< over all attacks, if any of them is a white-box attack
  std::string preset;                         ///< name that was given by --preset, or ""
  std::string protocol;                       ///< name that was given by --protocol, or ""
  const PublishedTable* published = nullptr;  ///< published table of the protocol, or null
  /// Options that differ from those of the protocol: "eps is 0.375 instead of 0.3".
  std::vector<std::string> departures;
  VerificationSummary verification;        ///< results of the verifier for all attacks together
  std::optional<double> clean_accuracy;    ///< share of inputs classified correctly without an attack
  std::optional<Interval> clean_interval;  ///< Wilson score interval of this share
  std::map<std::string, int> skipped;      ///< number of inspected inputs that are not attacked, by reason
  std::vector<FailureCount> failures;
  std::vector<FailureCount> broken_off;  ///< errors after the first success, in runs that continue after it
  std::int64_t attack_queries = 0, attack_attempts = 0;  ///< sums over the attacks
  int instances = 0, ended = 0;                          ///< sums over the attacks
  int attacked_images = 0;                               ///< number of inputs that are attacked
  std::vector<EvaluationCheck> checks;                   ///< returned by evaluation_checks()
  std::vector<std::string> contradictions;               ///< contradictions in the database; see audit()
  std::optional<GraphSummary> graphs;  ///< set for a run on graphs; attacks in the order of `attacks`

  std::optional<SemanticSummary> semantic;  ///< set for a semantic run; attacks in the order of `attacks`
  std::optional<SmallestSummary> smallest;  ///< set with --minimise; attacks in the order of `attacks`

  /// Returns the kind of input that the run attacks.
  const char* noun() const { return graphs ? "graph" : "image"; }
  std::string norm;                ///< norm_text() of the run
  bool nothing_to_attack = false;  ///< whether none of the inputs of the run, or of a shard, can be attacked
  /// Returns whether all instances have ended.
  bool complete() const { return ended == instances && (instances > 0 || nothing_to_attack); }
};

/// Computes the figures of a run. `reference`: attack that the others are compared with; "": the first that
/// is not a white-box attack. `points`: query numbers at which success is reported besides the budget; empty:
/// default ones. `largest_budget`: largest budget of the runs that this run is compared with; final failures
/// count as observed up to it, or up to the run's budget if that is larger (see observe()). Throws InputError
/// if the run has no attack `reference`, or a point is above the budget.
RunSummary summarise(const RunRecord& run, const std::string& reference = "",
                     const std::vector<int>& points = {}, int largest_budget = 0);

/// Returns the result of the attack of this name; null if there is none.
const AttackResult* attack_of(const RunSummary& summary, const std::string& name);

/// Returns the black-box attack with the highest share of successes within `queries`, the first of equals;
/// null if none was observed that long.
const AttackResult* strongest(const RunSummary& summary, int queries);

}  // namespace bora::report
