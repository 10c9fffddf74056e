// Data of an assessment: models attacked on the same inputs, and the search that found some of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

struct AssessedModel {
  std::string name;            ///< unique in the assessment; also its folder below attacks/
  std::string origin;          ///< searched | trained | given
  std::string architecture;    ///< the text of a searched cell, or "resnet8"; "": not known
  std::filesystem::path file;  ///< empty: its training failed
  std::optional<std::int64_t> weights;
  std::optional<double> latency;  ///< median seconds of a query with one image, on this machine
  std::optional<double> seconds;  ///< duration of its training
  /// Runs, one per bound, ascending; the inputs, goal, attacks, budget and seed are the same for all runs of
  /// all models.
  std::vector<RunRecord> runs;
  std::vector<std::string> not_begun;  ///< folders of further runs, named as in models.json
  /// Why it could not be trained, or attacked at one of the bounds; "": it could.
  std::string failure;
};

/// A network that the search evaluated.
struct SearchedNetwork {
  std::int64_t number = 0;  ///< number of the trial
  std::string architecture;
  std::optional<double> accuracy;    ///< share of validation images, in [0, 1]; none: it failed
  std::optional<double> robustness;  ///< share of validation images that resisted, in a robust search
  std::int64_t weights = 0;
  double seconds = 0;
  bool finalist = false;
};

struct SearchRecord {
  std::string space, strategy, objective;  ///< the objective is one of search_objectives()
  std::vector<SearchedNetwork> networks;   ///< by number
};

/// Returns the possible objectives of a search: accuracy, robust (accuracy and robustness), or an estimator
/// used in place of accuracy, named as in bo-nas --estimator.
const std::vector<std::string>& search_objectives();

struct Assessment {
  std::filesystem::path folder;
  std::string command, version, started, finished;
  std::string status;  ///< running | interrupted | complete
  std::string data;    ///< named as in the runs; "": no run has begun
  /// Reference bound of comparisons: epsilon as requested, or the ratio of edits on graphs. None: the middle
  /// bound of the runs, the larger of the two for an even number.
  std::optional<double> bound;
  std::vector<AssessedModel> models;  ///< searched ones best first, then those trained, then those given
  std::optional<SearchRecord> search;
};

/// Reads models.json in the folder, which names the models and their runs:
///
///     {"format": 1, "command": "...", "directory": "...", "version": "...", "started": "...",
///      "finished": "...", "status": "complete", "bound": 0.0313725,
///      "models": [{"name": "...", "origin": "searched", "architecture": "...", "file": "models/a.pt",
///                  "weights": 1234, "latency": 0.001, "seconds": 12.3, "runs": ["attacks/a/eps-1"],
///                  "failure": ""}],
///      "search": {"space": "nb201", "strategy": "bowl", "objective": "accuracy",
///                 "networks": [{"number": 1, "architecture": "...", "accuracy": 0.93, "robustness": null,
///                               "weights": 1234, "seconds": 3.2, "finalist": true}]}}
///
/// with paths relative to the folder, and the runs that have been begun. Unknown values are null or left out.
/// Throws InputError naming file and field, or the run that is damaged or differs from the others in inputs,
/// goal, attacks, budget or seed, so that models cannot be compared.
Assessment read_assessment(const std::filesystem::path& folder);

/// Returns whether `folder` holds a models.json.
bool holds_assessment(const std::filesystem::path& folder);

}  // namespace bora::report
