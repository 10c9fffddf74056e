#include "attacks/runner/verifier.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "attacks/ledger/image_content.h"
#include "attacks/threat/objective.h"
#include "data/image_io.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

// An image file of either kind: levels as PNG, or floats as .npy where a PNG could not hold them.
class ImageFiles {
 public:
  ImageFiles(fs::path folder, ImageShape shape, bool continuous)
      : folder_(std::move(folder)), shape_(shape), continuous_(continuous) {}

  /// Writes and returns what a reader of the file gets.
  std::vector<float> round_trip(const std::string& stem, const std::vector<float>& pixels,
                                std::string& file) const {
    file = stem + (continuous_ ? ".npy" : ".png");
    const fs::path path = folder_ / file;
    fs::create_directories(path.parent_path());
    if (continuous_) {
      write_npy(path, pixels, shape_);
      return read_npy(path).values;
    }
    std::vector<std::uint8_t> levels;
    for (const float value : pixels) levels.push_back(static_cast<std::uint8_t>(to_level(value)));
    write_png(path, levels, shape_);
    std::vector<float> back;
    for (const auto level : read_png(path).pixels) back.push_back(from_level(level));
    return back;
  }

 private:
  fs::path folder_;
  ImageShape shape_;
  bool continuous_;
};

// Attack -> folder. A spec holds colons and equals signs, which not every file system takes.
std::map<std::string, std::string> folder_names(const std::vector<InstanceRow>& instances) {
  std::map<std::string, std::string> names;
  std::set<std::string> taken;
  for (const auto& instance : instances) {
    if (names.contains(instance.attack)) continue;
    std::string name = instance.attack;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ':' || c == '='; }, '-');
    const std::string stem = name;
    for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}-{}", stem, number);
    names[instance.attack] = name;
  }
  return names;
}

}  // namespace

Verification verify_run(RunDatabase& database, Victim& victim, const LinfBall& ball, const fs::path& folder) {
  const ImageShape shape = victim.spec().input;
  const ImageFiles files(folder, shape, ball.continuous());
  std::map<int, InputRow> images;
  for (auto& image : database.inputs())
    if (image.attacked) images.emplace(image.id, std::move(image));
  const auto instances = database.instances();
  const auto folders = folder_names(instances);
  const auto adversarials = database.adversarials();

  std::map<int, std::vector<float>> originals;
  for (const auto& [id, image] : images) {
    std::string file;
    originals[id] = files.round_trip(fmt::format("originals/record{:05}_label{}", image.record, image.label),
                                     pixels_of_content(image.content, false), file);
  }

  constexpr std::size_t kBlock = 64;
  Verification result;
  std::vector<VerificationRow> rows;
  for (std::size_t first = 0; first < adversarials.size(); first += kBlock) {
    const std::size_t n = std::min(kBlock, adversarials.size() - first);
    Batch batch(static_cast<Eigen::Index>(n), shape.size());
    for (std::size_t i = 0; i < n; ++i) {
      const auto& adversarial = adversarials[first + i];
      const InstanceRow& instance = instances.at(adversarial.instance);
      const InputRow& image = images.at(instance.input);
      VerificationRow row;
      row.instance = instance.id;
      const auto pixels = files.round_trip(
          fmt::format("adversarial/{}/record{:05}_label{}_{}", folders.at(instance.attack), image.record,
                      image.label, instance.target ? fmt::format("to{}", *instance.target) : "untargeted"),
          pixels_of_content(adversarial.content, ball.continuous()), row.file);
      const float* original = originals[image.id].data();
      row.distance = ball.distance(original, pixels.data(), shape.size());
      row.within = ball.contains(original, pixels.data(), shape.size());
      batch.row(static_cast<Eigen::Index>(i)) =
          Eigen::Map<const Eigen::RowVectorXf>(pixels.data(), shape.size());
      rows.push_back(row);
    }
    const std::vector<int> labels = victim.labels(batch);
    result.queries += static_cast<int>(n);
    for (std::size_t i = 0; i < n; ++i) {
      auto& row = rows[first + i];
      const InstanceRow& instance = instances.at(row.instance);
      row.predicted = labels[i];
      row.confirmed = Goal{images.at(instance.input).label, instance.target}.achieved(row.predicted);
      result.within += row.within ? 1 : 0;
      result.confirmed += row.confirmed ? 1 : 0;
    }
  }
  result.examples = static_cast<int>(adversarials.size());
  database.replace_verification(rows);
  return result;
}

}  // namespace bora
