// Accuracy and loss of a victim on clean inputs.
#pragma once

#include "common/layers.h"
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

}  // namespace bora::models
