#include "models/victims/evaluation.h"

#include <algorithm>
#include <map>

#include <boost/math/distributions/binomial.hpp>

#include "common/error.h"

namespace bora::models {

Batch images_as_batch(const ImageDataset& dataset, int begin, int count) {
  Batch batch(count, dataset.shape.size());
  const std::uint8_t* pixels = dataset.pixels.data() + static_cast<std::size_t>(begin) * dataset.shape.size();
  std::transform(pixels, pixels + batch.size(), batch.data(),
                 [](std::uint8_t value) { return static_cast<float>(value) / 255.0f; });
  return batch;
}

namespace {

template <typename Dataset>
void check_labels(const Dataset& dataset, const std::string& victim, int classes) {
  for (const int label : dataset.labels)
    if (label < 0 || label >= classes)
      throw InputError("{}: holds the label {}, {} has {} classes", dataset.source, label, victim, classes);
}

// Adds the correct predictions and the losses of inputs whose labels begin at `labels`.
void count(const Scores& scores, const int* labels, Accuracy& accuracy, double& summed_loss) {
  const LogProbabilities log_p = log_probabilities(scores);
  for (int i = 0; i < static_cast<int>(scores.values.rows()); ++i) {
    accuracy.correct += predicted_class(scores, i) == labels[i] ? 1 : 0;
    summed_loss -= log_p(i, labels[i]);
  }
}

}  // namespace

Evaluation evaluate(Victim& victim, const ImageDataset& dataset) {
  const auto& spec = victim.spec();
  if (dataset.shape != spec.input)
    throw InputError("{}: images are {}, {} takes {}", dataset.source, to_string(dataset.shape), spec.name,
                     to_string(spec.input));
  check_labels(dataset, spec.name, spec.classes);
  // Large batches occupy the victim's threads; as floats they should not exceed 256 MB.
  constexpr int kFewest = 16, kMost = 2048, kValues = 64 << 20;
  const int at_once = std::clamp(kValues / dataset.shape.size(), kFewest, kMost);
  Evaluation result{.accuracy = {.correct = 0, .total = dataset.size()}};
  for (int begin = 0; begin < dataset.size(); begin += at_once) {
    const int images = std::min(at_once, dataset.size() - begin);
    const Scores scores = victim.scores(images_as_batch(dataset, begin, images));
    count(scores, &dataset.labels[begin], result.accuracy, result.loss);
  }
  result.loss /= std::max(1, dataset.size());
  return result;
}

Accuracy measure_accuracy(Victim& victim, const ImageDataset& dataset) {
  return evaluate(victim, dataset).accuracy;
}

std::vector<const Graph*> graphs_as_batch(const GraphDataset& dataset) {
  std::vector<const Graph*> graphs;
  for (const auto& graph : dataset.graphs) graphs.push_back(&graph);
  return graphs;
}

Evaluation evaluate(GraphVictim& victim, const GraphDataset& dataset) {
  check_labels(dataset, victim.spec().name, victim.spec().classes);
  Evaluation result{.accuracy = {.correct = 0, .total = dataset.size()}};
  const Scores scores = victim.scores(graphs_as_batch(dataset));
  count(scores, dataset.labels.data(), result.accuracy, result.loss);
  result.loss /= std::max(1, dataset.size());
  return result;
}

Accuracy measure_accuracy(GraphVictim& victim, const GraphDataset& dataset) {
  check_labels(dataset, victim.spec().name, victim.spec().classes);
  Accuracy accuracy{.correct = 0, .total = dataset.size()};
  const auto predicted = victim.labels(graphs_as_batch(dataset));
  for (int i = 0; i < dataset.size(); ++i) accuracy.correct += predicted[i] == dataset.labels[i] ? 1 : 0;
  return accuracy;
}

namespace {

constexpr double kLevel = 0.025;

}  // namespace

bool worse_than_guessing(int correct, int total, double chance) {
  if (total == 0 || chance >= 1) return false;
  return boost::math::cdf(boost::math::binomial_distribution<double>(total, chance), correct) <= kLevel;
}

double chance_level(int total, int commonest, int classes) {
  return classes > 0 ? 1.0 / classes : static_cast<double>(commonest) / std::max(1, total);
}

bool no_better_than_guessing(int correct, int total, int commonest, int classes) {
  constexpr int kEnough = 100;
  if (worse_than_guessing(correct, total, chance_level(total, commonest, classes))) return true;
  if (total < kEnough || commonest == total) return false;
  const boost::math::binomial_distribution<double> guesses(total, static_cast<double>(commonest) / total);
  return correct == 0 || boost::math::cdf(boost::math::complement(guesses, correct - 1)) > kLevel;
}

bool no_better_than_guessing(int correct, const std::vector<int>& labels, int classes) {
  return no_better_than_guessing(correct, static_cast<int>(labels.size()), count_of_commonest(labels),
                                 classes);
}

int count_of_commonest(const std::vector<int>& labels) {
  std::map<int, int> counts;
  int most = 0;
  for (const int label : labels) most = std::max(most, ++counts[label]);
  return most;
}

}  // namespace bora::models
