// Reads a run database, finished or not, into plain structs, for reports and comparisons.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_facts.h"
#include "attacks/record/run_rows.h"

namespace bora::attacks {

/// Counts from table queries for one instance, to check the instance's own counts; or these counts
/// themselves, where the run does not keep the table (RunRecord::keeps_queries).
struct LedgerCount {
  int rows = 0;
  int last_number = 0;
  int successes = 0;
  int first_success = 0;  ///< number of the first successful query; 0 means that there is none
};

/// An instance with the rows of other tables that belong to it. `input` is an index into RunRecord::inputs
/// here, `queries` the count of the ledger where the instance was cut while running.
struct InstanceRecord : InstanceRow {
  LedgerCount ledger;
  std::optional<AdversarialRow> adversarial;
  std::optional<VerificationRow> verification;
  std::vector<NearerRow> nearer;  ///< in order
  std::optional<FirstRow> first;  ///< example of the first success, in runs with --minimise

  /// Returns true if the instance has succeeded: it ended so, or now searches for a nearer example.
  bool reached() const {
    return status == InstanceStatus::success || (status == InstanceStatus::running && !nearer.empty());
  }
  /// Returns, for a success, the number of its first successful query, which need not be its last.
  int queries_to_success() const { return ledger.first_success > 0 ? ledger.first_success : queries; }
};

/// Everything in a run database except scores and contents. `warnings` are warnings_of() the run.
struct RunRecord : RunFacts {
  std::filesystem::path folder;
  std::filesystem::path database;  ///< the file that was read

  std::vector<InputRow> inputs;           ///< inputs in the order of inspection, without content and scores
  std::vector<InstanceRecord> instances;  ///< by id
  std::vector<TimingRow> timings;
  std::vector<SearchRow> searches;  ///< by attack and number, in runs with one perturbation for all images

  /// Returns true if the attack knew more than the victim's answers to its own queries: it had substitute
  /// models, or warm starts from earlier instances.
  bool with_prior(const std::string& attack) const;
  /// Returns the goal as the database names it: "targeted" or "untargeted".
  std::string goal() const { return targeted ? "targeted" : "untargeted"; }
  /// Returns the model as it was attacked: "m.pt", or "m.pt behind jpeg:75".
  std::string victim() const { return defence == "none" ? model : model + " behind " + defence; }
  /// Returns "cat", or "3" where classes have no names.
  std::string class_name(int label) const;
};

/// Reads a consistent snapshot of `path`, a run's folder or its run.sqlite. Changes no stored data, so it
/// does not disturb a run in progress and works on a read-only medium. Throws InputError, one line, if there
/// is no database, it is damaged, not a run's, or of another schema version.
RunRecord read_run(const std::filesystem::path& path);

/// An input and its adversarial example as stored in the database: levels or floats of an image, the JSON
/// text of a graph.
struct InstanceContents {
  std::string original;
  std::string adversarial;
};

/// Returns the contents of instances that hold an adversarial example, by instance id; ids without one are
/// left out. Separate from read_run, since a report needs a few dozen of what may be gigabytes.
std::map<std::int64_t, InstanceContents> read_contents(const RunRecord& run,
                                                       const std::vector<std::int64_t>& instances);

/// Returns the objectives of instances in the order of their queries, by instance id; ids without queries are
/// left out, and so are all where the run does not keep them (RunRecord::keeps_queries).
std::map<std::int64_t, std::vector<double>> read_objectives(const RunRecord& run,
                                                            const std::vector<std::int64_t>& instances);

/// Pixels of an instance, scaled to [0, 1], CHW, whatever the storage format.
struct InstancePixels {
  std::vector<float> original;
  std::vector<float> adversarial;
};

/// Returns the same as pixels, for a run on images.
std::map<std::int64_t, InstancePixels> read_pixels(const RunRecord& run,
                                                   const std::vector<std::int64_t>& instances);

}  // namespace bora::attacks
