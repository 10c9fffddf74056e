// Cost of a run whose victim charges a price per input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/summary.h"

namespace bora::report {

struct RunCost {
  double price_per_1000 = 0;
  /// Inputs sent to the victim: attempts, the search for universal perturbations, clean ones, checks,
  /// verification, loading.
  std::int64_t inputs = 0;
  bool searched = false;  ///< whether a search for universal perturbations is included
  double total() const { return price_per_1000 * static_cast<double>(inputs) / 1000; }
};

/// Returns the cost of `run`; none where no price was stated.
std::optional<RunCost> cost_of(const RunRecord& run, const RunSummary& summary);

/// Returns the cost as text: "3.21 for 2,140 inputs at 1.5 per 1,000: attempts, clean inputs, ...".
std::string cost_text(const RunCost& cost);

}  // namespace bora::report
