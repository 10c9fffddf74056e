#include "data/images/training_data.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "common/hash.h"
#include "common/text.h"
#include "data/graphs/graph_json.h"
#include "data/images/train_range.h"

namespace bora::data {
namespace {

// Returns the texts of both lists, each text once.
std::vector<std::string> each_once(const std::vector<std::string>& texts,
                                   const std::vector<std::string>& others) {
  std::vector<std::string> all = texts;
  for (const std::string& text : others)
    if (std::ranges::find(all, text) == all.end()) all.push_back(text);
  return all;
}

std::int64_t hash_of_input(const ImageDataset& data, int i) {
  return short_hash(data.image(i).data(), data.image(i).size());
}
std::int64_t hash_of_input(const GraphDataset& data, int i) {
  const std::string text = to_json(data.graphs[i]);
  return short_hash(text.data(), text.size());
}

// Returns the name of an input for messages: that of its file, or its record number.
template <typename Dataset>
std::string name_of_input(const Dataset& data, int i) {
  return data.names.empty() ? fmt::to_string(data.records[i]) : printable(data.names[i]);
}

// Returns describe_contradictions(). `noun`: of an input; `equal`: says that it is equal to another one.
template <typename Dataset>
std::string contradictions(const Dataset& train, const Dataset* validation, const char* noun,
                           const char* equal) {
  struct First {
    int label = 0, copies = 0;  // label of the first input, and number of inputs equal to it, with itself
    std::string name;
    bool contradicted = false;
  };
  std::unordered_map<std::int64_t, First> seen;
  std::string example;
  int total = 0, wrong = 0;
  for (const Dataset* part : {&train, validation})
    for (int i = 0; part != nullptr && i < part->size(); ++i) {
      ++total;
      if (part->labels[i] < 0) continue;
      const auto [at, is_new] = seen.try_emplace(hash_of_input(*part, i));
      First& first = at->second;
      if (is_new) first = {part->labels[i], 0, name_of_input(*part, i)};
      ++first.copies;
      if (part->labels[i] != first.label && example.empty())
        example = fmt::format("{0} {1} (class {2}) and {0} {3} (class {4})", noun, first.name, first.label,
                              name_of_input(*part, i), part->labels[i]);
      first.contradicted = first.contradicted || part->labels[i] != first.label;
    }
  for (const auto& [hash, first] : seen) wrong += first.contradicted ? first.copies : 0;
  if (wrong == 0) return "";
  return fmt::format(
      "{} of the {} training {}s {} another one of a different class, such as {}: no network is right on all of them",
      wrong, total, noun, equal, example);
}

}  // namespace

std::string content_hash(const ImageDataset& data) {
  const std::string_view pixels(reinterpret_cast<const char*>(data.pixels.data()), data.pixels.size());
  const std::string_view labels(reinterpret_cast<const char*>(data.labels.data()),
                                data.labels.size() * sizeof(int));
  return sha256(sha256(pixels) + sha256(labels));
}

std::string content_hash(const GraphDataset& data) {
  std::string text;
  for (int i = 0; i < data.size(); ++i)
    text += sha256(fmt::format("{} {}", data.labels[i], to_json(data.graphs[i])));
  return sha256(text);
}

std::string data_to_remember(const std::string& spec, const std::string& source) {
  // A name such as "digits" is kept even if a folder has the same name, since it does not depend on the
  // folder.
  const RangedSpec ranged = parse_ranged_spec(spec);
  std::error_code error;
  const auto path = std::filesystem::canonical(ranged.base, error);
  const bool read_from_path = source.rfind(ranged.base, 0) == 0;
  return error || !read_from_path ? spec : path.string() + ranged.suffix();
}

std::string describe_known_images(const ContentSet& trained_on, const ImageDataset& test) {
  const int known = trained_on.count(test);
  if (known == 0) return "";
  return fmt::format(
      "{} of the {} test images have the same pixels as training images: "
      "the accuracy on new images may be lower",
      known, test.size());
}

std::string describe_known_graphs(const GraphDataset& train, const GraphDataset* validation,
                                  const GraphDataset& test) {
  std::unordered_set<std::int64_t> hashes;
  for (const GraphDataset* part : {&train, validation})
    for (int i = 0; part != nullptr && i < part->size(); ++i) hashes.insert(hash_of_input(*part, i));
  int known = 0;
  for (int i = 0; i < test.size(); ++i) known += hashes.contains(hash_of_input(test, i)) ? 1 : 0;
  if (known == 0) return "";
  return fmt::format(
      "{} of the {} test graphs are equal to training graphs: the accuracy on new graphs may be lower", known,
      test.size());
}

std::vector<std::string> joint_warnings(const ImageDataset& train, const ImageDataset& test) {
  return each_once(train.warnings, test.warnings);
}

std::vector<std::string> joint_warnings(const GraphDataset& train, const GraphDataset& test) {
  return each_once(train.warnings, test.warnings);
}

std::string describe_contradictions(const ImageDataset& train, const ImageDataset* validation) {
  return contradictions(train, validation, "image", "have the same pixels as");
}

std::string describe_contradictions(const GraphDataset& train, const GraphDataset* validation) {
  return contradictions(train, validation, "graph", "are equal to");
}

std::string describe_labels(const std::vector<int>& train, const std::vector<int>& test,
                            const std::string& noun, const std::string& source) {
  const std::set<int> present(train.begin(), train.end());
  if (present.empty()) return "";
  if (present.size() == 1)
    return fmt::format(
        "all {} {}s of the train part of {} are of class {}: a network learns nothing but this class",
        train.size(), noun, source, train.front());
  int missing = 0, largest = *present.rbegin();
  for (const int label : test) largest = std::max(largest, label);
  while (present.contains(missing)) ++missing;
  if (missing > largest) return "";
  return fmt::format(
      "no {} of the train part of {} is of class {}, although classes up to {} occur: the network has a score for it "
      "that it does not learn{}",
      noun, source, missing, largest, missing == 0 ? "; labels are expected to begin at 0" : "");
}

}  // namespace bora::data
