// The only access to a victim: every query is counted, bounded and stored.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "attacks/ledger/question.h"
#include "attacks/ledger/repeats.h"
#include "attacks/ledger/retry_policy.h"
#include "attacks/ledger/task.h"
#include "attacks/ledger/victim_lock.h"
#include "attacks/record/run_database.h"
#include "attacks/threat/objective.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

struct Answer {
  Observation observation;                          ///< predicted -1: not answered
  InstanceStatus status = InstanceStatus::running;  ///< status of the instance after this answer
  std::string failure;                              ///< reason why the victim gave no answer, if it failed
};

/// Ledger of all queries. Counts queries per instance, and attempts: forward passes on its inputs, answered
/// or not. Stores each query with its answer, detects success on the query that achieves it, passes each
/// attack what is visible to it, and rejects a query over the instance's budget, outside the threat model or
/// from an attack that needs a higher access level than the run's (std::logic_error: the driver must not
/// try).
///
/// There are three: of Pixels, of Transformed and of Graph.
template <typename Input>
class Ledger {
 public:
  /// Reads counts and budgets from the instances in the database. In a run where only labels are visible, the
  /// victim is queried for labels and never for scores. `repeats`: number of answers per observation; each of
  /// them is a query, and a row of table queries.
  Ledger(Oracle<Input>& oracle, const Task<Input>& task, RunDatabase& database, Visibility visible = {},
         RetrySchedule schedule = {}, Repeats repeats = {});

  /// Performs one round: questions of different instances are sent to the victim as one batch and stored in
  /// one transaction, together with the status of each instance. A question that the victim does not answer,
  /// though it answers clean inputs, marks its instance failed. If it answers nothing at all for as long as
  /// `schedule` says, or the round is interrupted, its earlier answers are stored and VictimDown is thrown;
  /// instances without an answer are still in progress. Where answers are repeated, those to a question still
  /// undecided then are attempts and not queries. A gradient belongs to its question's query; an instance
  /// that ends with this answer gets none.
  ///
  /// `conclude`: called once with the answers, inside the transaction that stores them, so that other data of
  /// the round are stored with them or not at all. `connection`: connection to use (Oracle::new_connection);
  /// null: the ledger's own.
  using Conclude = std::function<void(const std::vector<Answer>&)>;
  std::vector<Answer> query(const std::vector<Question<Input>>& questions, const Conclude& conclude = {},
                            Oracle<Input>* connection = nullptr);

  /// Lets several threads query from now on, each over its own connection and holding `mutex`, which is
  /// released only while waiting for the victim; null: one thread only, which holds nothing.
  void share(std::mutex* mutex) { victim_lock_.share(mutex); }
  /// Makes threads that wait for an unavailable victim give up.
  void give_up() { victim_lock_.give_up(); }

  /// Returns how many of the instance's stored rows, in their order and starting with the first row of a
  /// question, are answers to this question.
  int answers_to(const Question<Input>& question, std::span<const QueryRow> stored) const;
  /// Returns the earlier observation of this question, from the rows of its answers; a gradient is
  /// recomputed, which is another attempt. Thread-safe. Throws VictimDown, and VictimError if the victim
  /// gives no gradient, though it answers clean inputs.
  Observation recall(const Question<Input>& question, std::span<const QueryRow> stored);

  /// Counts a question whose answer was not stored because the process died: each repeat, and each copy that
  /// a defence makes of it, since the victim may have seen all of them.
  void count_lost(int instance);
  /// Ends an instance that cannot continue for a reason that the victim has not caused. An instance that has
  /// succeeded before is still a success.
  InstanceStatus fail(int instance, const std::string& reason);
  /// Ends an instance whose attack has nothing left to query. Both return its status.
  InstanceStatus exhaust(int instance);

  int spent(int instance) const { return spent_.at(instance); }
  int attempts(int instance) const { return attempts_.at(instance); }
  int budget(int instance) const { return budget_.at(instance); }
  long total() const { return total_; }  ///< queries answered in this session
  /// Returns the seconds spent in the victim in this session; time of several threads at once counts once.
  double victim_seconds() const { return victim_lock_.victim_seconds(); }

 private:
  /// Success of an instance, which may continue after it.
  struct Found {
    int first = 0;        // query of the first success; 0: none yet
    double distance = 0;  // distance of the nearest adversarial example
  };

  void check(const Question<Input>& question) const;
  MajorityVote vote(const Question<Input>& question, int spent) const;
  struct Answered;
  Answered put_until_decided(const std::vector<Question<Input>>& questions, Oracle<Input>& connection);
  InstanceStatus status_after(int instance, bool success);
  InstanceStatus status_of_failure(int instance) const;
  VictimReply stored_reply(const QueryRow& row) const;
  void ask(Inputs<Input> inputs, Oracle<Input>& connection, std::span<VictimReply> replies);
  void ask_clean();
  void count_attempt(int instance, int times = 1);
  RetryPolicy::Outcome put(const std::vector<Question<Input>>& questions, const RetryPolicy::Pass& pass);
  Observation observation(const Question<Input>& question, const VictimReply& reply) const;
  std::string add_gradients(const std::vector<Question<Input>>& questions,
                            const std::vector<VictimReply>& replies, std::vector<Answer>& answers);
  void store(const Question<Input>& question, const std::vector<VictimReply>& replies, const Answer& answer);
  void store_attempts(const std::vector<Question<Input>>& questions);
  void store_clean();
  void count_ties(const std::vector<VictimReply>& replies);
  void store_ties();
  InstanceStatus end(int instance, InstanceStatus status, const std::string& reason);

  Oracle<Input>& oracle_;
  const Task<Input>& task_;
  RunDatabase& database_;
  Visibility visible_;
  Repeats repeats_;
  VictimLock victim_lock_;
  RetryPolicy retry_policy_;
  std::vector<int> budget_;       // by instance
  std::vector<int> spent_;        // by instance
  std::vector<int> attempts_;     // by instance
  std::vector<bool> ended_;       // by instance
  std::vector<Found> found_;      // by instance
  std::vector<Input> clean_;      // inputs that an available victim answers; filled when first needed
  std::int64_t clean_asked_ = 0;  // clean queries since they were last stored
  std::int64_t tied_ = 0;         // answers with equal largest scores, since they were last stored
  std::int64_t tied_goals_ = 0;   // number of these in which the goal is reached by the order of the classes
                                  // alone
  std::mutex recalling_;          // guards the victim
  long total_ = 0;
};

}  // namespace bora::attacks
