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

}  // namespace

// `unstated`: passes of an input for which the victim states none.
template <typename Input>
void Oracle<Input>::count(std::size_t inputs, int unstated) {
  passes_ = victim_.passes();
  passes_.resize(inputs, unstated);
  queries_ = std::accumulate(passes_.begin(), passes_.end(), queries_);
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
  } catch (const VictimInterrupted&) {
    count(inputs.size(), 0);
    throw;
  } catch (const VictimError&) {
    count(inputs.size(), 1);
    throw;
  }
  count(inputs.size(), 1);
  if (label_only && labels.size() != replies.size())
    throw VictimError(fmt::format("{}: gave {} labels for {} inputs", name(), labels.size(), replies.size()));
  for (std::size_t i = 0; i < replies.size(); ++i) {
    if (!label_only) {
      const auto row = static_cast<int>(i);
      replies[i] = {predicted_class(scores, row), {scores.values.row(row), scores.kind}};
      continue;
    }
    if (labels[i] < 0 || labels[i] >= classes())
      throw VictimError(
          fmt::format("{}: gave the label {}, expected 0 to {}", name(), labels[i], classes() - 1));
    replies[i].predicted = labels[i];
  }
  return replies;
}

template <typename Input>
std::vector<Eigen::RowVectorXf> Oracle<Input>::gradients(
    const std::vector<GradientQuestion<Input>>& questions, int draws) {
  std::vector<Eigen::RowVectorXf> sums = drawn_gradients(questions);
  if (draws <= 1 || !randomised()) return sums;
  for (int number = 1; number < draws; ++number) {
    draw(static_cast<std::uint64_t>(number));
    const std::vector<Eigen::RowVectorXf> more = drawn_gradients(questions);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more.at(i);
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
