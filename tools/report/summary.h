// Every number of a report, computed once from a run's record; the formats (text, JSON, CSV, HTML) only print
// it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attacks/ledger/run_reader.h"
#include "tools/report/comparison.h"
#include "tools/report/graph_summary.h"
#include "tools/report/published.h"
#include "tools/report/statistics.h"
#include "tools/report/worst_case.h"

namespace bora {

struct SuccessPoint {
  int queries = 0;
  int successes = 0;                  ///< instances that had succeeded by then
  std::optional<double> rate;         ///< Kaplan-Meier; none = nobody was watched that long
  std::optional<Interval> interval;   ///< Wilson, see SuccessCurve
  std::optional<Interval> clustered;  ///< bootstrap over images
};

struct QueryQuantile {
  double p = 0;
  std::optional<int> queries;  ///< none: not reached
  SuccessCurve::QuantileInterval interval;
};

/// Adversarial examples as the verifier found them.
struct VerificationSummary {
  int examples = 0;   ///< adversarial examples found
  int checked = 0;    ///< read back from their files and shown to the victim again
  int within = 0;     ///< of those checked: inside the ball and the image box
  int confirmed = 0;  ///< of those checked: reach the goal again
  int passed = 0;     ///< of those checked: both
  double largest_linf = 0;
};

struct MatrixCell {
  int instances = 0;
  int successes = 0;
};

struct AttackResult {
  std::string name;
  AttackFacts facts;  ///< sight "" where the run does not say
  /// "14x14x1" where the name sets the side of the space searched, "48x48x3 through 96" where it is enlarged
  /// in two steps; else "".
  std::string search_dimension;
  int instances = 0;
  int images = 0;  ///< that have been begun
  std::map<InstanceStatus, int> counts;
  std::int64_t queries = 0;  ///< spent, all instances together
  SuccessCurve curve{{}};
  std::vector<SuccessPoint> points;
  std::vector<QueryQuantile> quantiles;  ///< quartiles: 0.25, 0.5, 0.75
  SuccessfulQueries successful;
  std::optional<double> mean_linf, mean_l2;  ///< over adversarial examples
  std::optional<Mean>
      l2_per_pixel;  ///< the same L2 divided by the number of pixel values, as papers print it
  VerificationSummary verification;
  std::map<std::string, double> seconds;  ///< by part
  /// By (true class, class asked for) of instances that ended in success or exhausted; in an untargeted run
  /// by (true class, class led to), the instances being all of the true class.
  std::map<std::pair<int, int>, MatrixCell> by_classes;

  bool with_prior = false;  ///< see RunRecord::with_prior

  /// Sees gradients: a yardstick, not a rival.
  bool white_box() const { return facts.sight == "gradients"; }
  /// " (white box)" or " (prior)": what sets it apart wherever attacks are listed; else "".
  const char* mark() const { return white_box() ? " (white box)" : with_prior ? " (prior)" : ""; }
  int count(InstanceStatus status) const;
  /// Neither pending nor running.
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
  std::vector<AttackComparison> comparisons;  ///< of one attack with each other one
  WorstCase worst_case;                       ///< over all black-box attacks
  std::optional<WorstCase> without_prior;     ///< over those of them without a prior, if others have one
  std::optional<WorstCase> with_white_box;    ///< over all attacks, if any of them is a white-box attack
  std::string protocol;                       ///< what --protocol named, or ""
  const PublishedTable* published = nullptr;  ///< the protocol's table, or none
  std::vector<std::string> departures;        ///< options that differ from it: "eps is 0.375 instead of 0.3"
  VerificationSummary verification;           ///< all attacks together
  std::optional<double> clean_accuracy;
  std::optional<Interval> clean_interval;
  std::map<std::string, int> skipped;  ///< images looked at and not attacked, by reason
  std::vector<FailureCount> failures;
  std::int64_t attack_queries = 0;
  int instances = 0, ended = 0;
  int attacked_images = 0;
  std::vector<std::string> findings;   ///< contradictions in the database; see audit.h
  std::optional<GraphSummary> graphs;  ///< of a run on graphs; its attacks in the order of `attacks`

  /// What the run attacks.
  const char* noun() const { return graphs ? "graph" : "image"; }
  bool complete() const { return instances > 0 && ended == instances; }
};

/// `reference`: the attack that the others are compared with; "": the first that is no white-box attack.
/// Throws InputError if the run has no such attack.
RunSummary summarise(const RunRecord& run, const std::string& reference = "");

}  // namespace bora
