#include "tools/attack/session/class_numbers.h"

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
int classes_by_labels(int classes, const std::vector<int>& of_inputs) {
  constexpr double kChance = 1e-3;
  const std::set<int> labels(of_inputs.begin(), of_inputs.end());
  const int known = static_cast<int>(labels.size());
  if (known < 2 || *labels.begin() != 0 || *labels.rbegin() != known - 1) return 0;
  return std::pow(static_cast<double>(known) / classes, std::ssize(of_inputs)) < kChance ? known : 0;
}

// Takes the names of the classes of `data` as labels, as take_names_as_numbers() does. Returns the classes of
// the model that the data lack; none if labels are not changed.
template <typename Dataset>
std::vector<int> number_by_names(int classes, Dataset& data) {
  constexpr std::size_t kMostDigits = 9;
  if (data.class_names.empty() || data.classes == 0 || data.classes >= classes) return {};
  std::vector<int> numbers;
  for (const std::string& name : data.class_names) {
    if (name.size() > kMostDigits || name.find_first_not_of("0123456789") != std::string::npos) return {};
    numbers.push_back(parse_number<int>(name, "class", 0));
    if (numbers.back() >= classes) return {};
  }
  const std::set<int> present(numbers.begin(), numbers.end());
  if (present.size() < numbers.size()) return {};  // 1 and 01
  for (int& label : data.labels)
    if (label >= 0) label = numbers[static_cast<std::size_t>(label)];
  data.class_names.clear();
  std::vector<int> missing;
  for (int i = 0; i < classes; ++i) {
    data.class_names.push_back(std::to_string(i));
    if (!present.contains(i)) missing.push_back(i);
  }
  data.classes = classes;
  return missing;
}

constexpr const char* kNamesInFile =
    "if the model numbers its classes in another way, its file can name them (class_names)";

}  // namespace

std::string take_names_as_numbers(int classes, ImageDataset& data) {
  if (data.names.empty()) return "";  // no folders
  const int folders = data.classes;
  const std::vector<int> missing = number_by_names(classes, data);
  if (missing.empty()) return "";
  return fmt::format(
      "{} has {} folder{}, but the model has {} classes: the names of the folders are taken as the model's class "
      "numbers, and classes without images are {}; --class-map states other numbers",
      data.source, folders, folders == 1 ? "" : "s", classes, list_of(missing));
}

std::string take_names_as_numbers(int classes, GraphDataset& data) {
  const int labels = data.classes;
  const std::vector<int> missing = number_by_names(classes, data);
  if (missing.empty()) return "";
  return fmt::format(
      "{} has {} label{}, but the model has {} classes: the labels in its files are taken as the model's class "
      "numbers, and classes without graphs are {}; {}",
      data.source, labels, labels == 1 ? "" : "s", classes, list_of(missing), kNamesInFile);
}

std::string describe_missing_classes(int classes, const ImageDataset& data) {
  const int known = data.classes > 0 ? data.classes : classes_by_labels(classes, data.labels);
  if (known == 0 || known >= classes) return "";
  return fmt::format(
      "{} has {} classes, but the model has {}: the classes from {} on are taken to have no images; if the model "
      "numbers its classes in another way, state it (--class-map){}",
      data.source, known, classes, known,
      data.classes > 0 ? "" : "; if another output holds the scores, state which (--output)");
}

std::string describe_missing_classes(int classes, const GraphDataset& data) {
  if (!data.class_names.empty()) return "";  // make_plan() refuses fewer classes
  const int known = data.classes > 0 ? data.classes : classes_by_labels(classes, data.labels);
  if (known == 0 || known >= classes) return "";
  return fmt::format(
      "{} has {} classes, but the model has {}: they are taken as its first ones, and those from {} on to have "
      "no graphs; {}",
      data.source, known, classes, known, kNamesInFile);
}

}  // namespace bora::tools
