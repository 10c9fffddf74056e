// Numbers of the classes of data, by the names that a model has for its classes.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/layers.h"
#include "common/text.h"
#include "data/images/dataset.h"

namespace bora::tools {

/// Gives the classes of `data` (ImageDataset or GraphDataset) the numbers that classes of the same names have
/// in a model, whose names are `names`: data may lack classes or have them in another order. Returns whether
/// labels were changed. Without names on either side, or if no name is shared, numbers are all that is known,
/// and they stay. Throws InputError if only some classes of the data are the model's.
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
      throw InputError("{}: class '{}' is none of the model's: {}", data.source,
                       printable(data.class_names[static_cast<std::size_t>(label)]), join(names));
    label = number;
  }
  data.class_names = names;
  data.classes = static_cast<int>(names.size());
  return true;
}

/// Adds the last classes of a model of `classes` classes to `data`, if it lacks them and calls its classes by
/// their numbers, "0", "1" and so on: the part of a model's data that is attacked need not hold each class.
template <typename Dataset>
void add_numbered_classes(int classes, Dataset& data) {
  std::vector<std::string>& names = data.class_names;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] != std::to_string(i)) return;
  if (names.empty()) return;
  while (std::ssize(names) < classes) names.push_back(std::to_string(names.size()));
  data.classes = static_cast<int>(names.size());
}

/// Gives images of class folders whose names are numbers these numbers as labels, if the folders are fewer
/// than the `classes` of a model and each number is one of its classes: such data lack some of the classes.
/// Returns the text of a warning, or "" if labels are not changed.
std::string take_names_as_numbers(int classes, ImageDataset& data);

/// Returns the text of a warning if the model has more classes than the data, or "". Data whose format does
/// not state their number have it if their labels are 0 to k - 1 without a gap, unlikely by chance.
std::string describe_missing_classes(int classes, const ImageDataset& data);

}  // namespace bora::tools
