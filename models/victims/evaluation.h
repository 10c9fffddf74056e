// Accuracy and loss of a victim on clean inputs, and tests of whether it does better than guessing.
#pragma once

#include <vector>

#include "data/images/dataset.h"
#include "models/graphs/graph_victim.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Returns images [begin, begin + count) of a data set as a victim takes them.
Batch images_as_batch(const ImageDataset& dataset, int begin, int count);

struct Accuracy {
  int correct = 0;
  int total = 0;
  double fraction() const { return total > 0 ? static_cast<double>(correct) / total : 0; }
};

/// Number of correct predictions, and the mean cross-entropy in nats.
struct Evaluation {
  Accuracy accuracy;
  double loss = 0;
};

/// Counts the images whose predicted class is their label. Throws InputError if the shapes differ, or a label
/// is unknown or not below the victim's number of classes.
Accuracy measure_accuracy(Victim& victim, const ImageDataset& dataset);

/// Returns pointers to the graphs of a data set, as a victim takes them.
std::vector<const Graph*> graphs_as_batch(const GraphDataset& dataset);

/// Counts the graphs whose predicted class is their label. Throws InputError if a label is unknown or not
/// below the victim's number of classes, or the victim does not take a graph.
Accuracy measure_accuracy(GraphVictim& victim, const GraphDataset& dataset);

/// Return accuracy and loss, in one pass, of a victim that gives scores. Throw as measure_accuracy() does.
Evaluation evaluate(Victim& victim, const ImageDataset& dataset);
Evaluation evaluate(GraphVictim& victim, const GraphDataset& dataset);

/// Returns whether `correct` right answers of `total` are significantly fewer than guesses with success
/// probability `chance` would give (exact one-sided binomial test at 2.5%). This detects classes that are
/// numbered differently from the labels, even on few inputs.
bool worse_than_guessing(int correct, int total, double chance);

/// Returns whether a classifier of `classes` classes (0: unknown) shows no knowledge by `correct` right
/// answers of `total`, `commonest` of which have the commonest label. By exact one-sided binomial tests at
/// 2.5%: it is worse than guessing among the classes; or, on 100 inputs or more of several classes, not
/// better than always naming the commonest label. This detects a victim with a wrong value range or layout,
/// and a substitute model that numbers the classes in another order.
bool no_better_than_guessing(int correct, int total, int commonest, int classes = 0);

/// Returns the same for inputs with these labels.
bool no_better_than_guessing(int correct, const std::vector<int>& labels, int classes = 0);

/// Returns the share of right answers that guessing among `classes` classes gives; where their number is
/// unknown (0), always naming the label that `commonest` of `total` inputs have.
double chance_level(int total, int commonest, int classes);

/// Returns how often the commonest of `labels` occurs.
int count_of_commonest(const std::vector<int>& labels);

}  // namespace bora::models
