// Mapping of the class numbers of data to those of a model.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/layers.h"
#include "common/text.h"
#include "data/graphs/graph.h"
#include "data/images/dataset.h"

namespace bora::tools {

/// Renumbers the classes of `data` (ImageDataset or GraphDataset), which may lack classes or have them in
/// another order, as the model's classes of the same names. `names`: names of the model's classes, by number.
/// Returns whether `data` was changed: it is not if one side has no names, both have the same, or no name is
/// shared. Throws InputError for a label whose class is not among `names` although others are.
template <typename Dataset>
bool number_classes_as(const std::vector<std::string>& names, Dataset& data) {
  if (names.empty() || data.class_names.empty() || names == data.class_names) return false;
  std::vector<int> numbers;
  for (const std::string& name : data.class_names) {
    const auto found = std::ranges::find(names, name);
    numbers.push_back(found == names.end() ? -1 : static_cast<int>(found - names.begin()));
  }
  if (std::ranges::count(numbers, -1) == std::ssize(numbers)) return false;
  for (int& label : data.labels) {
    if (label < 0) continue;
    const int number = numbers[static_cast<std::size_t>(label)];
    if (number < 0)
      throw InputError("{}: class '{}' is not one of the model's: {}", data.source,
                       printable(data.class_names[static_cast<std::size_t>(label)]), join(names));
    label = number;
  }
  data.class_names = names;
  data.classes = static_cast<int>(names.size());
  return true;
}

/// Renumbers the labels of data that lack some classes of the model. If the names of the class folders, or
/// the labels of a TU set, are different numbers in [0, classes) and fewer than `classes` (number of classes
/// of the model), they are taken as class numbers of the model. Returns the text of a warning, or "" if
/// labels are not changed.
std::string take_names_as_numbers(int classes, ImageDataset& data);
std::string take_names_as_numbers(int classes, GraphDataset& data);

/// Returns the text of a warning if the model has more classes than the data; else "". If the format of the
/// data does not state their number of classes, it is k if the labels are 0 to k - 1 without a gap and a
/// random sample of all classes would rarely (with probability below 0.001) lack the others. Graphs whose
/// classes have names get no warning: make_plan() refuses them.
std::string describe_missing_classes(int classes, const ImageDataset& data);
std::string describe_missing_classes(int classes, const GraphDataset& data);

}  // namespace bora::tools
