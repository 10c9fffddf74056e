// Functions on training data, images or graphs, that the commands that train share.
#pragma once

#include <algorithm>
#include <string>

#include "data/graphs/graph.h"
#include "data/images/content_set.h"
#include "data/images/dataset.h"

namespace bora::data {

/// Returns a hash that is the same for the same inputs with the same labels in the same order.
std::string content_hash(const ImageDataset& data);
std::string content_hash(const GraphDataset& data);

/// Returns the name of the data that is stored in the model: a name such as "digits" unchanged, a path (that
/// is, if `source`, the source of the data read, begins with it) made absolute, so that bo-attack finds it
/// from any folder.
std::string data_to_remember(const std::string& spec, const std::string& source);

/// Returns a warning about test images that are also training images, by content; "" if there are none.
/// `trained_on`: the images that networks are trained and validated on.
std::string describe_known_images(const ContentSet& trained_on, const ImageDataset& test);

/// Returns the number of classes of data with the parts `train` and `test`, which are sets of images or
/// graphs.
template <typename Dataset>
int number_of_classes(const Dataset& train, const Dataset& test) {
  int largest = 0;
  for (const auto* part : {&train, &test})
    for (const int label : part->labels) largest = std::max(largest, label);
  return std::max(train.classes, largest + 1);
}

}  // namespace bora::data
