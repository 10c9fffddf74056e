#include "attacks/ledger/oracle.h"

#include <numeric>
#include <utility>

#include "attacks/semantic/transformed.h"
#include "common/error.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

// Converts inputs to the batch type of their victim, one overload per kind of inputs.
Batch batch_of(Inputs<Pixels> images) {
  Batch batch(static_cast<Eigen::Index>(images.size()), images.front()->size());
  for (Eigen::Index i = 0; i < batch.rows(); ++i) batch.row(i) = *images[i];
  return batch;
}

Batch batch_of(Inputs<Transformed> inputs) {
  std::vector<const Pixels*> images;
  for (const Transformed* input : inputs) images.push_back(&input->image);
  return batch_of(images);
}

GraphBatch batch_of(Inputs<Graph> graphs) {
  return graphs;
}

VictimReply scored(const Scores& scores, int row) {
  return {predicted_class(scores, row), {scores.values.row(row), scores.kind}};
}

}  // namespace

// Counts the passes of the last call. `shown`: indices of the inputs that were sent to the victim. `inputs`:
// number of inputs of the call. `unstated`: passes counted for each sent input if the victim does not report
// them.
template <typename Input>
void Oracle<Input>::count(const std::vector<std::size_t>& shown, std::size_t inputs, int unstated) {
  const std::vector<int> stated = victim_.passes();
  passes_.assign(inputs, 0);
  for (std::size_t k = 0; k < shown.size(); ++k) passes_[shown[k]] = k < stated.size() ? stated[k] : unstated;
  queries_ = std::accumulate(passes_.begin(), passes_.end(), queries_);
}

template <typename Input>
VictimReply Oracle<Input>::labelled(int label) const {
  if (label < 0 || label >= classes())
    throw VictimError(fmt::format("{}: gave the label {}, expected 0 to {}", name(), label, classes() - 1));
  return {label, {}};
}

template <typename Input>
void Oracle<Input>::ask(Inputs<Input> inputs, bool label_only, std::span<VictimReply> replies) {
  std::vector<std::size_t> places;
  std::vector<const Input*> shown;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (replies[i].predicted < 0) {
      places.push_back(i);
      shown.push_back(inputs[i]);
    }
  passes_.assign(inputs.size(), 0);
  if (places.empty()) return;
  std::vector<int> labels;
  Scores scores;
  try {
    if (label_only)
      labels = victim_.labels(batch_of(Inputs<Input>(shown)));
    else
      scores = victim_.scores(batch_of(Inputs<Input>(shown)));
  } catch (const VictimError& error) {
    const bool interrupted = dynamic_cast<const VictimInterrupted*>(&error) != nullptr;
    count(places, inputs.size(), interrupted ? 0 : 1);
    const auto* const partly = dynamic_cast<const PartlyAnswered*>(&error);
    // A randomised defence may draw differently for an input if the batch contains equal inputs. Therefore
    // the whole batch of a randomised victim is repeated, not only the inputs without an answer.
    if (partly == nullptr || (randomised() && !interrupted)) throw;
    const Scores given{partly->answers, kind()};
    for (std::size_t k = 0; k < partly->rows.size(); ++k) {
      const auto row = static_cast<int>(k);
      const bool label = given.values.cols() == 1;
      VictimReply reply = label ? labelled(static_cast<int>(given.values(row, 0))) : scored(given, row);
      if (label_only) reply.scores = {};
      replies[places.at(partly->rows[k])] = std::move(reply);
    }
    throw;
  }
  count(places, inputs.size(), 1);
  if (const auto given = label_only ? labels.size() : static_cast<std::size_t>(scores.values.rows());
      given != places.size())
    throw VictimError(fmt::format("{}: gave {}{} for {}", name(),
                                  count_of(static_cast<std::int64_t>(given), label_only ? "label" : "row"),
                                  label_only ? "" : " of scores", count_of(std::ssize(places), "input")));
  for (std::size_t k = 0; k < places.size(); ++k)
    replies[places[k]] = label_only ? labelled(labels[k]) : scored(scores, static_cast<int>(k));
}

template <typename Input>
std::vector<Eigen::RowVectorXf> Oracle<Input>::gradients(
    const std::vector<GradientQuestion<Input>>& questions, int draws) {
  if (draws <= 1 || !randomised()) return drawn_gradients(questions);
  const DrawScope scope(*this);
  std::vector<Eigen::RowVectorXf> sums;
  for (int number = 0; number < draws; ++number) {
    draw(static_cast<std::uint64_t>(number));
    std::vector<Eigen::RowVectorXf> more = drawn_gradients(questions);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more.at(i);
    if (number == 0) sums = std::move(more);
  }
  for (Eigen::RowVectorXf& each : sums) each /= static_cast<float>(draws);
  return sums;
}

template <typename Input>
std::vector<Eigen::RowVectorXf> Oracle<Input>::drawn_gradients(
    const std::vector<GradientQuestion<Input>>& questions) {
  std::vector<Eigen::RowVectorXf> gradients;
  if constexpr (std::is_same_v<Input, Graph>) {
    for (const auto& question : questions)
      gradients.push_back(
          victim_.edge_gradients(*question.input, question.wanted->pairs, question.cotangent));
  } else {
    const auto n = static_cast<Eigen::Index>(questions.size());
    std::vector<const Input*> images;
    Batch cotangents(n, classes());
    for (Eigen::Index i = 0; i < n; ++i) {
      images.push_back(questions[i].input);
      cotangents.row(i) = questions[i].cotangent;
    }
    const Batch of_images = victim_.pullback(batch_of(Inputs<Input>(images)), cotangents);
    for (const auto& row : of_images.rowwise()) gradients.push_back(row);
  }
  return gradients;
}

template class Oracle<Pixels>;
template class Oracle<Transformed>;
template class Oracle<Graph>;

}  // namespace bora::attacks
