#include "data/images/idx.h"

#include <limits>
#include <optional>
#include <string>

#include "common/error.h"
#include "common/text.h"
#include "data/files/file.h"

namespace bora::data {
namespace {

constexpr int kMnistClasses = 10;
constexpr int kUnsignedByte = 0x08;
constexpr int kLongestSide = 1 << 15;  // keeps the size of an image within int

// Returns the file of `stem` ("train-images") under one of the usual names; plain files precede gzipped ones.
std::optional<std::filesystem::path> find_file(const std::filesystem::path& directory,
                                               const std::string& stem, int dimensions) {
  for (const char* extension : {"", ".gz"})
    for (const char mark : {'-', '.'})
      if (const auto path = directory / fmt::format("{}{}idx{}-ubyte{}", stem, mark, dimensions, extension);
          std::filesystem::exists(path))
        return path;
  return std::nullopt;
}

std::filesystem::path require_file(const std::filesystem::path& directory, const std::string& stem,
                                   int dimensions) {
  if (const auto path = find_file(directory, stem, dimensions)) return *path;
  throw InputError("{}: {}-idx{}-ubyte[.gz] is missing", directory.string(), stem, dimensions);
}

void append(ImageDataset& dataset, const std::filesystem::path& directory, const std::string& part) {
  const auto images_path = require_file(directory, part + "-images", 3);
  const auto labels_path = require_file(directory, part + "-labels", 1);
  const IdxArray images = read_idx(images_path, 3);
  const IdxArray labels = read_idx(labels_path, 1);
  if (labels.values.size() != static_cast<std::size_t>(images.dimensions[0]))
    throw InputError("{}: {}, but {} holds {}", labels_path.string(),
                     count_of(static_cast<std::int64_t>(labels.values.size()), "label"), images_path.string(),
                     count_of(images.dimensions[0], "image"));
  const ImageShape shape = {1, images.dimensions[1], images.dimensions[2]};
  if (dataset.size() > 0 && shape != dataset.shape)
    throw InputError("{}: images of {}, expected {} as in the train part", images_path.string(),
                     to_string(shape), to_string(dataset.shape));
  dataset.shape = shape;
  dataset.pixels.insert(dataset.pixels.end(), images.values.begin(), images.values.end());
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] >= kMnistClasses) dataset.classes = 0;  // more classes, such as EMNIST's letters
    dataset.records.push_back(dataset.size());
    dataset.labels.push_back(labels.values[i]);
  }
}

}  // namespace

IdxArray read_idx(const std::filesystem::path& path, int dimensions) {
  const std::string name = path.string();
  FileContent content = read_file(path);
  std::vector<std::uint8_t>& bytes = content.bytes;
  const std::size_t header = 4 + 4 * static_cast<std::size_t>(dimensions);
  const std::uint32_t magic = kUnsignedByte << 8 | static_cast<std::uint32_t>(dimensions);
  if (bytes.size() >= 4 && big_endian(bytes.data()) != magic)
    throw InputError("{}: IDX magic 0x{:08x}, expected 0x{:08x} (unsigned bytes, {} dimension{})", name,
                     big_endian(bytes.data()), magic, dimensions, dimensions == 1 ? "" : "s");
  if (bytes.size() < header)
    throw InputError("{}: truncated: {} bytes expected for the IDX header, {} found", name, header,
                     bytes.size());

  IdxArray array;
  std::string described;
  std::size_t size = 1;
  for (int i = 0; i < dimensions; ++i) {
    const std::uint32_t dimension = big_endian(&bytes[4 + 4 * i]);
    const int most = i == 0 ? std::numeric_limits<int>::max() : kLongestSide;
    if (dimension < 1 || dimension > static_cast<std::uint32_t>(most))
      throw InputError("{}: IDX dimension {} is {}, expected 1 to {}", name, i + 1, dimension, most);
    array.dimensions.push_back(static_cast<int>(dimension));
    described += fmt::format("{}{}", i == 0 ? "" : "x", dimension);
    size *= dimension;  // below 2^31 * 2^15 * 2^15
  }
  if (bytes.size() != header + size)
    throw InputError("{}: {}: {} bytes expected ({} and a header), {} found", name,
                     bytes.size() < header + size ? "truncated" : "bytes left over", header + size, described,
                     bytes.size());
  if (content.cut_short) throw InputError("{}: truncated: the gzip stream lacks its end mark", name);
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header));
  array.values = std::move(bytes);
  return array;
}

bool is_idx_directory(const std::filesystem::path& directory) {
  for (const char* part : {"train", "t10k"})
    if (find_file(directory, std::string(part) + "-images", 3) ||
        find_file(directory, std::string(part) + "-labels", 1))
      return true;
  return false;
}

ImageDataset load_idx(const std::filesystem::path& directory, Part part) {
  ImageDataset dataset;
  dataset.classes = kMnistClasses;
  dataset.source = directory.string();
  if (part != Part::test) append(dataset, directory, "train");
  if (part != Part::train) append(dataset, directory, "t10k");
  return dataset;
}

}  // namespace bora::data
