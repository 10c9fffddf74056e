// Folder of an assessment as bo-assess writes it, made without a victim, for tests of its readers.
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
  /// Runs, one for each bound. A run without inputs is named in models.json but not written.
  std::vector<SyntheticRun> runs;
  std::string copied = {};  ///< model whose content this one has; "": a content of its own
};

struct SyntheticAssessment {
  std::string status = "complete";
  std::optional<double> bound;
  std::vector<SyntheticModel> models;
  std::optional<SearchRecord> search;
};

/// Returns a run of the attacks square and random with budget 100, at a bound in 255ths. It has an image for
/// each letter of `outcomes`: m misclassified; r resisted; s fooled by square in 10 queries; b fooled by
/// both, by square in 40 and by random in 20 queries; o open, since square was interrupted after 30 queries.
SyntheticRun run_of_outcomes(const std::string& outcomes, int epsilon_levels);

/// Returns three models at 4/255 and 8/255: at 8/255 a resists on 10 of 12 images, b on 9, c on 2; b is
/// smaller than a, and c smaller than b; b has the highest clean accuracy. model_pairs_test.cc tests the
/// conclusions of the tests.
SyntheticAssessment three_models();

/// Writes models.json and the runs; those of model NAME are written to attacks/NAME/eps-LEVELS.
void write_synthetic_assessment(const SyntheticAssessment& assessment, const std::filesystem::path& folder);

/// Returns five models at three bounds with plausible numbers of queries. One model is small and weak, and
/// one fails a check of its evaluation.
SyntheticAssessment plausible_assessment(int images);

}  // namespace bora::report
