#include "attacks/ledger/oracle.h"

#include <numeric>

#include "attacks/semantic/transformed.h"
#include "common/error.h"

namespace bora::attacks {
namespace {

// Each returns the inputs as their victim takes them.
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

// `unstated`: passes of an input for which the victim states none.
template <typename Input>
void Oracle<Input>::count(std::size_t inputs, int unstated) {
  passes_ = victim_.passes();
  passes_.resize(inputs, unstated);
  queries_ = std::accumulate(passes_.begin(), passes_.end(), queries_);
}

template <typename Input>
VictimReply Oracle<Input>::labelled(int label) const {
  if (label < 0 || label >= classes())
    throw VictimError(fmt::format("{}: gave the label {}, expected 0 to {}", name(), label, classes() - 1));
  return {label, {}};
}

template <typename Input>
std::vector<VictimReply> Oracle<Input>::ask(Inputs<Input> inputs, bool label_only) {
  std::vector<VictimReply> replies(inputs.size());
  std::vector<int> labels;
  Scores scores;
  try {
    if (label_only)
      labels = victim_.labels(batch_of(inputs));
    else
      scores = victim_.scores(batch_of(inputs));
  } catch (const PartlyAnswered& interruption) {
    count(inputs.size(), 0);
    const Scores given{interruption.answers, kind()};
    for (std::size_t i = 0; i < interruption.rows.size(); ++i) {
      const auto row = static_cast<int>(i);
      VictimReply& reply = replies.at(interruption.rows[i]);
      if (!label_only)
        reply = scored(given, row);
      else
        reply = labelled(given.values.cols() == 1 ? static_cast<int>(given.values(row, 0))
                                                  : predicted_class(given, row));
    }
    throw PartlyReplied(interruption.what(), std::move(replies));
  } catch (const VictimInterrupted&) {
    count(inputs.size(), 0);
    throw;
  } catch (const VictimError&) {
    count(inputs.size(), 1);
    throw;
  }
  count(inputs.size(), 1);
  if (const auto given = label_only ? labels.size() : static_cast<std::size_t>(scores.values.rows());
      given != replies.size())
    throw VictimError(fmt::format("{}: gave {} {} for {} inputs", name(), given,
                                  label_only ? "labels" : "rows of scores", replies.size()));
  for (std::size_t i = 0; i < replies.size(); ++i)
    replies[i] = label_only ? labelled(labels[i]) : scored(scores, static_cast<int>(i));
  return replies;
}

template <typename Input>
std::vector<Eigen::RowVectorXf> Oracle<Input>::gradients(
    const std::vector<GradientQuestion<Input>>& questions, int draws) {
  if (draws <= 1 || !randomised()) return drawn_gradients(questions);
  std::vector<Eigen::RowVectorXf> sums;
  for (int number = 0; number < draws; ++number) {
    draw(static_cast<std::uint64_t>(number));  // 0 too: an earlier call may have failed at another
    std::vector<Eigen::RowVectorXf> more = drawn_gradients(questions);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more.at(i);
    if (number == 0) sums = std::move(more);
  }
  draw(0);
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
