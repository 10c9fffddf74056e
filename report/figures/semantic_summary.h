// Figures that only semantic runs have: the smallest severity of changes that fools the model, and the
// changes that it is least robust to.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "attacks/record/semantic/rules.h"
#include "common/layers.h"
#include "report/figures/success_figures.h"

namespace bora::report {

/// Use of one kind of change in the examples of an attack that have the smallest severity.
struct ChangeUse {
  ChangeBound bound;           ///< the change and its bound
  int used = 0;                ///< number of examples that contain this change
  std::vector<double> values;  ///< amounts of the change in these examples, ascending, > 0
  /// Share of this change in an example's severity (the sum of all changes, each as a share of its bound),
  /// averaged over the examples, in [0, 1]. The weights of all changes sum to 1, or are 0 without examples.
  double weight = 0;

  const Change& change() const { return all_changes()[static_cast<std::size_t>(bound.change)]; }
};

/// Share of instances that an attack fools up to a severity.
struct SeverityPoint {
  double severity = 0;
  std::optional<double> rate;  ///< share of instances fooled at this severity or below
  std::optional<Interval> interval;
};

/// Results of one attack in a run with semantic changes.
struct SemanticAttackResult {
  std::string name;
  int examples = 0;  ///< number of instances with an example that counts as a success
  /// Figures of the smallest severity that fools an instance: thousandths of severity in place of queries. An
  /// instance that resists has the largest severity possible, without success.
  SuccessFigures severity;
  std::vector<SeverityPoint> points;
  std::vector<ChangeUse> changes;  ///< one for each bound, in the order of the rules
};

/// Results of a run with semantic changes.
struct SemanticSummary {
  SemanticRules rules;
  std::vector<SemanticAttackResult> attacks;
};

/// Returns a median or quartile of severity as text: "0.43 [0.38, 0.51]", or "not reached".
std::string severity_text(const QueryQuantile& quantile);
/// Returns the changes of an example in words: "rotate -12.3 degrees, blur 0.4 pixels". `details`: JSON
/// object of NearerRow::details. Throws InputError naming the run's database for anything else.
std::string combination_text(const RunRecord& run, const std::string& details);

/// Computes the figures of a semantic run. `attacks`: the order of the results. Throws InputError for invalid
/// details.
SemanticSummary summarise_semantic(const RunRecord& run, const std::vector<std::string>& attacks);

}  // namespace bora::report
