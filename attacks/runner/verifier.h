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

/// Returns the names of files and folders of the attacks, by attack, all different: specs without colons and
/// equals signs, which not every file system accepts.
std::map<std::string, std::string> folder_names(const std::vector<InstanceRow>& instances);

struct Verification {
  int examples = 0;   ///< adversarial examples stored
  int within = 0;     ///< examples inside the threat model as read back from their files
  int confirmed = 0;  ///< examples that reach their goal when the victim is asked for the file's content
  int queries = 0;    ///< queries of the verification, outside every budget

  bool clean() const { return within == examples && confirmed == examples; }
};

/// Writes `originals/` and `adversarial/<attack>/` below `folder`, reads every file back, compares it with
/// its original and shows it to the victim again, outside the ledger. Stores the verdict in the database.
/// Shows at most `batch` files (at least 1) to the victim at once. If answers are repeated, each file is
/// queried `repeats.most` times, from draws that no attack has met, and is confirmed if `repeats.needed` of
/// the answers reach the goal. Throws std::runtime_error if a file cannot be written, VictimError if the
/// victim fails. For Pixels, Transformed and Graph.
template <typename Input>
Verification verify_run(RunDatabase& database, Oracle<Input>& oracle, const Task<Input>& task,
                        const std::filesystem::path& folder, int batch = 64, const Repeats& repeats = {});

}  // namespace bora::attacks
