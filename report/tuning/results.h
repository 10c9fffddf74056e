// Summary and report of a tuning run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "tuning/recommendation.h"
#include "tuning/result_table.h"
#include "tuning/tuning.h"

namespace bora::report {

/// Progress of a tuning run.
struct TuningProgress {
  int budget = 0;            ///< number of trials; 0: unknown, as in a run by ask and tell
  std::string status = {};   ///< running (also after a crash) | interrupted | complete; "": unknown
  std::string stopped = {};  ///< reason why the run ended before its budget; "": it did not
  std::vector<std::string> warnings = {};  ///< those that the run gave on its values
};

/// Returns the summary that bo-opt prints at the end.
std::string summary_text(const Tuning& tuning, const TuningProgress& progress,
                         const std::optional<RecommendedPoint>& recommendation = std::nullopt);
/// Returns summary.json: the progress, the best trial or the front, the recommendation, and the number of
/// trials.
std::string summary_json(const Tuning& tuning, const TuningProgress& progress,
                         const std::optional<RecommendedPoint>& recommendation = std::nullopt);
/// Returns report.html, a self-contained page: the best or the recommended trial, or the front; progress over
/// trials; importance of the parameters; values against each parameter, with predictions of a model of all
/// trials; the best trials, and those without a value. `command`: command that made the run.
std::string tuning_report(const Tuning& tuning, const std::string& heading, const std::string& command,
                          const TuningProgress& progress,
                          const std::optional<RecommendedPoint>& recommendation = std::nullopt);
/// Writes the tables (write_tables), summary.json and report.html into `folder`.
void write_results(const Tuning& tuning, const std::filesystem::path& folder, const std::string& command,
                   const TuningProgress& progress,
                   const std::optional<RecommendedPoint>& recommendation = std::nullopt);

}  // namespace bora::report
