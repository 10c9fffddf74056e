// Looks at a finished run with other eyes.
#pragma once

#include <filesystem>

#include "attacks/ledger/oracle.h"
#include "attacks/ledger/repeats.h"
#include "attacks/ledger/run_database.h"
#include "attacks/ledger/task.h"

namespace bora {

struct Verification {
  int examples = 0;   ///< adversarial examples stored
  int within = 0;     ///< of those, inside the threat model as read back from their files
  int confirmed = 0;  ///< of those, reaching their goal when the victim sees the file's content again
  int queries = 0;    ///< spent on it, outside every budget

  bool clean() const { return within == examples && confirmed == examples; }
};

/// Writes `originals/` and `adversarial/<attack>/` below `folder`, reads every file back, compares it with
/// its original and shows it to the victim again, outside the ledger. The verdict goes into the database.
/// No more than `batch` files (at least 1) are shown to the victim at once; where answers are repeated, each
/// of them `repeats.most` times, from draws that no attack has met, and it is confirmed if the goal is
/// reached in `repeats.needed` of these. Throws std::runtime_error if a
/// file cannot be written, VictimError if the victim fails. For Pixels, Transformed and Graph.
template <typename Input>
Verification verify_run(RunDatabase& database, Oracle<Input>& oracle, const Task<Input>& task,
                        const std::filesystem::path& folder, int batch = 64, const Repeats& repeats = {});

}  // namespace bora
