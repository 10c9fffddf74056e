// Functions on training data that the commands for training images and graphs share.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "data/graphs/graph.h"
#include "data/images/content_set.h"
#include "data/images/dataset.h"

namespace bora::data {

/// Return a hash of the inputs and labels, which also depends on their order.
std::string content_hash(const ImageDataset& data);
std::string content_hash(const GraphDataset& data);

/// Returns the name of the data that is stored in the model's metadata. A name such as "digits" is unchanged.
/// A path becomes absolute, so that bo-attack finds it from any folder. spec: as given by the user; source:
/// that of the loaded data, which begins with `spec` if this is a path.
std::string data_to_remember(const std::string& spec, const std::string& source);

/// Returns a warning if test images have the same pixels as training images; "" if there are none.
/// trained_on: images for training and validation.
std::string describe_known_images(const ContentSet& trained_on, const ImageDataset& test);

/// Returns a warning if test graphs are equal to training graphs, with the same numbers of the nodes; "" if
/// there are none. validation: null if there is none.
std::string describe_known_graphs(const GraphDataset& train, const GraphDataset* validation,
                                  const GraphDataset& test);

/// Returns the warnings of both parts, each text once: both parts of a data set that is split have the same.
std::vector<std::string> joint_warnings(const ImageDataset& train, const ImageDataset& test);
std::vector<std::string> joint_warnings(const GraphDataset& train, const GraphDataset& test);

/// Return a warning if equal inputs have different labels; "" if there are none. Images are equal if all
/// pixels are, graphs if they are with the same numbers of the nodes. validation: part of the same source;
/// null if there is none.
std::string describe_contradictions(const ImageDataset& train, const ImageDataset* validation);
std::string describe_contradictions(const GraphDataset& train, const GraphDataset* validation);

/// Returns a warning if the labels of a training part lack a class below the largest label of both parts,
/// e.g. because labels begin at 1, or if all are the same, so that the accuracy is meaningless; "" otherwise.
/// noun: of an input, such as "image"; source: that of the data.
std::string describe_labels(const std::vector<int>& train, const std::vector<int>& test,
                            const std::string& noun, const std::string& source);

/// Returns the number of classes of a data set: the stated number, but at least the largest label in both
/// parts plus 1.
template <typename Dataset>
int number_of_classes(const Dataset& train, const Dataset& test) {
  int largest = 0;
  for (const auto* part : {&train, &test})
    for (const int label : part->labels) largest = std::max(largest, label);
  return std::max(train.classes, largest + 1);
}

}  // namespace bora::data
