// Figures that only semantic runs have: how mild a combination of changes fools the model, and which changes
// it is least robust to.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "attacks/record/semantic/rules.h"
#include "common/layers.h"
#include "report/figures/success_figures.h"

namespace bora::report {

/// Use of one bound of the rules by the mildest examples of an attack.
struct ChangeUse {
  ChangeBound bound;
  int used = 0;                ///< number of examples that contain this change
  std::vector<double> values;  ///< amounts of the change in these examples, ascending; 0: no change
  /// Share of this change in an example's severity (each change measured as a share of its bound), averaged
  /// over the examples. It shows which changes fool the model most. The weights of all changes sum to 1.
  double weight = 0;

  const Change& change() const { return all_changes()[static_cast<std::size_t>(bound.change)]; }
};

struct SeverityPoint {
  double severity = 0;
  std::optional<double> rate;  ///< share of instances fooled at this severity or below
  std::optional<Interval> interval;
};

struct SemanticAttackResult {
  std::string name;
  int examples = 0;  ///< number of examples that count as successes
  /// Figures of the smallest severity that fools an instance, in thousandths of severity in place of queries.
  /// An instance that resists counts as larger than any severity.
  SuccessFigures severity;
  std::vector<SeverityPoint> points;
  std::vector<ChangeUse> changes;  ///< one for each bound, in the order of the rules
};

struct SemanticSummary {
  SemanticRules rules;
  std::vector<SemanticAttackResult> attacks;
};

/// Returns a median or quartile of severity as text: "0.43 [0.38, 0.51]", or "not reached".
std::string severity_text(const QueryQuantile& quantile);
/// Returns an example's details in words: "rotate -12.3 degrees, blur 0.4 pixels". Throws InputError naming
/// the run's database for invalid details.
std::string combination_text(const RunRecord& run, const std::string& details);

/// Computes the figures of a semantic run. `attacks`: the order of the results. Throws InputError for invalid
/// details.
SemanticSummary summarise_semantic(const RunRecord& run, const std::vector<std::string>& attacks);

}  // namespace bora::report
