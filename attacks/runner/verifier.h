// Looks at a finished run with other eyes.
#pragma once

#include <filesystem>

#include "attacks/ledger/run_database.h"
#include "attacks/threat/linf_ball.h"
#include "models/victim.h"

namespace bora {

struct Verification {
  int examples = 0;   ///< adversarial examples stored
  int within = 0;     ///< of those, inside the threat model as read back from their files
  int confirmed = 0;  ///< of those, reaching their goal when the victim sees the file's content again
  int queries = 0;    ///< spent on it, outside every budget

  bool clean() const { return within == examples && confirmed == examples; }
};

/// Writes `originals/` and `adversarial/<attack>/` below `folder` (PNG on the 8-bit grid, else .npy), reads
/// every file back, compares it with its original and shows it to the victim again, outside the ledger. The
/// verdict goes into the database. Throws std::runtime_error if a file cannot be written, VictimError if the
/// victim fails.
Verification verify_run(RunDatabase& database, Victim& victim, const LinfBall& ball,
                        const std::filesystem::path& folder);

}  // namespace bora
