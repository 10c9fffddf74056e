// What commands that train ask of their data, of images or of graphs.
#pragma once

#include <algorithm>
#include <string>

#include "data/dataset.h"
#include "data/graph.h"

namespace bora {

/// The same for the same inputs with the same labels in the same order.
std::string content_hash(const ImageDataset& data);
std::string content_hash(const GraphDataset& data);

/// What the model remembers of its data: a name such as "digits" as it is, a path (whatever `source`, of the
/// data that were read, begins with it) as an absolute one, or it would be lost as soon as bo-attack runs
/// elsewhere.
std::string data_to_remember(const std::string& spec, const std::string& source);

/// Of data whose parts are `train` and `test`, sets of images or of graphs.
template <typename Dataset>
int number_of_classes(const Dataset& train, const Dataset& test) {
  int largest = 0;
  for (const auto* part : {&train, &test})
    for (const int label : part->labels) largest = std::max(largest, label);
  return std::max(train.classes, largest + 1);
}

}  // namespace bora
