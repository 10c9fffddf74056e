#include "attacks/ledger/ledger.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "common/error.h"
#include "common/hash.h"
#include "common/stopwatch.h"

namespace bora {

Ledger::Ledger(Victim& victim, RunDatabase& database, LinfBall ball, int budget)
    : victim_(victim), database_(database), ball_(ball), budget_(budget) {
  for (const auto& instance : database.instances()) {
    spent_.resize(std::max<std::size_t>(spent_.size(), static_cast<std::size_t>(instance.id) + 1));
    spent_[instance.id] = instance.queries;
    ended_.resize(spent_.size());
    ended_[instance.id] = instance.status != "pending" && instance.status != "running";
  }
}

Scores Ledger::ask_patiently(const Batch& images) {
  const ScopedTimer timer(victim_seconds_);
  constexpr int kAttempts = 3;
  std::chrono::milliseconds pause(100);
  for (int attempt = 1;; ++attempt) {
    try {
      return victim_.scores(images);
    } catch (const VictimError&) {
      if (attempt == kAttempts) throw;
    }
    std::this_thread::sleep_for(pause);
    pause *= 4;
  }
}

void Ledger::store(const Question& question, const Scores& scores, const LogProbabilities& log_p, int row,
                   Answer& answer) {
  const int size = victim_.spec().input.size();
  answer.observation = observe(scores, log_p, row, question.goal);
  const int number = ++spent_[question.instance];
  ++total_;
  const bool success = answer.observation.success;
  answer.status = success ? "success" : number == budget_ ? "exhausted" : "running";
  const float* values = scores.values.row(row).data();
  database_.add(QueryRow{question.instance,
                         number,
                         short_hash(question.image, size * sizeof(float)),
                         answer.observation.objective,
                         success,
                         {values, values + scores.values.cols()}});
  database_.set_status(question.instance, answer.status, number, "");
  if (success)
    database_.add(AdversarialRow{question.instance,
                                 predicted_class(scores, row),
                                 ball_.distance(question.original, question.image, size),
                                 l2_distance(question.original, question.image, size),
                                 {question.image, question.image + size}},
                  ball_.continuous());
}

std::vector<Answer> Ledger::query(const std::vector<Question>& questions) {
  const int size = victim_.spec().input.size();
  const int n = static_cast<int>(questions.size());
  Batch images(n, size);
  for (int i = 0; i < n; ++i) {
    const auto& question = questions[i];
    if (ended_.at(question.instance))
      throw std::logic_error(fmt::format("instance {} has ended and asks again", question.instance));
    if (spent_.at(question.instance) >= budget_)
      throw std::logic_error(
          fmt::format("instance {} asks past its budget of {}", question.instance, budget_));
    if (!ball_.contains(question.original, question.image, size))
      throw std::logic_error(fmt::format("instance {} asks outside the threat model", question.instance));
    images.row(i) = Eigen::Map<const Eigen::RowVectorXf>(question.image, size);
  }

  std::vector<Answer> answers(n);
  std::vector<Scores> single(n);  // used only if the batch as a whole fails
  Scores together;
  bool answered = true;
  try {
    together = ask_patiently(images);
  } catch (const VictimError&) {
    answered = false;
    for (int i = 0; i < n; ++i) try {
        single[i] = ask_patiently(images.row(i));
      } catch (const VictimError& error) {
        answers[i].failure = error.what();
      }
  }

  database_.begin();
  const LogProbabilities log_p = answered ? log_probabilities(together) : LogProbabilities();
  for (int i = 0; i < n; ++i) {
    if (answered) {
      store(questions[i], together, log_p, i, answers[i]);
    } else if (answers[i].failure.empty()) {
      store(questions[i], single[i], log_probabilities(single[i]), 0, answers[i]);
    } else {
      answers[i].status = "failed";
      database_.set_status(questions[i].instance, "failed", spent_[questions[i].instance],
                           answers[i].failure);
    }
  }
  database_.commit();
  for (int i = 0; i < n; ++i) ended_[questions[i].instance] = answers[i].status != "running";
  return answers;
}

void Ledger::fail(int instance, const std::string& reason) {
  ended_.at(instance) = true;
  database_.set_status(instance, "failed", spent_.at(instance), reason);
}

}  // namespace bora
