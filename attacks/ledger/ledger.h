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

/// Answer to a question, as its attack sees it.
struct Answer {
  Observation observation;                          ///< its `predicted` is -1 if the victim gave no answer
  InstanceStatus status = InstanceStatus::running;  ///< status of the instance after this answer
  std::string failure;                              ///< reason why the victim gave no answer, if it failed
};

/// Ledger of all queries. Counts queries per instance, and attempts: forward passes on its inputs, answered
/// or not. Stores each query with its answer, detects success on the query that achieves it, and passes each
/// attack the visible part of the answer. Throws std::logic_error for a query over the instance's budget,
/// outside the threat model or with a higher access level than the run allows; the driver must prevent these.
///
/// Instantiated for Pixels, Transformed and Graph.
template <typename Input>
class Ledger {
 public:
  /// Reads counts and budgets of the instances from the database. If only labels are visible, the victim is
  /// queried for labels and never for scores. `repeats`: number of answers per observation; each answer is a
  /// query and a row of table queries. `oracle`, `task` and `database` must outlive the ledger.
  Ledger(Oracle<Input>& oracle, const Task<Input>& task, RunDatabase& database, Visibility visible = {},
         RetrySchedule schedule = {}, Repeats repeats = {});

  /// Performs one round: sends questions of different instances to the victim as one batch and stores the
  /// answers in one transaction, together with the status of each instance. If the victim answers clean
  /// inputs but not a question, the question's instance has failed. If the victim answers nothing for as long
  /// as `schedule` allows, or the round is interrupted, the answers received before are stored and VictimDown
  /// is thrown; instances without an answer stay in progress. If answers are repeated, the answers to a
  /// question that is undecided then count as attempts, not as queries. A gradient belongs to the query of
  /// its question; an instance that ends with this answer gets none.
  ///
  /// `conclude`: called once with the answers, inside the transaction that stores them, so that other data of
  /// the round are stored with them or not at all. `connection`: connection to use (Oracle::new_connection);
  /// null: the ledger's own.
  using Conclude = std::function<void(const std::vector<Answer>&)>;
  std::vector<Answer> query(const std::vector<Question<Input>>& questions, const Conclude& conclude = {},
                            Oracle<Input>* connection = nullptr);

  /// Lets several threads query from now on, each over its own connection. A calling thread must hold
  /// `mutex`, which is released only while it waits for the victim. Null: one thread again, without a lock.
  void share(std::mutex* mutex) { victim_lock_.share(mutex); }
  /// Makes threads that wait for an unavailable victim give up.
  void give_up() { victim_lock_.give_up(); }

  /// Returns the number of rows at the beginning of `stored` that are answers to this question. `stored`:
  /// consecutive rows of the instance, from the first answer to the question on.
  int answers_to(const Question<Input>& question, std::span<const QueryRow> stored) const;
  /// Returns the earlier observation of this question from the rows of its answers. A gradient is recomputed,
  /// which is another attempt. May be called from several threads at once. Throws VictimDown, and VictimError
  /// if the victim answers clean inputs but gives no gradient.
  Observation recall(const Question<Input>& question, std::span<const QueryRow> stored);

  /// Counts the attempts of a question whose answer was not stored because the process died: one for each of
  /// the answers that are requested first (Repeats::average) and each copy that a defence makes of it,
  /// because the victim may have received all of them. Further answers are counted before they are requested.
  void count_lost(int instance);
  /// Ends an instance that failed for a reason other than the victim. Returns its status: failed, or
  /// success if it has succeeded before.
  InstanceStatus fail(int instance, const std::string& reason);
  /// Ends an instance whose attack has no input left to query. Returns its status: exhausted, or success if
  /// it has succeeded before.
  InstanceStatus exhaust(int instance);

  int spent(int instance) const { return spent_.at(instance); }        ///< number of answered queries
  int attempts(int instance) const { return attempts_.at(instance); }  ///< number of forward passes
  int budget(int instance) const { return budget_.at(instance); }      ///< largest number of queries
  long total() const { return total_; }  ///< number of queries answered since construction
  /// Returns the seconds spent in the victim since construction; simultaneous waits of several threads count
  /// once.
  double victim_seconds() const { return victim_lock_.victim_seconds(); }

 private:
  /// Successes of an instance, which may continue after the first one.
  struct Found {
    int first = 0;        // number of the query of the first success; 0: none yet
    double distance = 0;  // distance of the nearest adversarial example
  };

  void check(const Question<Input>& question) const;
  int left(int instance, int spent) const;
  int first_passes(int instance) const;
  MajorityVote vote(const Question<Input>& question, int spent) const;
  struct Answered;
  Answered put_until_decided(const std::vector<Question<Input>>& questions, Oracle<Input>& connection);
  InstanceStatus status_after(int instance, bool success);
  InstanceStatus success_or(InstanceStatus other, int instance) const;
  VictimReply stored_reply(const QueryRow& row) const;
  void ask(Inputs<Input> inputs, Oracle<Input>& connection, std::span<VictimReply> replies);
  void ask_clean();
  void count_attempt(int instance, int times = 1);
  RetryPolicy::Outcome put(const std::vector<Question<Input>>& round,
                           const std::vector<Question<Input>>& asked, const RetryPolicy::Pass& pass);
  Observation observation(const Question<Input>& question, const VictimReply& reply) const;
  std::string add_gradients(const std::vector<Question<Input>>& questions,
                            const std::vector<VictimReply>& replies, std::vector<Answer>& answers);
  void store(const Question<Input>& question, const std::vector<VictimReply>& replies, const Answer& answer);
  void store_attempts(const std::vector<Question<Input>>& round, const std::vector<Question<Input>>& asked);
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
  std::vector<int> budget_;      // by instance
  std::vector<int> spent_;       // by instance
  std::vector<int> attempts_;    // by instance
  std::vector<bool> ended_;      // by instance
  std::vector<Found> found_;     // by instance
  std::vector<Input> clean_;     // clean inputs that detect an unavailable victim; filled when first needed
  std::int64_t tied_ = 0;        // number of answers with equal largest scores that are not stored yet
  std::int64_t tied_goals_ = 0;  // number of these that reach the goal only by the order of the classes
  std::mutex recalling_;         // serialises recall()'s use of the victim
  long total_ = 0;
};

}  // namespace bora::attacks
