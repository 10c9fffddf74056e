#include "tools/attack/session/class_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>

#include <fmt/format.h>

#include "common/number.h"

namespace bora::tools {
namespace {

// Returns the first ten numbers as text, then "..." if there are more.
std::string list_of(const std::vector<int>& classes) {
  constexpr std::size_t kShown = 10;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min(kShown, classes.size()); ++i)
    words.push_back(std::to_string(classes[i]));
  if (classes.size() > kShown) words.emplace_back("...");
  return join(words);
}

// Returns k, the number of classes of data whose format does not state it, if all labels 0 to k - 1 and no
// others occur, and if labels drawn at random from `classes` classes would all be below k with probability <
// kChance; else 0.
int classes_by_labels(int classes, const ImageDataset& data) {
  constexpr double kChance = 1e-3;
  const std::set<int> labels(data.labels.begin(), data.labels.end());
  const int known = static_cast<int>(labels.size());
  if (known < 2 || *labels.begin() != 0 || *labels.rbegin() != known - 1) return 0;
  return std::pow(static_cast<double>(known) / classes, data.size()) < kChance ? known : 0;
}

}  // namespace

std::string take_names_as_numbers(int classes, ImageDataset& data) {
  constexpr std::size_t kMostDigits = 9;
  if (data.names.empty() || data.class_names.empty() || data.classes == 0 || data.classes >= classes)
    return "";
  std::vector<int> numbers;
  for (const std::string& name : data.class_names) {
    if (name.size() > kMostDigits || name.find_first_not_of("0123456789") != std::string::npos) return "";
    numbers.push_back(parse_number<int>(name, "class", 0));
    if (numbers.back() >= classes) return "";
  }
  const std::set<int> present(numbers.begin(), numbers.end());
  if (present.size() < numbers.size()) return "";  // 1 and 01
  for (int& label : data.labels)
    if (label >= 0) label = numbers[static_cast<std::size_t>(label)];
  data.class_names.clear();
  std::vector<int> missing;
  for (int i = 0; i < classes; ++i) {
    data.class_names.push_back(std::to_string(i));
    if (!present.contains(i)) missing.push_back(i);
  }
  data.classes = classes;
  return fmt::format(
      "{} has {} folder{}, but the model has {} classes: the names of the folders are taken as the model's class "
      "numbers, and classes without images are {}; --class-map states other numbers",
      data.source, numbers.size(), numbers.size() == 1 ? "" : "s", classes, list_of(missing));
}

std::string describe_missing_classes(int classes, const ImageDataset& data) {
  const int known = data.classes > 0 ? data.classes : classes_by_labels(classes, data);
  if (known == 0 || known >= classes) return "";
  return fmt::format(
      "{} has {} classes, but the model has {}: the classes from {} on are taken to have no images; if the model "
      "numbers its classes in another way, state it (--class-map){}",
      data.source, known, classes, known,
      data.classes > 0 ? "" : "; if another output holds the scores, state which (--output)");
}

}  // namespace bora::tools
