#include "attacks/ledger/ledger.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "attacks/ledger/image_task.h"
#include "common/error.h"
#include "common/stopwatch.h"

namespace bora {
namespace {

// Calls a victim up to three times, with growing pauses between.
template <typename Call>
auto patiently(Call call) {
  constexpr int kAttempts = 3;
  std::chrono::milliseconds pause(100);
  for (int attempt = 1;; ++attempt) {
    try {
      return call();
    } catch (const VictimError&) {
      if (attempt == kAttempts) throw;
    }
    std::this_thread::sleep_for(pause);
    pause *= 4;
  }
}

void mark_failed(Answer& answer, const VictimError& error) {
  answer.failure = error.what();
  answer.status = "failed";
}

// The cotangent is such that the gradient of the scores is that of the loss.
template <typename Input>
GradientQuestion<Input> gradient_question(const Question<Input>& question, const Scores& scores,
                                          const Observation& seen) {
  const Eigen::RowVectorXd of_log_p = loss_gradient(question.gradient->loss, question.goal, seen.log_p);
  return {question.input, gradient_of_scores(scores, 0, of_log_p), &*question.gradient};
}

}  // namespace

template <typename Input>
Ledger<Input>::Ledger(Oracle<Input>& oracle, const Task<Input>& task, RunDatabase& database,
                      Visibility visible)
    : oracle_(oracle), task_(task), database_(database), visible_(visible) {
  for (const auto& instance : database.instances()) {
    const auto id = static_cast<std::size_t>(instance.id);
    if (id >= spent_.size()) {
      budget_.resize(id + 1);
      spent_.resize(id + 1);
      ended_.resize(id + 1);
    }
    budget_[id] = instance.budget;
    spent_[id] = instance.queries;
    ended_[id] = instance.status != "pending" && instance.status != "running";
  }
}

template <typename Input>
void Ledger<Input>::check(const Question<Input>& question) const {
  const int id = question.instance;
  if (ended_.at(id)) throw std::logic_error(fmt::format("instance {} has ended and asks again", id));
  if (spent_.at(id) >= budget_[id])
    throw std::logic_error(fmt::format("instance {} asks past its budget of {}", id, budget_[id]));
  const std::string violation = question.on_the_way ? question.threat->violation_on_the_way(*question.input)
                                                    : question.threat->violation(*question.input);
  if (!violation.empty())
    throw std::logic_error(fmt::format("instance {} asks outside the threat model: {}", id, violation));
  if (visible_.label_only() && question.sight != AttackSight::labels)
    throw std::logic_error(fmt::format("instance {} wants to see {} where only labels are visible", id,
                                       to_string(question.sight)));
}

template <typename Input>
std::vector<typename Ledger<Input>::Reply> Ledger<Input>::ask(Inputs<Input> inputs) {
  std::vector<Reply> replies(inputs.size());
  if (visible_.label_only()) {
    const std::vector<int> labels = oracle_.labels(inputs);
    if (labels.size() != replies.size())
      throw VictimError(
          fmt::format("{}: gave {} labels for {} inputs", oracle_.name(), labels.size(), replies.size()));
    for (std::size_t i = 0; i < replies.size(); ++i) {
      if (labels[i] < 0 || labels[i] >= oracle_.classes())
        throw VictimError(fmt::format("{}: gave the label {}, expected 0 to {}", oracle_.name(), labels[i],
                                      oracle_.classes() - 1));
      replies[i].predicted = labels[i];
    }
  } else {
    const Scores scores = oracle_.scores(inputs);
    for (std::size_t i = 0; i < replies.size(); ++i) {
      const auto row = static_cast<int>(i);
      replies[i] = {predicted_class(scores, row), {scores.values.row(row), scores.kind}};
    }
  }
  return replies;
}

// One reply an input, or a failed answer.
template <typename Input>
std::vector<typename Ledger<Input>::Reply> Ledger<Input>::ask_patiently(Inputs<Input> inputs,
                                                                        std::vector<Answer>& answers) {
  const ScopedTimer timer(victim_seconds_);
  try {
    return patiently([&] { return ask(inputs); });
  } catch (const VictimError&) {
    // Some input may be more than the victim can take: the others shall not suffer for it.
  }
  std::vector<Reply> replies(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) try {
      replies[i] = patiently([&] { return ask(inputs.subspan(i, 1)).front(); });
    } catch (const VictimError& error) {
      mark_failed(answers[i], error);
    }
  return replies;
}

template <typename Input>
Observation Ledger<Input>::observation(const Question<Input>& question, const Reply& reply) const {
  const bool inside = !question.on_the_way || question.threat->violation(*question.input).empty();
  if (question.sight == AttackSight::labels) return observe_label(reply.predicted, question.goal, inside);
  // A white-box attack is a yardstick: what is hidden from the others is not hidden from it.
  const Visibility visible = question.sight == AttackSight::gradients ? Visibility() : visible_;
  return observe(reply.scores, visible.log_probabilities(reply.scores), 0, question.goal, inside,
                 task_.objective());
}

template <typename Input>
void Ledger<Input>::add_gradients(const std::vector<Question<Input>>& questions,
                                  const std::vector<Reply>& replies, std::vector<Answer>& answers) {
  std::vector<GradientQuestion<Input>> wanted;
  std::vector<Answer*> wanting;
  for (std::size_t i = 0; i < questions.size(); ++i)
    if (questions[i].gradient && answers[i].failure.empty() && answers[i].status == "running") {
      wanted.push_back(gradient_question(questions[i], replies[i].scores, answers[i].observation));
      wanting.push_back(&answers[i]);
    }
  if (wanted.empty()) return;
  const ScopedTimer timer(victim_seconds_);
  try {
    auto gradients = patiently([&] { return oracle_.gradients(wanted); });
    for (std::size_t i = 0; i < wanting.size(); ++i)
      wanting[i]->observation.gradient = std::move(gradients[i]);
  } catch (const VictimError&) {
    for (std::size_t i = 0; i < wanting.size(); ++i) try {
        wanting[i]->observation.gradient = patiently([&] { return oracle_.gradients({wanted[i]}).front(); });
      } catch (const VictimError& error) {
        mark_failed(*wanting[i], error);
      }
  }
}

template <typename Input>
Observation Ledger<Input>::recall(const Question<Input>& question, const QueryRow& stored) {
  const auto classes = static_cast<Eigen::Index>(stored.scores.size());
  const Reply reply{stored.predicted,
                    {Eigen::Map<const Batch>(stored.scores.data(), 1, classes), oracle_.kind()}};
  Observation seen = observation(question, reply);
  if (question.gradient) {
    const auto wanted = gradient_question(question, reply.scores, seen);
    const std::lock_guard lock(recalling_);
    seen.gradient = oracle_.gradients({wanted}).front();
  }
  return seen;
}

template <typename Input>
void Ledger<Input>::store(const Question<Input>& question, const Reply& reply, const Answer& answer) {
  const int number = spent_[question.instance];
  const float* scores = reply.scores.values.data();
  database_.add(QueryRow{question.instance,
                         number,
                         task_.hash(*question.input),
                         answer.observation.objective,
                         reply.predicted,
                         answer.observation.success,
                         {scores, scores + reply.scores.values.size()}});
  database_.set_status(question.instance, answer.status, number, answer.failure);
  if (answer.observation.success)
    database_.add(AdversarialRow{question.instance, reply.predicted,
                                 question.threat->distance(*question.input),
                                 question.threat->l2(*question.input), task_.content(*question.input)});
}

template <typename Input>
std::vector<Answer> Ledger<Input>::query(const std::vector<Question<Input>>& questions,
                                         const Conclude& conclude) {
  std::vector<const Input*> inputs;
  for (const auto& question : questions) {
    check(question);
    inputs.push_back(question.input);
  }

  std::vector<Answer> answers(questions.size());
  const std::vector<Reply> replies = ask_patiently(inputs, answers);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (!answers[i].failure.empty()) continue;
    const int id = questions[i].instance;
    answers[i].observation = observation(questions[i], replies[i]);
    const int number = ++spent_[id];
    ++total_;
    answers[i].status = answers[i].observation.success ? "success"
                        : number == budget_[id]        ? "exhausted"
                                                       : "running";
  }
  add_gradients(questions, replies, answers);

  database_.begin();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const int id = questions[i].instance;
    if (replies[i].predicted >= 0) {
      store(questions[i], replies[i], answers[i]);
    } else {
      database_.set_status(id, answers[i].status, spent_[id], answers[i].failure);
    }
  }
  if (conclude) conclude(answers);
  database_.commit();
  for (std::size_t i = 0; i < questions.size(); ++i)
    ended_[questions[i].instance] = answers[i].status != "running";
  return answers;
}

template <typename Input>
void Ledger<Input>::end(int instance, const std::string& status, const std::string& reason) {
  ended_.at(instance) = true;
  database_.set_status(instance, status, spent_.at(instance), reason);
}

template <typename Input>
void Ledger<Input>::fail(int instance, const std::string& reason) {
  end(instance, "failed", reason);
}

template <typename Input>
void Ledger<Input>::exhaust(int instance) {
  end(instance, "exhausted", "nothing left to ask");
}

template class Ledger<Pixels>;
template class Ledger<Graph>;

}  // namespace bora
