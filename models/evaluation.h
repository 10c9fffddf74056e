// How often a victim is right on clean images.
#pragma once

#include "data/dataset.h"
#include "models/victim.h"

namespace bora {

/// Images [begin, begin + count) of a data set as a victim takes them.
Batch images_as_batch(const ImageDataset& dataset, int begin, int count);

struct Accuracy {
  int correct = 0;
  int total = 0;
  double fraction() const { return total > 0 ? static_cast<double>(correct) / total : 0; }
};

/// Counts the images whose predicted class is their label. Throws InputError if the shapes differ, or a label
/// is unknown or not below the victim's number of classes.
Accuracy measure_accuracy(Victim& victim, const ImageDataset& dataset);

}  // namespace bora
