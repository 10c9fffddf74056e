#include "data/images/class_map.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "data/files/csv_table.h"

namespace bora::data {
namespace {

constexpr int kMostClasses = 1'000'000;
constexpr int kLeftOut = -1;  // class of labels that the model does not have

// Returns the names of a data set's labels 0, 1, ...; those without a name are numbers.
std::vector<std::string> labels_of(const ImageDataset& dataset) {
  const int highest = *std::ranges::max_element(dataset.labels);
  if (highest >= kMostClasses)
    throw InputError("{}: holds the label {}, expected less than {}", dataset.source, highest, kMostClasses);
  std::vector<std::string> labels = dataset.class_names;
  for (auto label = std::ssize(labels); label < std::max(dataset.classes, highest + 1); ++label)
    labels.push_back(std::to_string(label));
  return labels;
}

int parse_class(const std::string& text, const std::string& where) {
  if (text.empty()) return kLeftOut;
  const auto number = to_number<int>(text, 0, kMostClasses - 1);
  if (!number)
    throw InputError("{}: class '{}', expected a number of the model's classes, 0 or more, or nothing", where,
                     printable(text));
  return *number;
}

// Returns whether a row has a label of the data as its class, and a number as its label.
bool is_exchanged(const CsvRow& row, const std::vector<std::string>& labels) {
  return to_number<int>(row.fields[0], 0, kMostClasses - 1) && std::ranges::count(labels, row.fields[1]) > 0;
}

}  // namespace

ImageDataset with_class_map(const ImageDataset& dataset, const std::filesystem::path& file) {
  const std::vector<std::string> labels = labels_of(dataset);
  std::vector<std::optional<int>> classes(labels.size());
  for (const CsvRow& row : read_csv(file, {"label", "class"})) {
    const auto found = std::ranges::find(labels, row.fields[0]);
    if (found == labels.end())
      throw InputError(
          "{}: {} has no class '{}'{}", row.where, dataset.source, printable(row.fields[0]),
          is_exchanged(row, labels)
              ? fmt::format("; '{}' is one: the columns seem to be exchanged, expected the data's class in "
                            "column label and the model's number in column class",
                            printable(row.fields[1]))
              : suggestion(row.fields[0], labels, "; did you mean '{}'?"));
    auto& known = classes[static_cast<std::size_t>(found - labels.begin())];
    if (known) throw InputError("{}: label '{}' occurs twice", row.where, printable(row.fields[0]));
    known = parse_class(row.fields[1], row.where);
  }
  for (const int label : std::set<int>(dataset.labels.begin(), dataset.labels.end()))
    if (label >= 0 && !classes[static_cast<std::size_t>(label)])
      throw InputError("{}: has no line for the class '{}' of {}", file.string(),
                       labels[static_cast<std::size_t>(label)], dataset.source);

  std::vector<int> kept;
  for (int i = 0; i < dataset.size(); ++i) {
    const int label = dataset.labels[static_cast<std::size_t>(i)];
    if (label < 0 || classes[static_cast<std::size_t>(label)] != kLeftOut) kept.push_back(i);
  }
  if (kept.empty()) throw InputError("{}: leaves out every class of {}", file.string(), dataset.source);
  ImageDataset mapped = select(dataset, kept);
  for (int& label : mapped.labels)
    if (label >= 0) label = *classes[static_cast<std::size_t>(label)];

  std::map<int, std::string> names;
  for (std::size_t label = 0; label < labels.size(); ++label)
    if (const int to = classes[label].value_or(kLeftOut); to != kLeftOut)
      names[to] += (names[to].empty() ? "" : "/") + labels[label];
  mapped.classes = 0;
  mapped.class_names.clear();
  if (!dataset.class_names.empty())
    for (int to = 0; to <= names.rbegin()->first; ++to)
      mapped.class_names.push_back(names.contains(to) ? names[to] : fmt::format("class {}", to));
  return mapped;
}

void check_class_map(const std::filesystem::path& file, std::span<const int> labels, int classes) {
  const std::set<int> present(labels.begin(), labels.end());
  for (const CsvRow& row : read_csv(file, {"label", "class"})) {
    const int number = parse_class(row.fields[1], row.where);
    if (number >= classes && present.contains(number))
      throw InputError("{}: gives label '{}' the class {}, but the model has {} classes, 0 to {}", row.where,
                       printable(row.fields[0]), number, classes, classes - 1);
  }
}

}  // namespace bora::data
