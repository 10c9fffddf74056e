// What a run says of the figure that a condition speaks of.
#pragma once

#include <optional>
#include <string>

#include "attacks/ledger/run_reader.h"
#include "tools/report/conditions/condition.h"
#include "tools/report/statistics/statistics.h"

namespace bora {

struct RunSummary;

struct MeasuredFigure {
  std::optional<double> value;       ///< infinite: a median that is not reached; none: not known
  std::optional<Interval> interval;  ///< 95%, ends may be infinite; none: a count, or not known
  std::string of;                    ///< "bo (prior), 20 images": what it was measured on; "": nothing to say
  std::string unknown;               ///< where the value is not known: why
};

/// `baseline`: what regression is measured against; null: none could be read. Never throws for what a run
/// lacks: then the figure is unknown, and says why.
MeasuredFigure measure(const Condition& condition, const RunRecord& run, const RunSummary& summary,
                       const RunRecord* baseline);

/// Why the figure is none of this run, whatever it finds: "the run has no attack 'bq', only bo, square; did
/// you mean bo?". "" if it is one. Needs of `run` no more than its attacks, budget, goal, classes and
/// instances.
std::string inapplicable(const Condition& condition, const RunRecord& run);

}  // namespace bora
