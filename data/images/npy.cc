// Reading and writing of float images as NumPy's .npy files (image_io.h).
#include <cstring>
#include <stdexcept>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "data/files/file.h"
#include "data/files/npy_array.h"
#include "data/images/image_io.h"

namespace bora::data {

void write_npy(const std::filesystem::path& path, std::span<const float> values, const ImageShape& shape) {
  if (values.size() != static_cast<std::size_t>(shape.size()))
    throw std::invalid_argument(
        fmt::format("{} values given for an image of {}", values.size(), to_string(shape)));
  const std::string header = npy_header("<f4", {shape.channels, shape.height, shape.width});
  std::vector<std::uint8_t> bytes(header.size() + values.size_bytes());
  std::memcpy(bytes.data(), header.data(), header.size());
  if (!values.empty()) std::memcpy(bytes.data() + header.size(), values.data(), values.size_bytes());
  write_atomically(path, bytes, Durability::unsynced);
}

FloatImage read_npy(const std::filesystem::path& path) {
  constexpr int kLongestSide = 1 << 15;
  const std::string name = path.string();
  const auto bytes = read_complete_file(path);
  const NpyArray array = parse_npy({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
  if (array.type != "<f4" && array.type != "<f2")
    throw InputError("{}: element type {}, expected little-endian float32 ('<f4') or float16 ('<f2')", name,
                     array.type);
  if (array.shape.size() != 3)
    throw InputError("{}: expected a shape of three dimensions (channels, height, width)", name);
  for (const int side : array.shape)
    if (side > kLongestSide) throw InputError("{}: dimension {}, expected 1 to {}", name, side, kLongestSide);
  if (array.size() > 1 << 30) throw InputError("{}: an image of {} numbers is too large", name, array.size());

  FloatImage image;
  image.shape = {array.shape[0], array.shape[1], array.shape[2]};
  image.values.resize(static_cast<std::size_t>(image.shape.size()));
  for (std::int64_t i = 0; i < array.size(); ++i)
    image.values[static_cast<std::size_t>(i)] = static_cast<float>(array.at(i));
  return image;
}

}  // namespace bora::data
