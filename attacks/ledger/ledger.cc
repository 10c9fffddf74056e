#include "attacks/ledger/ledger.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "attacks/ledger/counted_queries.h"
#include "attacks/semantic/transformed.h"
#include "common/error.h"

namespace bora::attacks {
namespace {

constexpr std::size_t kMostClean = 4;  // number of clean inputs queried before a victim counts as unavailable

}  // namespace

template <typename Input>
Ledger<Input>::Ledger(Oracle<Input>& oracle, const Task<Input>& task, RunDatabase& database,
                      Visibility visible, RetrySchedule schedule, Repeats repeats)
    : oracle_(oracle),
      task_(task),
      database_(database),
      visible_(visible),
      repeats_(repeats),
      retry_policy_(
          {schedule.pauses,
           [this, schedule](RetrySchedule::Milliseconds pause, const std::string& why) {
             const VictimLock::Unlocked others(victim_lock_);
             return !victim_lock_.given_up() && schedule.wait(pause, why) && !victim_lock_.given_up();
           },
           schedule.longest},
          [this] { ask_clean(); },
          [this](const RetryPolicy::FindState& find_state, std::string& why) {
            return victim_lock_.find_state_together(find_state, why);
          }) {
  for (const auto& instance : database.instances()) {
    const auto id = static_cast<std::size_t>(instance.id);
    if (id >= spent_.size()) {
      budget_.resize(id + 1);
      spent_.resize(id + 1);
      attempts_.resize(id + 1);
      ended_.resize(id + 1);
      found_.resize(id + 1);
    }
    budget_[id] = instance.budget;
    spent_[id] = instance.queries;
    attempts_[id] = instance.attempts;
    ended_[id] = has_ended(instance);
  }
  if (task_.refinement() == 0) return;
  for (const auto& row : database.adversarials())
    found_.at(static_cast<std::size_t>(row.instance)).distance = row.distance;
  for (const auto& instance : database.instances())
    if (instance.status == InstanceStatus::running)
      for (const auto& query : database.queries(instance.id))
        if (query.success && found_[static_cast<std::size_t>(instance.id)].first == 0)
          found_[static_cast<std::size_t>(instance.id)].first = query.number;
}

// Returns `success` if the instance has succeeded, else `other`.
template <typename Input>
InstanceStatus Ledger<Input>::success_or(InstanceStatus other, int instance) const {
  return found_.at(static_cast<std::size_t>(instance)).first > 0 ? InstanceStatus::success : other;
}

// Returns the status of an instance after the answer to its query number spent_[instance].
template <typename Input>
InstanceStatus Ledger<Input>::status_after(int instance, bool success) {
  const auto id = static_cast<std::size_t>(instance);
  if (success && found_[id].first == 0) found_[id].first = spent_[id];
  const int first = found_[id].first;
  const bool over = spent_[id] == budget_[id] || (first > 0 && spent_[id] - first >= task_.refinement());
  return over ? success_or(InstanceStatus::exhausted, instance) : InstanceStatus::running;
}

template <typename Input>
void Ledger<Input>::check(const Question<Input>& question) const {
  const int id = question.instance;
  if (ended_.at(id)) throw std::logic_error(fmt::format("instance {} has ended, but queries again", id));
  if (spent_.at(id) >= budget_[id])
    throw std::logic_error(fmt::format("instance {} exceeds its budget of {} queries", id, budget_[id]));
  const std::string violation = question.on_the_way ? question.threat->violation_on_the_way(*question.input)
                                                    : question.threat->violation(*question.input);
  if (!violation.empty())
    throw std::logic_error(fmt::format("instance {} queries outside the threat model: {}", id, violation));
  if (visible_.label_only() && question.access != AccessLevel::labels)
    throw std::logic_error(
        fmt::format("instance {} needs {}, but only labels are visible", id, to_string(question.access)));
}

template <typename Input>
void Ledger<Input>::ask(Inputs<Input> inputs, Oracle<Input>& connection, std::span<VictimReply> replies) {
  const VictimLock::Unlocked others(victim_lock_);
  const VictimLock::Timer timer(victim_lock_);
  connection.ask(inputs, visible_.label_only(), replies);
}

// Queries up to kMostClean clean inputs until the victim answers one. Throws VictimError if it answers none.
template <typename Input>
void Ledger<Input>::ask_clean() {
  if (clean_.empty())
    for (const auto& row : database_.inputs())
      if (row.attacked && clean_.size() < kMostClean) clean_.push_back(task_.original(row.content));
  for (std::size_t i = 0; i < clean_.size(); ++i) {
    const Input* const input = &clean_[i];
    try {
      VictimReply reply;
      count_queries(database_, &RunFacts::clean_queries, oracle_, 1, [&] {
        ask({&input, 1}, oracle_, {&reply, 1});
      });
      return;
    } catch (const VictimInterrupted&) {
      throw;
    } catch (const VictimError&) {
      if (i + 1 == clean_.size()) throw;
    }
  }
}

template <typename Input>
void Ledger<Input>::count_attempt(int instance, int times) {
  attempts_.at(instance) += times;
}

// Sends the questions `asked` of a round by `pass` and retries failures. After each failure the attempts are
// stored at once, because retries may take long and the process may be stopped meanwhile.
template <typename Input>
RetryPolicy::Outcome Ledger<Input>::put(const std::vector<Question<Input>>& round,
                                        const std::vector<Question<Input>>& asked,
                                        const RetryPolicy::Pass& pass) {
  return retry_policy_.put(static_cast<int>(asked.size()), [&](int first, int count) {
    try {
      pass(first, count);
    } catch (const VictimError&) {
      store_attempts(round, asked);
      throw;
    }
  });
}

template <typename Input>
Observation Ledger<Input>::observation(const Question<Input>& question, const VictimReply& reply) const {
  return observation_of(question, reply, visible_, task_.objective());
}

// Adds the requested gradients to the answers of instances that continue. Returns why the victim was given
// up; "" if it was not.
template <typename Input>
std::string Ledger<Input>::add_gradients(const std::vector<Question<Input>>& questions,
                                         const std::vector<VictimReply>& replies,
                                         std::vector<Answer>& answers) {
  std::vector<Question<Input>> asking;
  std::vector<GradientQuestion<Input>> wanted;
  std::vector<Answer*> wanting;
  for (std::size_t i = 0; i < questions.size(); ++i)
    if (questions[i].gradient && replies[i].predicted >= 0 && answers[i].status == InstanceStatus::running) {
      asking.push_back(questions[i]);
      wanted.push_back(gradient_question(questions[i], replies[i].scores, answers[i].observation));
      wanting.push_back(&answers[i]);
    }
  if (wanted.empty()) return "";
  std::vector<bool> paid(wanted.size());  // false: the next pass belongs to the query and is no new attempt
  const auto outcome = put(asking, asking, [&](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      if (paid[i]) count_attempt(asking[i].instance);
      paid[i] = true;
    }
    const VictimLock::Timer timer(victim_lock_);
    auto gradients =
        oracle_.gradients({wanted.begin() + first, wanted.begin() + first + count}, repeats_.average);
    for (int i = 0; i < count; ++i) wanting[first + i]->observation.gradient = std::move(gradients.at(i));
  });
  for (std::size_t i = 0; i < wanting.size(); ++i)
    if (!outcome.failures[i].empty()) {
      wanting[i]->failure = outcome.failures[i];
      wanting[i]->status = success_or(InstanceStatus::failed, asking[i].instance);
    }
  return outcome.down;
}

template <typename Input>
VictimReply Ledger<Input>::stored_reply(const QueryRow& row) const {
  const auto classes = static_cast<Eigen::Index>(row.scores.size());
  return {row.predicted, {Eigen::Map<const Batch>(row.scores.data(), 1, classes), oracle_.kind()}};
}

// Returns the number of queries that an instance may still make after `spent`, by its budget and, after its
// first success, by the refinement.
template <typename Input>
int Ledger<Input>::left(int instance, int spent) const {
  const int of_budget = budget_.at(instance) - spent;
  const int first = found_.at(static_cast<std::size_t>(instance)).first;
  return first > 0 && spent >= first ? std::min(of_budget, task_.refinement() - (spent - first)) : of_budget;
}

// Returns the number of forward passes of the first answers that the next question of an instance requests.
template <typename Input>
int Ledger<Input>::first_passes(int instance) const {
  return std::min(repeats_.average, left(instance, spent_.at(instance))) * oracle_.copies();
}

// Returns an empty vote on the question. `spent`: number of queries of the instance before this question.
template <typename Input>
MajorityVote Ledger<Input>::vote(const Question<Input>& question, int spent) const {
  return make_vote(question, repeats_, visible_, left(question.instance, spent));
}

template <typename Input>
int Ledger<Input>::answers_to(const Question<Input>& question, std::span<const QueryRow> stored) const {
  if (repeats_.once()) return stored.empty() ? 0 : 1;
  MajorityVote answers = vote(question, stored.empty() ? 0 : stored.front().number - 1);
  std::size_t count = 0;
  while (count < stored.size() && answers.wanted() > 0)
    // Answers that were requested together were also stored together.
    for (int together = answers.wanted(); together > 0 && count < stored.size(); --together)
      answers.add(stored_reply(stored[count++]));
  return static_cast<int>(count);
}

template <typename Input>
Observation Ledger<Input>::recall(const Question<Input>& question, std::span<const QueryRow> stored) {
  MajorityVote answers = vote(question, stored.front().number - 1);
  for (const QueryRow& row : stored) answers.add(stored_reply(row));
  const VictimReply reply = answers.outcome();
  Observation seen = observation(question, reply);
  seen.queries = static_cast<int>(stored.size());
  if (!question.gradient) return seen;
  const auto wanted = gradient_question(question, reply.scores, seen);
  const std::lock_guard lock(recalling_);
  const auto outcome = retry_policy_.put(1, [&](int, int) {
    count_attempt(question.instance);
    database_.set_attempts(question.instance, attempts_[question.instance]);
    const VictimLock::Timer timer(victim_lock_);
    seen.gradient = oracle_.gradients({wanted}, repeats_.average).front();
  });
  if (!outcome.down.empty()) throw VictimDown(outcome.down);
  if (!outcome.failures[0].empty()) throw VictimError(outcome.failures[0]);
  return seen;
}

// Stores the answers to a question, the status of its instance, and the adversarial example if the question
// succeeded, which only the row of the last answer records.
template <typename Input>
void Ledger<Input>::store(const Question<Input>& question, const std::vector<VictimReply>& replies,
                          const Answer& answer) {
  const int number = spent_[question.instance];
  const std::int64_t hash = task_.hash(*question.input);
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const bool last = i + 1 == replies.size();
    const Batch& scores = replies[i].scores.values;
    const double objective =
        replies.size() == 1 ? answer.observation.objective : observation(question, replies[i]).objective;
    database_.add(QueryRow{question.instance,
                           number - static_cast<int>(replies.size() - 1 - i),
                           hash,
                           objective,
                           replies[i].predicted,
                           last && answer.observation.success,
                           {scores.data(), scores.data() + scores.size()}});
  }
  database_.set_status(question.instance, answer.status, number, attempts_[question.instance],
                       answer.failure);
  if (!answer.observation.success) return;
  Found& found = found_[static_cast<std::size_t>(question.instance)];
  const double distance = question.threat->distance(*question.input);
  if (found.first < number && distance >= found.distance) return;
  found.distance = distance;
  database_.add(AdversarialRow{question.instance, answer.observation.predicted, distance,
                               question.threat->l2(*question.input), task_.content(*question.input)});
  std::string details = task_.details(*question.input);
  if (task_.minimises()) {
    details = "{}";
    if (found.first == number)
      database_.add(FirstRow{question.instance, answer.observation.predicted, distance,
                             question.threat->l2(*question.input), task_.content(*question.input)});
  }
  if (!details.empty()) database_.add(NearerRow{question.instance, number, distance, std::move(details)});
}

// Stores the attempts of a round whose answers are not stored yet. `asked`: questions of the round that are
// sent next, once for each answer. If the process dies, count_lost() adds the first passes of each question.
// The stored number is such that it then includes the passes so far and those of `asked`.
template <typename Input>
void Ledger<Input>::store_attempts(const std::vector<Question<Input>>& round,
                                   const std::vector<Question<Input>>& asked) {
  database_.begin();
  for (const auto& question : round) {
    const int id = question.instance;
    const auto next = static_cast<int>(std::ranges::count(asked, id, &Question<Input>::instance));
    database_.set_attempts(id, attempts_[id] + next * oracle_.copies() - first_passes(id));
  }
  database_.commit();
}

template <typename Input>
void Ledger<Input>::count_ties(const std::vector<VictimReply>& replies) {
  for (const VictimReply& reply : replies) {
    tied_ += tied(reply.scores, 0) ? 1 : 0;
    tied_goals_ += reply.tied ? 1 : 0;
  }
}

// Adds the ties seen since the last call to the numbers stored with the run.
template <typename Input>
void Ledger<Input>::store_ties() {
  if (tied_ > 0) database_.add(&RunFacts::tied_answers, std::exchange(tied_, 0));
  if (tied_goals_ > 0) database_.add(&RunFacts::tied_goals, std::exchange(tied_goals_, 0));
}

// Result of sending a round's questions.
template <typename Input>
struct Ledger<Input>::Answered {
  std::vector<MajorityVote> votes;
  std::vector<std::string> failures;  // by question: why the input crashes the victim; else ""
  std::string down;                   // why the victim was given up; "" if it was not
};

// Sends all questions to the victim, and those that are still undecided again until every vote is decided.
template <typename Input>
typename Ledger<Input>::Answered Ledger<Input>::put_until_decided(
    const std::vector<Question<Input>>& questions, Oracle<Input>& connection) {
  Answered all{{}, std::vector<std::string>(questions.size()), ""};
  for (const auto& question : questions) all.votes.push_back(vote(question, spent_[question.instance]));
  bool further = false;  // whether the first answers have been requested
  ask_until_decided(
      connection, all.votes, [&](const std::vector<std::size_t>& places, std::span<VictimReply> replies) {
        std::vector<Question<Input>> asked;
        std::vector<const Input*> inputs;
        for (const std::size_t place : places) {
          asked.push_back(questions[place]);
          inputs.push_back(questions[place].input);
        }
        // The first answers are counted by count_lost() if the process dies.
        if (std::exchange(further, true)) store_attempts(questions, asked);
        const auto outcome = put(questions, asked, [&](int first, int count) {
          // A remote victim may have received an input several times, or, after a failure, not at all.
          const auto count_sent = [&] {
            for (int i = 0; i < count; ++i)
              count_attempt(asked[first + i].instance, connection.passes().at(i));
          };
          try {
            ask(Inputs<Input>(inputs).subspan(first, count), connection, replies.subspan(first, count));
          } catch (const VictimError&) {
            count_sent();
            throw;
          }
          count_sent();
        });
        for (std::size_t i = 0; i < places.size(); ++i)
          if (all.failures[places[i]].empty()) all.failures[places[i]] = outcome.failures[i];
        all.down = outcome.down;
        return all.down.empty();
      });
  return all;
}

template <typename Input>
std::vector<Answer> Ledger<Input>::query(const std::vector<Question<Input>>& questions,
                                         const Conclude& conclude, Oracle<Input>* connection) {
  for (const auto& question : questions) check(question);
  const Answered answered = put_until_decided(questions, connection == nullptr ? oracle_ : *connection);
  std::vector<VictimReply> replies(questions.size());
  std::vector<Answer> answers(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    Answer& answer = answers[i];
    const int id = questions[i].instance;
    if (!answered.votes[i].decided()) {
      answer.failure = answered.failures[i];
      answer.status =
          answer.failure.empty() ? InstanceStatus::running : success_or(InstanceStatus::failed, id);
      continue;
    }
    replies[i] = answered.votes[i].outcome();
    answer.observation = observation(questions[i], replies[i]);
    const auto count = static_cast<int>(answered.votes[i].answers().size());
    answer.observation.queries = count;
    spent_[id] += count;
    total_ += count;
    answer.status = status_after(id, answer.observation.success);
  }
  const std::string down = answered.down.empty() ? add_gradients(questions, replies, answers) : answered.down;

  database_.begin();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const int id = questions[i].instance;
    if (answered.votes[i].decided()) {
      store(questions[i], answered.votes[i].answers(), answers[i]);
      count_ties(answered.votes[i].answers());
    } else {
      database_.set_status(id, answers[i].status, spent_[id], attempts_[id], answers[i].failure);
    }
  }
  store_ties();
  if (conclude) conclude(answers);
  database_.commit();
  for (std::size_t i = 0; i < questions.size(); ++i)
    ended_[questions[i].instance] = answers[i].status != InstanceStatus::running;
  if (!down.empty()) throw VictimDown(down);
  return answers;
}

template <typename Input>
InstanceStatus Ledger<Input>::end(int instance, InstanceStatus status, const std::string& reason) {
  ended_.at(instance) = true;
  const InstanceStatus now = success_or(status, instance);
  database_.set_status(instance, now, spent_.at(instance), attempts_.at(instance), reason);
  return now;
}

template <typename Input>
void Ledger<Input>::count_lost(int instance) {
  count_attempt(instance, first_passes(instance));
  database_.set_attempts(instance, attempts_[instance]);
}

template <typename Input>
InstanceStatus Ledger<Input>::fail(int instance, const std::string& reason) {
  return end(instance, InstanceStatus::failed, reason);
}

template <typename Input>
InstanceStatus Ledger<Input>::exhaust(int instance) {
  return end(instance, InstanceStatus::exhausted, kNothingLeft);
}

template class Ledger<Pixels>;
template class Ledger<Transformed>;
template class Ledger<Graph>;

}  // namespace bora::attacks
