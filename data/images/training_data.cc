#include "data/images/training_data.h"

#include <filesystem>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "common/hash.h"
#include "data/graphs/graph_json.h"
#include "data/images/train_range.h"

namespace bora::data {

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
