#include "attacks/ledger/ledger.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "attacks/ledger/image_content.h"
#include "common/error.h"
#include "common/hash.h"
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

// Of the scores, so that their pullback is the gradient that the question wants.
Batch cotangent(const Question& question, const Scores& scores, const Observation& seen) {
  return gradient_of_scores(scores, 0, loss_gradient(*question.gradient_of, question.goal, seen.log_p));
}

}  // namespace

Ledger::Ledger(Victim& victim, RunDatabase& database, LinfBall ball, Visibility visible)
    : victim_(victim), database_(database), ball_(ball), visible_(visible) {
  for (const auto& instance : database.instances()) {
    spent_.resize(std::max<std::size_t>(spent_.size(), static_cast<std::size_t>(instance.id) + 1));
    spent_[instance.id] = instance.queries;
    budget_.resize(spent_.size());
    budget_[instance.id] = instance.budget;
    ended_.resize(spent_.size());
    ended_[instance.id] = instance.status != "pending" && instance.status != "running";
  }
}

void Ledger::check(const Question& question) const {
  const int size = victim_.spec().input.size();
  if (ended_.at(question.instance))
    throw std::logic_error(fmt::format("instance {} has ended and asks again", question.instance));
  if (spent_.at(question.instance) >= budget_[question.instance])
    throw std::logic_error(
        fmt::format("instance {} asks past its budget of {}", question.instance, budget_[question.instance]));
  if (!(question.leaves_ball ? ball_.is_image(question.image, size)
                             : ball_.contains(question.original, question.image, size)))
    throw std::logic_error(fmt::format("instance {} asks outside the threat model", question.instance));
  if (visible_.label_only() && question.sight != AttackSight::labels)
    throw std::logic_error(fmt::format("instance {} wants to see {} where only labels are visible",
                                       question.instance, to_string(question.sight)));
}

std::vector<Ledger::Reply> Ledger::ask(const Batch& images) {
  const VictimSpec& spec = victim_.spec();
  std::vector<Reply> replies(images.rows());
  if (visible_.label_only()) {
    const std::vector<int> labels = victim_.labels(images);
    if (labels.size() != replies.size())
      throw VictimError(
          fmt::format("{}: gave {} labels for {} images", spec.name, labels.size(), replies.size()));
    for (std::size_t i = 0; i < replies.size(); ++i) {
      if (labels[i] < 0 || labels[i] >= spec.classes)
        throw VictimError(
            fmt::format("{}: gave the label {}, expected 0 to {}", spec.name, labels[i], spec.classes - 1));
      replies[i].predicted = labels[i];
    }
  } else {
    const Scores scores = victim_.scores(images);
    for (int i = 0; i < images.rows(); ++i)
      replies[i] = {predicted_class(scores, i), {scores.values.row(i), scores.kind}};
  }
  return replies;
}

// One reply an image, or a failed answer.
std::vector<Ledger::Reply> Ledger::ask_patiently(const Batch& images, std::vector<Answer>& answers) {
  const ScopedTimer timer(victim_seconds_);
  try {
    return patiently([&] { return ask(images); });
  } catch (const VictimError&) {
    // Some image may be more than the victim can take: the others shall not suffer for it.
  }
  std::vector<Reply> replies(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) try {
      replies[i] = patiently([&] { return ask(images.row(static_cast<Eigen::Index>(i))).front(); });
    } catch (const VictimError& error) {
      answers[i].failure = error.what();
      answers[i].status = "failed";
    }
  return replies;
}

Observation Ledger::observation(const Question& question, const Reply& reply) const {
  const bool inside =
      !question.leaves_ball || ball_.contains(question.original, question.image, victim_.spec().input.size());
  if (question.sight == AttackSight::labels) return observe_label(reply.predicted, question.goal, inside);
  // A white-box attack is a yardstick: what is hidden from the others is not hidden from it.
  const Visibility visible = question.sight == AttackSight::gradients ? Visibility() : visible_;
  return observe(reply.scores, visible.log_probabilities(reply.scores), 0, question.goal, inside);
}

void Ledger::add_gradients(const std::vector<Question>& questions, const std::vector<Reply>& replies,
                           std::vector<Answer>& answers) {
  std::vector<std::size_t> wanting;
  for (std::size_t i = 0; i < questions.size(); ++i)
    if (questions[i].gradient_of && answers[i].failure.empty() && answers[i].status == "running")
      wanting.push_back(i);
  if (wanting.empty()) return;
  const int size = victim_.spec().input.size();
  const auto n = static_cast<Eigen::Index>(wanting.size());
  Batch images(n, size), cotangents(n, victim_.spec().classes);
  for (Eigen::Index row = 0; row < n; ++row) {
    const Question& question = questions[wanting[row]];
    images.row(row) = Eigen::Map<const Eigen::RowVectorXf>(question.image, size);
    cotangents.row(row) =
        cotangent(question, replies[wanting[row]].scores, answers[wanting[row]].observation);
  }
  const ScopedTimer timer(victim_seconds_);
  const auto pullback = [&](Eigen::Index first, Eigen::Index count) {
    return patiently([&] {
      return victim_.pullback(images.middleRows(first, count), cotangents.middleRows(first, count));
    });
  };
  try {
    const Batch gradients = pullback(0, n);
    for (Eigen::Index row = 0; row < n; ++row)
      answers[wanting[row]].observation.gradient = gradients.row(row);
  } catch (const VictimError&) {
    for (Eigen::Index row = 0; row < n; ++row) try {
        answers[wanting[row]].observation.gradient = pullback(row, 1).row(0);
      } catch (const VictimError& error) {
        answers[wanting[row]].failure = error.what();
        answers[wanting[row]].status = "failed";
      }
  }
}

Observation Ledger::recall(const Question& question, const QueryRow& stored) {
  const auto classes = static_cast<Eigen::Index>(stored.scores.size());
  const Reply reply{stored.predicted,
                    {Eigen::Map<const Batch>(stored.scores.data(), 1, classes), victim_.spec().kind}};
  Observation seen = observation(question, reply);
  if (question.gradient_of) {
    const Eigen::Map<const Batch> image(question.image, 1, victim_.spec().input.size());
    const std::lock_guard lock(recalling_);
    seen.gradient = victim_.pullback(image, cotangent(question, reply.scores, seen)).row(0);
  }
  return seen;
}

void Ledger::store(const Question& question, const Reply& reply, const Answer& answer) {
  const int size = victim_.spec().input.size();
  const int number = spent_[question.instance];
  const float* scores = reply.scores.values.data();
  database_.add(QueryRow{question.instance,
                         number,
                         short_hash(question.image, size * sizeof(float)),
                         answer.observation.objective,
                         reply.predicted,
                         answer.observation.success,
                         {scores, scores + reply.scores.values.size()}});
  database_.set_status(question.instance, answer.status, number, answer.failure);
  if (answer.observation.success)
    database_.add(AdversarialRow{
        question.instance, reply.predicted, ball_.distance(question.original, question.image, size),
        l2_distance(question.original, question.image, size),
        content_of_pixels({question.image, static_cast<std::size_t>(size)}, ball_.continuous())});
}

std::vector<Answer> Ledger::query(const std::vector<Question>& questions) {
  const int size = victim_.spec().input.size();
  const auto n = static_cast<Eigen::Index>(questions.size());
  Batch images(n, size);
  for (Eigen::Index i = 0; i < n; ++i) {
    check(questions[i]);
    images.row(i) = Eigen::Map<const Eigen::RowVectorXf>(questions[i].image, size);
  }

  std::vector<Answer> answers(n);
  const std::vector<Reply> replies = ask_patiently(images, answers);
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!answers[i].failure.empty()) continue;
    answers[i].observation = observation(questions[i], replies[i]);
    const int number = ++spent_[questions[i].instance];
    ++total_;
    answers[i].status = answers[i].observation.success             ? "success"
                        : number == budget_[questions[i].instance] ? "exhausted"
                                                                   : "running";
  }
  add_gradients(questions, replies, answers);

  database_.begin();
  for (Eigen::Index i = 0; i < n; ++i) {
    if (replies[i].predicted >= 0) {
      store(questions[i], replies[i], answers[i]);
    } else {
      database_.set_status(questions[i].instance, answers[i].status, spent_[questions[i].instance],
                           answers[i].failure);
    }
  }
  database_.commit();
  for (Eigen::Index i = 0; i < n; ++i) ended_[questions[i].instance] = answers[i].status != "running";
  return answers;
}

void Ledger::fail(int instance, const std::string& reason) {
  ended_.at(instance) = true;
  database_.set_status(instance, "failed", spent_.at(instance), reason);
}

}  // namespace bora
