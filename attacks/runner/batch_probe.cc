#include "attacks/runner/batch_probe.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "attacks/semantic/transformed.h"
#include "common/order.h"

namespace bora::attacks {
namespace {

// Answers of the victim to the inputs of one batch. `scores` has no columns if only labels are queried.
// Hidden scores are replaced by the largest values that they can have.
struct Replies {
  std::vector<int> labels;
  Batch scores;
};

template <typename Input>
Replies ask(Oracle<Input>& oracle, Inputs<Input> inputs, bool label_only) {
  const std::vector<VictimReply> answered = oracle.ask(inputs, label_only);
  Replies replies{{}, Batch(std::ssize(answered), answered.front().scores.values.cols())};
  for (std::size_t i = 0; i < answered.size(); ++i) {
    replies.labels.push_back(answered[i].predicted);
    if (!label_only) replies.scores.row(static_cast<Eigen::Index>(i)) = at_most(answered[i].scores.values);
  }
  return replies;
}

}  // namespace

std::string BatchDependence::warning(const std::string& noun, bool remote) const {
  if (2 * exchanged > scores_changed)
    return fmt::format(
        "answers seem to come in another order than the {0}s: of {1} clean {0}s, queried alone and in batches, {2} get "
        "other scores, and {3} of them those of another {0}; return one answer for each {0}, in the order of the {0}s, "
        "or query one {0} at a time with --batch 1",
        noun, inputs, scores_changed, exchanged);
  return fmt::format(
      "the model's answer to an input depends on the rest of the batch, or is random: of {} clean {}s, queried alone "
      "and in batches, {}{} get another class, so that a success may not repeat; {}, "
      "query one {} at a time with --batch 1, or, if answers are random, confirm successes with --repeats 5",
      inputs, noun,
      scores_changed > 0 ? fmt::format("{} get other scores (by up to {:.3g}) and ", scores_changed, largest)
                         : "",
      classes_changed,
      remote ? fmt::format("return answers in the order of the {}s and from a model in evaluation mode", noun)
             : "save the model in evaluation mode",
      noun);
}

template <typename Input>
BatchDependence probe_batches(Oracle<Input>& oracle, Inputs<Input> inputs, bool label_only) {
  const auto n = static_cast<int>(inputs.size());
  BatchDependence found;
  found.inputs = n;
  std::vector<Replies> alone;
  for (int i = 0; i < n; ++i) alone.push_back(ask(oracle, inputs.subspan(i, 1), label_only));
  found.queries = n;

  std::vector<bool> other_bits(n), other_scores(n), other_class(n), exchanged(n);
  const auto change_of = [&](const auto& scores, int i) {
    return static_cast<double>((scores - alone[i].scores.row(0)).cwiseAbs().maxCoeff());
  };
  const auto equals = [&](const auto& scores, int i) {
    return change_of(scores, i) <= kBatchTolerance * (1 + alone[i].scores.row(0).cwiseAbs().maxCoeff());
  };
  // Returns whether `scores` are those of the inputs of `batch`, queried alone, in any order.
  const auto is_permuted = [&](const Batch& scores, std::vector<int> batch) {
    for (const auto& row : scores.rowwise()) {
      const auto nearest = std::ranges::min_element(batch, {}, [&](int i) { return change_of(row, i); });
      if (!equals(row, *nearest)) return false;
      batch.erase(nearest);
    }
    return true;
  };
  const auto compare = [&](const std::vector<int>& batch) {
    std::vector<const Input*> asked;
    for (const int i : batch) asked.push_back(inputs[i]);
    const Replies together = ask(oracle, Inputs<Input>(asked), label_only);
    found.queries += static_cast<int>(batch.size());
    const bool permuted = !label_only && is_permuted(together.scores, batch);
    for (std::size_t row = 0; row < batch.size(); ++row) {
      const int i = batch[row];
      const bool class_differs = together.labels.at(row) != alone[i].labels.at(0);
      if (!label_only) {
        const auto scores = together.scores.row(static_cast<Eigen::Index>(row));
        const double change = change_of(scores, i);
        if (change > 0) other_bits[i] = true;
        if (equals(scores, i)) continue;
        found.largest = std::max(found.largest, change);
        other_scores[i] = true;
        exchanged[i] = exchanged[i] || permuted;
      }
      other_class[i] = other_class[i] || class_differs;
    }
  };
  const std::vector<int> order = consecutive(n);
  compare(order);
  compare({order.rbegin(), order.rend()});
  const int part = std::max(1, n / 3);
  for (int first = 0; first < n; first += part)
    compare({order.begin() + first, order.begin() + std::min(n, first + part)});

  found.scores_changed = static_cast<int>(std::ranges::count(other_scores, true));
  found.exchanged = static_cast<int>(std::ranges::count(exchanged, true));
  found.rounded = static_cast<int>(std::ranges::count(other_bits, true));
  found.classes_changed = static_cast<int>(std::ranges::count(other_class, true));
  return found;
}

template BatchDependence probe_batches(Oracle<Pixels>&, Inputs<Pixels>, bool);
template BatchDependence probe_batches(Oracle<Transformed>&, Inputs<Transformed>, bool);
template BatchDependence probe_batches(Oracle<Graph>&, Inputs<Graph>, bool);

}  // namespace bora::attacks
