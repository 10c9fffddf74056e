// Reader of run databases, finished or not, for reports and comparisons.
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

/// Counts of one instance from table queries, which check the instance's own counts. If the run does not keep
/// this table (RunFacts::keeps_queries), they follow from the instance's own counts.
struct LedgerCount {
  int rows = 0;           ///< number of queries
  int last_number = 0;    ///< number of the last query
  int successes = 0;      ///< number of successful queries
  int first_success = 0;  ///< number of the query that succeeded first; 0: none
};

/// Instance with the rows of other tables that belong to it. Unlike in InstanceRow, `input` is an index into
/// RunRecord::inputs. If the instance has not ended, `queries` is LedgerCount::rows.
struct InstanceRecord : InstanceRow {
  LedgerCount ledger;
  std::optional<AdversarialRow> adversarial;
  std::optional<VerificationRow> verification;
  std::vector<NearerRow> nearer;  ///< in the order of queries
  std::optional<FirstRow> first;  ///< example of the first success, in runs with --minimise

  /// Returns true if the instance has succeeded, even if it still searches for a nearer example.
  bool reached() const {
    return status == InstanceStatus::success || (status == InstanceStatus::running && !nearer.empty());
  }
  /// Returns the number of the query that succeeded first, which need not be the last. Requires reached().
  int queries_to_success() const { return ledger.first_success > 0 ? ledger.first_success : queries; }
};

/// Content of a run database except scores and contents of inputs. `warnings` includes all of warnings_of().
struct RunRecord : RunFacts {
  std::filesystem::path folder;
  std::filesystem::path database;  ///< file that was read

  std::vector<InputRow> inputs;           ///< inputs in the order of inspection, without content and scores
  std::vector<InstanceRecord> instances;  ///< by id
  std::vector<TimingRow> timings;
  std::vector<SearchRow> searches;  ///< by attack and number, in runs with universal perturbations

  /// Returns true if the attack used substitute models or warm starts of earlier instances, in addition to
  /// the answers to its own queries.
  bool with_prior(const std::string& attack) const;
  /// Returns the goal as the database names it: "targeted" or "untargeted".
  std::string goal() const { return targeted ? "targeted" : "untargeted"; }
  /// Returns the model and the defence that it has, if any: "m.pt", or "m.pt behind jpeg:75".
  std::string victim() const { return defence == "none" ? model : model + " behind " + defence; }
  /// Returns the name of a class, such as "cat", or its number if it has no name.
  std::string class_name(int label) const;
};

/// Reads a run as a snapshot that is consistent. `path`: the run's folder or its run.sqlite. The run may be
/// in progress or on a read-only medium. Throws InputError with a one-line message if there is no database,
/// it is damaged, not that of a run, or of another schema version.
RunRecord read_run(const std::filesystem::path& path);

/// Contents of an instance's input and its adversarial example as the database stores them: levels or floats
/// of an image, or the JSON text of a graph.
struct InstanceContents {
  std::string original;
  std::string adversarial;
};

/// Returns the contents of the given instances, by instance id, without instances that have no adversarial
/// example. read_run() does not read contents, because they may be gigabytes and a report needs a few dozen.
std::map<std::int64_t, InstanceContents> read_contents(const RunRecord& run,
                                                       const std::vector<std::int64_t>& instances);

/// Returns the number of the first record that both runs have attacked with different contents, if any.
/// Images of different sizes (in runs that prepare them differently) are not compared. A run that was not
/// read from a file equals any other.
std::optional<int> record_with_other_content(const RunRecord& first, const RunRecord& second);

/// Returns the objectives of the given instances in the order of their queries, by instance id, without
/// instances that have no row in table queries (RunFacts::keeps_queries).
std::map<std::int64_t, std::vector<double>> read_objectives(const RunRecord& run,
                                                            const std::vector<std::int64_t>& instances);

/// Images of an instance: values in [0, 1], CHW.
struct InstancePixels {
  std::vector<float> original;
  std::vector<float> adversarial;
};

/// Returns read_contents() as images, for a run on images. Throws InputError if a content has the wrong size.
std::map<std::int64_t, InstancePixels> read_pixels(const RunRecord& run,
                                                   const std::vector<std::int64_t>& instances);

}  // namespace bora::attacks
