// An assessment's folder as bo-assess would leave it, without a victim: for tests of whatever reads one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "attacks/record/synthetic_run.h"
#include "report/assessment/figures/assessment.h"

namespace bora::report {

struct SyntheticModel {
  std::string name;
  std::string origin = "given";
  std::string architecture;
  std::optional<std::int64_t> weights;
  std::optional<double> latency, seconds;
  /// By bound; one that has no inputs is named in models.json and not written.
  std::vector<SyntheticRun> runs;
};

struct SyntheticAssessment {
  std::string status = "complete";
  std::optional<double> bound;
  std::vector<SyntheticModel> models;
  std::optional<SearchRecord> search;
};

/// A run of attacks square and random, budget 100, at a bound in 255ths, an image for each letter of
/// `outcomes`: m misclassified; r resisted; s fooled by square in 10 queries, b by both, square in 40 and
/// random in 20; o open, since square was cut after 30 queries.
SyntheticRun run_of_outcomes(const std::string& outcomes, int epsilon_levels);

/// Writes models.json and the runs, model NAME's at attacks/NAME/eps-LEVELS.
void write_synthetic_assessment(const SyntheticAssessment& assessment, const std::filesystem::path& folder);

/// Five models at three bounds with queries such as one meets: one small and weak, one whose evaluation fails
/// a check.
SyntheticAssessment plausible_assessment(int images);

}  // namespace bora::report
