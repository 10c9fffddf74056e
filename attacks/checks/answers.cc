#include "attacks/checks/answers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "attacks/checks/check.h"
#include "attacks/ledger/question.h"
#include "attacks/runner/batch_probe.h"
#include "attacks/semantic/transformed.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

constexpr const char* kLabelsAlone = "the run sees the predicted class alone";

// Returns the clean inputs of these rows.
template <typename Input>
std::vector<Input> originals(const CheckedRun<Input>& run, const std::vector<InputRow>& rows) {
  std::vector<Input> inputs;
  for (const auto& row : rows) inputs.push_back(run.task.original(row.content));
  return inputs;
}

// Returns the replies to `inputs`, queried in batches of at most CheckedRun::batch.
template <typename Input>
std::vector<VictimReply> ask(const CheckedRun<Input>& run, const std::vector<Input>& inputs) {
  std::vector<VictimReply> replies;
  std::vector<const Input*> asked;
  for (const auto& input : inputs) asked.push_back(&input);
  const auto block = static_cast<std::size_t>(run.batch);
  for (std::size_t first = 0; first < asked.size(); first += block) {
    if (run.stop) throw ChecksStopped();
    const auto part = Inputs<Input>(asked).subspan(first, std::min(block, asked.size() - first));
    replies.resize(first + part.size());
    run.ask(part, std::span(replies).subspan(first));
  }
  return replies;
}

using ScoreRow = std::vector<float>;

// Returns whether all probabilities but one are 0 in single precision, so that the scores hold no information
// on the other classes. Hidden scores are estimated as attackers estimate them (Visibility::shown).
bool one_hot(const ScoreRow& scores, ScoreKind kind, const Visibility& visible) {
  const double least =
      kind == ScoreKind::probabilities ? std::log(1e-30) : std::log(std::numeric_limits<float>::denorm_min());
  const Eigen::Map<const Batch> values(scores.data(), 1, static_cast<Eigen::Index>(scores.size()));
  const bool some_hidden = (values.array() == kHidden).any();
  const LogProbabilities log_p = (some_hidden ? visible : Visibility()).log_probabilities({values, kind});
  return (log_p.array() > least).count() <= 1;
}

// Returns whether the two largest scores are equal.
bool tied(ScoreRow scores) {
  std::ranges::sort(scores, std::greater<>());
  return scores.size() > 1 && scores[0] == scores[1];
}

// Returns whether the scores are equal, up to the differences in rounding between batches of different size.
bool alike(const ScoreRow& a, const ScoreRow& b) {
  constexpr float kRounding = 1e-6F;
  if (a.size() != b.size()) return false;
  float largest = 0;
  for (const float value : b)
    if (value != kHidden) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::abs(a[i] - b[i]) > kRounding * (1 + largest)) return false;
  return true;
}

// Returns the largest difference of an answer's scores from those in `before`; 0 if it is within the rounding
// of batches of another size, or if an answer has no scores.
double change_since(const Batch& scores, const ScoreRow& before) {
  if (before.empty() || scores.cols() != std::ssize(before)) return 0;
  const Eigen::Map<const Batch> stored(before.data(), 1, scores.cols());
  const Batch then = at_most(stored);
  const double change = (at_most(scores) - then).cwiseAbs().maxCoeff();
  return change <= kBatchTolerance * (1 + then.cwiseAbs().maxCoeff()) ? 0 : change;
}

// Returns a request for the gradient of the margin. For a graph, which must have an edge, it is taken w.r.t.
// its first 64 edges.
template <typename Input>
GradientRequest margin_gradient(const Input& input) {
  GradientRequest wanted{Loss::margin};
  if constexpr (std::is_same_v<Input, Graph>) {
    constexpr std::size_t kPairs = 64;
    wanted.pairs.assign(input.edges.begin(), input.edges.begin() + static_cast<std::ptrdiff_t>(
                                                                       std::min(kPairs, input.edges.size())));
  }
  return wanted;
}

}  // namespace

template <typename Input>
EvaluationCheck check_deterministic(const CheckedRun<Input>& run) {
  const CheckMaker result{check_id::kDeterministic};
  const auto rows = attacked_inputs(run.database, kRepeatedInputs);
  // A shard without attacked inputs passes, since "open" would count for the whole run when shards are
  // merged.
  if (rows.empty() && !run.database.get(&RunFacts::shard))
    return result("open", fmt::format("no {} was attacked", run.noun));
  const auto inputs = originals(run, rows);
  const auto first = ask(run, inputs);
  const DrawScope scope(run.oracle);
  // Without another draw, a randomised defence of bora would repeat its first draw.
  run.oracle.draw(1);
  const auto second = ask(run, inputs);
  int other_class = 0, other_scores = 0, since = 0, scores_since = 0;
  double largest = 0, largest_since = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Batch &one = first[i].scores.values, &two = second[i].scores.values;
    if (first[i].predicted != second[i].predicted) ++other_class;
    if (first[i].predicted != rows[i].predicted || second[i].predicted != rows[i].predicted) ++since;
    const double change = change_since(one, rows[i].scores);
    scores_since += change > 0 ? 1 : 0;
    largest_since = std::max(largest_since, change);
    if (one == two) continue;
    ++other_scores;
    largest = std::max(largest, static_cast<double>((at_most(one) - at_most(two)).cwiseAbs().maxCoeff()));
  }
  const std::string asked = count_of(static_cast<std::int64_t>(rows.size()), "clean " + run.noun);
  const std::string of = "of " + asked + " asked twice";
  const std::string scores =
      other_scores > 0 ? fmt::format("{} get other scores (by up to {:.3g})", other_scores, largest) : "";
  const int repeats = run.database.get(&RunFacts::repeats);
  if (other_class > 0 && repeats > 1) {
    const std::string text = fmt::format(
        "{}, {} get another class, so that a success had to be confirmed by {} of up to {} answers", of,
        other_class, run.database.get(&RunFacts::success_in), repeats);
    return result("warn", text);
  }
  if (other_class > 0)
    return result("fail",
                  fmt::format("{}, {}{} get another class: an input that fools it once may not fool it again",
                              of, scores.empty() ? "" : scores + " and ", other_class));
  if (since > 0 && repeats == 1)
    return result("fail", fmt::format("{}, {} get another class than when the run began", of, since));
  if (other_scores > 0) return result("warn", fmt::format("{}, {}, none another class", of, scores));
  if (scores_since > 0 && repeats == 1)
    return result(
        "warn",
        fmt::format("{}, {} get other scores than when the run began (by up to {:.3g}), none another class",
                    of, scores_since, largest_since));
  return result("pass", fmt::format("{} asked twice: the same {} to the last bit", asked,
                                    run.visible.label_only() ? "classes" : "scores"));
}

template <typename Input>
EvaluationCheck check_scores_informative(const CheckedRun<Input>& run) {
  const CheckMaker result{check_id::kScoresInformative};
  if (run.visible.label_only()) return result("open", kLabelsAlone);
  const bool logits = run.oracle.kind() == ScoreKind::logits;
  int total = 0, saturated = 0, ties = 0;
  bool constant = true;
  ScoreRow first;
  for (const auto& row : run.database.inputs()) {
    if (row.scores.empty()) continue;
    if (total++ == 0) first = row.scores;
    constant = constant && row.scores == first;
    if (tied(row.scores)) {
      ++ties;
    } else if (one_hot(row.scores, run.oracle.kind(), run.visible)) {
      ++saturated;
    }
  }
  if (total == 0) return result("open", "the run holds no scores of clean inputs");
  if (total > 1 && constant)
    return result("fail", fmt::format("all {} clean {}s get the same scores", total, run.noun));
  std::vector<std::string> found;
  if (saturated > 0)
    found.push_back(fmt::format("on {} of {} every probability is 0 or 1 in single precision{}", saturated,
                                count_of(total, "clean " + run.noun),
                                logits ? "; attacks here use the logits, which still differ" : ""));
  if (ties > 0) found.push_back(fmt::format("on {} of {} the two largest scores are equal", ties, total));
  if (found.empty())
    return result("pass",
                  "no probability of 0 or 1 and no margin of 0 on " + count_of(total, "clean " + run.noun));
  const int useless = ties + (logits ? 0 : saturated);
  return result(2 * useless > total ? "fail" : "warn", fmt::format("{}", fmt::join(found, "; ")));
}

template <typename Input>
EvaluationCheck check_scores_respond(const CheckedRun<Input>& run) {
  constexpr int kInstances = 200;  // number of instances whose answers are read
  constexpr double kSome = 0.05, kMost = 0.5;
  const CheckMaker result{check_id::kScoresRespond};
  if (run.visible.label_only()) return result("open", kLabelsAlone);
  std::map<int, ScoreRow> clean;
  std::map<int, std::int64_t> unchanged;  // hashes of clean inputs, which some attacks query first
  for (const auto& row : run.database.inputs()) {
    if (!row.attacked) continue;
    clean[row.id] = row.scores;
    unchanged[row.id] = run.task.hash(run.task.original(row.content));
  }
  std::int64_t total = 0, same = 0;
  for (const auto& instance : spread(run.database.instances(), kInstances))
    for (const auto& query : run.database.queries(instance.id)) {
      if (query.input_hash == unchanged.at(instance.input)) continue;
      ++total;
      same += alike(query.scores, clean.at(instance.input)) ? 1 : 0;
    }
  if (total == 0)
    return result("open", run.database.get(&RunFacts::keeps_queries)
                              ? "no query was answered"
                              : "the run keeps no answers (--store summary)");
  const double share = static_cast<double>(same) / static_cast<double>(total);
  const std::string text =
      fmt::format("{} of {} answers to changed {}s ({:.1f}%) have the clean one's scores", same, total,
                  run.noun, 100 * share);
  if (share < kSome) return result("pass", text);
  return result(share < kMost ? "warn" : "fail",
                text + ": attacks learn nothing from these; rounded or saturated scores are the usual cause");
}

template <typename Input>
EvaluationCheck check_gradients(const CheckedRun<Input>& run) {
  const CheckMaker result{check_id::kGradients};
  if (run.visible.label_only()) return result("open", kLabelsAlone);
  if (!run.oracle.has_gradients()) return result("open", "the model has no gradients");
  auto rows = attacked_inputs(run.database, kGradientInputs);
  if (rows.empty()) return result("open", fmt::format("no {} was attacked", run.noun));
  if constexpr (std::is_same_v<Input, Graph>)
    std::erase_if(rows, [&](const InputRow& row) { return run.task.original(row.content).edges.empty(); });
  const auto inputs = originals(run, rows);
  if (inputs.empty()) return result("open", "no graph has an edge to take a gradient for");
  const auto replies = ask(run, inputs);
  int zero = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (run.stop) throw ChecksStopped();
    Question<Input> question;
    question.goal = {rows[i].label, std::nullopt};
    question.input = &inputs[i];
    question.access = AccessLevel::gradients;
    question.gradient = margin_gradient(inputs[i]);
    const Observation seen = observation_of(question, replies[i], run.visible, run.task.objective());
    const auto gradient =
        run.oracle.gradients({gradient_question(question, replies[i].scores, seen)}).front();
    zero += (gradient.array() == 0).all() ? 1 : 0;
  }
  const auto total = static_cast<int>(inputs.size());
  if (zero == 0)
    return result("pass",
                  "the gradient of the margin is not zero on any of " + count_of(total, "clean " + run.noun));
  return result(2 * zero > total ? "fail" : "warn",
                fmt::format("the gradient of the margin is zero on {} of {}: white-box attacks "
                            "cannot use it, and their failure does not show that the model is robust",
                            zero, count_of(total, "clean " + run.noun)));
}

template EvaluationCheck check_deterministic(const CheckedRun<Pixels>&);
template EvaluationCheck check_deterministic(const CheckedRun<Transformed>&);
template EvaluationCheck check_deterministic(const CheckedRun<Graph>&);
template EvaluationCheck check_scores_informative(const CheckedRun<Pixels>&);
template EvaluationCheck check_scores_informative(const CheckedRun<Transformed>&);
template EvaluationCheck check_scores_informative(const CheckedRun<Graph>&);
template EvaluationCheck check_scores_respond(const CheckedRun<Pixels>&);
template EvaluationCheck check_scores_respond(const CheckedRun<Transformed>&);
template EvaluationCheck check_scores_respond(const CheckedRun<Graph>&);
template EvaluationCheck check_gradients(const CheckedRun<Pixels>&);
template EvaluationCheck check_gradients(const CheckedRun<Transformed>&);
template EvaluationCheck check_gradients(const CheckedRun<Graph>&);

}  // namespace bora::attacks
