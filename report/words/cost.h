// Cost of a run whose victim charges a price per input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/summary.h"

namespace bora::report {

/// Number of inputs sent to the victim, and their price.
struct RunCost {
  double price_per_1000 = 0;  ///< price of 1,000 inputs, in any currency
  /// Number of inputs sent to the victim: attempts, the search for universal perturbations, clean inputs,
  /// checks, verification, and trial inputs when the model is loaded.
  std::int64_t inputs = 0;
  bool searched = false;  ///< whether a search for universal perturbations is included
  double total() const { return price_per_1000 * static_cast<double>(inputs) / 1000; }
};

/// Returns the cost of `run`; none if no price was stated. Examples that are not verified yet are included.
std::optional<RunCost> cost_of(const RunRecord& run, const RunSummary& summary);

/// Returns the cost as text: "3.21 for 2,140 inputs at 1.5 per 1,000: attempts, clean inputs, ...".
std::string cost_text(const RunCost& cost);

}  // namespace bora::report
