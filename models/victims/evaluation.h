// Accuracy and loss of a victim on clean inputs, and tests of whether it does better than guessing.
#pragma once

#include <vector>

#include "data/images/dataset.h"
#include "models/graphs/graph_victim.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Returns images [begin, begin + count) of a data set as a batch, count x shape.size(), values in [0, 1].
Batch images_as_batch(const ImageDataset& dataset, int begin, int count);

/// Number of correct predictions among all.
struct Accuracy {
  int correct = 0;
  int total = 0;
  double fraction() const { return total > 0 ? static_cast<double>(correct) / total : 0; }
};

/// Accuracy and loss on a data set.
struct Evaluation {
  Accuracy accuracy;
  double loss = 0;  ///< mean cross-entropy, in nats
};

/// Counts the images whose predicted class is their label. Throws InputError if the shapes differ, or a label
/// is unknown or not below the victim's number of classes.
Accuracy measure_accuracy(Victim& victim, const ImageDataset& dataset);

/// Returns pointers to the graphs of a data set, from which a GraphBatch can be made.
std::vector<const Graph*> graphs_as_batch(const GraphDataset& dataset);

/// Counts the graphs whose predicted class is their label. Throws InputError if a label is unknown or not
/// below the victim's number of classes, or the victim does not take a graph.
Accuracy measure_accuracy(GraphVictim& victim, const GraphDataset& dataset);

/// Return accuracy and loss of a victim that gives scores, in one pass. Throw as measure_accuracy() does.
Evaluation evaluate(Victim& victim, const ImageDataset& dataset);
Evaluation evaluate(GraphVictim& victim, const GraphDataset& dataset);

/// Returns whether `correct` right answers among `total` are significantly fewer than guessing with success
/// probability `chance` gives (exact one-sided binomial test at 2.5%). This detects classes that are numbered
/// differently from the labels, even on few inputs.
bool worse_than_guessing(int correct, int total, double chance);

/// Returns whether `correct` right answers among `total` show no knowledge of the classes. That is the case
/// if they are significantly fewer than chance_level(), or if there are at least 100 inputs of several
/// classes and they are not significantly more than always predicting the most frequent label gives (exact
/// one-sided binomial tests at 2.5%). commonest: number of inputs with the most frequent label; classes:
/// number of classes, 0: unknown. This detects a victim with a wrong value range or layout, and a substitute
/// model that numbers the classes in another order.
bool no_better_than_guessing(int correct, int total, int commonest, int classes = 0);

/// Does the same for inputs with these labels.
bool no_better_than_guessing(int correct, const std::vector<int>& labels, int classes = 0);

/// Returns the expected accuracy of guessing among `classes` classes. If their number is unknown (0), returns
/// that of always predicting the most frequent label, which `commonest` of `total` inputs have.
double chance_level(int total, int commonest, int classes);

/// Returns how often the most frequent of `labels` occurs.
int count_of_commonest(const std::vector<int>& labels);

}  // namespace bora::models
