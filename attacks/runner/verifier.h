// Independent verification of a finished run.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "attacks/ledger/repeats.h"
#include "attacks/ledger/task.h"
#include "attacks/record/run_database.h"

namespace bora::attacks {

/// Returns the names of the attacks' files and folders, by attack: their specifications with `-` in place of
/// colons and equals signs, which some file systems refuse, cut to 200 bytes. A number makes equal names
/// different.
std::map<std::string, std::string> folder_names(const std::vector<InstanceRow>& instances);

/// Result of verify_run().
struct Verification {
  int examples = 0;   ///< number of stored adversarial examples
  int within = 0;     ///< number of examples inside the threat model as read back from their files
  int confirmed = 0;  ///< number of examples with which the victim, queried again, reaches their goal
  int queries = 0;    ///< number of queries of the verification, which no budget includes

  /// Returns whether all examples passed.
  bool clean() const { return within == examples && confirmed == examples; }
};

/// Writes `originals/`, `adversarial/<attack>/` and, for runs that minimise, `first/<attack>/` below
/// `folder`, reads every file back, checks it against the threat model around its original, and queries the
/// victim with it again, outside the ledger. Stores the results in the database, and adds the queries to
/// RunFacts::verification_queries before they are sent. `batch`: largest number of files per query, clamped
/// to 1 to 64. If answers are repeated, each file is queried `repeats.most` times, with draws that no attack
/// has used, and is confirmed if `repeats.needed` of the answers reach the goal. Throws std::runtime_error if
/// a file cannot be written, VictimError if the victim fails. Instantiated for Pixels, Transformed and Graph.
template <typename Input>
Verification verify_run(RunDatabase& database, Oracle<Input>& oracle, const Task<Input>& task,
                        const std::filesystem::path& folder, int batch = 64, const Repeats& repeats = {});

}  // namespace bora::attacks
