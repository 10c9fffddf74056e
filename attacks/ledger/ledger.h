// The only way to a victim: every query is counted, bounded and stored.
#pragma once

#include <string>
#include <vector>

#include "attacks/ledger/run_database.h"
#include "attacks/threat/linf_ball.h"
#include "attacks/threat/objective.h"
#include "models/victim.h"

namespace bora {

/// One image that an instance wants to have scored. `original` and `image` have the victim's input size.
struct Question {
  int instance = 0;
  Goal goal;
  const float* original = nullptr;
  const float* image = nullptr;
};

struct Answer {
  Observation observation;
  std::string status;   ///< running | success | exhausted | failed: of the instance, after this answer
  std::string failure;  ///< why the victim gave no answer, if it failed
};

/// Counts queries per instance, stores each with its answer, notices success on the query that achieves it,
/// and refuses a query over the budget or outside the threat model (std::logic_error: the driver must not
/// try).
class Ledger {
 public:
  /// Counts already in the database are taken over.
  Ledger(Victim& victim, RunDatabase& database, LinfBall ball, int budget);

  /// One round: questions of different instances are put to the victim as one batch and stored in one
  /// transaction, together with the status of each instance. A victim that fails is tried again with growing
  /// pauses; then each question is put alone, and those still failing mark their instance failed.
  std::vector<Answer> query(const std::vector<Question>& questions);

  /// Ends an instance that cannot go on, for a reason other than the victim.
  void fail(int instance, const std::string& reason);

  int spent(int instance) const { return spent_.at(instance); }
  int budget() const { return budget_; }
  long total() const { return total_; }                      ///< queries answered in this session
  double victim_seconds() const { return victim_seconds_; }  ///< spent in the victim, this session

 private:
  Scores ask_patiently(const Batch& images);
  void store(const Question& question, const Scores& scores, const LogProbabilities& log_p, int row,
             Answer& answer);

  Victim& victim_;
  RunDatabase& database_;
  LinfBall ball_;
  int budget_;
  std::vector<int> spent_;   // by instance
  std::vector<bool> ended_;  // by instance
  long total_ = 0;
  double victim_seconds_ = 0;
};

}  // namespace bora
