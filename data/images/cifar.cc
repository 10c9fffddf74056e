#include "data/images/cifar.h"

#include <map>
#include <sstream>
#include <string>

#include "common/error.h"
#include "common/files/byte_order_mark.h"
#include "common/number.h"
#include "common/text.h"
#include "data/files/file.h"

namespace bora::data {
namespace {

constexpr int kCifarClasses = 10;
constexpr ImageShape kShape = {3, 32, 32};
constexpr std::size_t kRecord = 1 + 3 * 32 * 32;

// Returns the files data_batch_N.bin by N, so that 10 comes after 2.
std::map<int, std::filesystem::path> train_batches(const std::filesystem::path& directory) {
  static const std::string prefix = "data_batch_";
  std::map<int, std::filesystem::path> batches;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(".bin")) continue;
    const auto number = to_number<int>(name.substr(prefix.size(), name.size() - 4 - prefix.size()));
    if (!number)
      throw InputError("{}: expected a number between data_batch_ and .bin", entry.path().string());
    batches[*number] = entry.path();
  }
  return batches;
}

void append(ImageDataset& dataset, const std::filesystem::path& path) {
  const auto bytes = read_complete_file(path);
  if (bytes.empty() || bytes.size() % kRecord != 0)
    throw InputError("{}: {} bytes found, expected a multiple of {} (truncated after record {}?)",
                     path.string(), bytes.size(), kRecord, bytes.size() / kRecord);
  dataset.pixels.reserve(dataset.pixels.size() + bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += kRecord) {
    if (bytes[at] >= kCifarClasses)
      throw InputError("{}: label {} of record {}, expected 0 to {}", path.string(), bytes[at], at / kRecord,
                       kCifarClasses - 1);
    dataset.records.push_back(dataset.size());
    dataset.labels.push_back(bytes[at]);
    dataset.pixels.insert(dataset.pixels.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at + 1),
                          bytes.begin() + static_cast<std::ptrdiff_t>(at + kRecord));
  }
}

std::vector<std::string> read_class_names(const std::filesystem::path& path) {
  std::istringstream lines(without_byte_order_mark(read_text_file(path)));
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) names.push_back(line);
  }
  if (names.size() != kCifarClasses)
    throw InputError("{}: {}, expected {}", path.string(),
                     count_of(static_cast<std::int64_t>(names.size()), "class name"), kCifarClasses);
  return names;
}

}  // namespace

bool is_cifar_directory(const std::filesystem::path& directory) {
  return std::filesystem::exists(directory / "test_batch.bin") || !train_batches(directory).empty();
}

ImageDataset load_cifar(const std::filesystem::path& directory, Part part) {
  ImageDataset dataset;
  dataset.shape = kShape;
  dataset.classes = kCifarClasses;
  dataset.source = directory.string();
  if (part != Part::test) {
    const auto batches = train_batches(directory);
    if (batches.empty()) throw InputError("{}: data_batch_*.bin is missing", directory.string());
    for (const auto& [number, path] : batches) append(dataset, path);
  }
  if (part != Part::train) {
    const auto path = directory / "test_batch.bin";
    if (!std::filesystem::exists(path)) throw InputError("{}: test_batch.bin is missing", directory.string());
    append(dataset, path);
  }
  if (const auto names = directory / "batches.meta.txt"; std::filesystem::exists(names))
    dataset.class_names = read_class_names(names);
  return dataset;
}

}  // namespace bora::data
