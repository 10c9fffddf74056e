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

/// Model of an assessment, and the attacks on it.
struct AssessedModel {
  std::string name;            ///< unique in the assessment; also its folder below attacks/
  std::string origin;          ///< "searched", "trained" or "given"
  std::string architecture;    ///< text of a searched cell, or a name such as "resnet8"; "": not known
  std::filesystem::path file;  ///< empty if the training failed
  std::optional<std::int64_t> weights;  ///< number of weights
  std::optional<double> latency;  ///< median seconds of a query with one image on the machine of the run
  std::optional<double> seconds;  ///< duration of the training
  /// Runs, one for each bound, by ascending bound. Inputs, goal, attacks, budget and seed are the same in all
  /// runs of all models.
  std::vector<RunRecord> runs;
  std::vector<std::string> not_begun;  ///< folders of further runs, as models.json names them
  /// Reason why the model could not be trained, or attacked at one of the bounds; "" if it could.
  std::string failure;
};

/// Network that the search evaluated.
struct SearchedNetwork {
  std::int64_t number = 0;  ///< number of the trial
  std::string architecture;
  std::optional<double> accuracy;    ///< share of validation images classified correctly; none: it failed
  std::optional<double> robustness;  ///< share of validation images that resist, in a robust search
  std::int64_t weights = 0;          ///< number of weights
  double seconds = 0;                ///< duration of its training
  bool finalist = false;             ///< whether it was trained in full and attacked
};

/// Search that found some of the models.
struct SearchRecord {
  std::string space, strategy, objective;  ///< the objective is one of search_objectives()
  std::vector<SearchedNetwork> networks;   ///< by number
};

/// Returns the possible objectives of a search: accuracy, robust (accuracy and robustness), or an estimator
/// used in place of accuracy, named as in bo-nas --estimator.
const std::vector<std::string>& search_objectives();

/// Data in the folder of an assessment: models, runs and search.
struct Assessment {
  std::filesystem::path folder;
  std::string command, version, started, finished;  ///< as models.json states them
  std::string status;                               ///< "running", "interrupted" or "complete"
  std::string data;                                 ///< RunFacts::data of the runs; "" if no run has begun
  /// Reference bound of comparisons, >= 0: epsilon as requested, or the ratio of edits on graphs. None: the
  /// middle bound of the runs, the larger of the two for an even number.
  std::optional<double> bound;
  std::vector<AssessedModel> models;   ///< searched ones, best first, then trained ones, then given ones
  std::optional<SearchRecord> search;  ///< none if no model was searched
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
/// and reads the runs that have begun. Paths are relative to the folder. Values that are not known are null
/// or missing. Throws InputError that names file and field, or the run that is damaged or differs from the
/// others in inputs, goal, attacks, budget or seed, so that models cannot be compared.
Assessment read_assessment(const std::filesystem::path& folder);

/// Returns whether `folder` contains a models.json.
bool holds_assessment(const std::filesystem::path& folder);

}  // namespace bora::report
