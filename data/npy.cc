// NumPy's .npy, format version 1.0 to 3.0: magic, version, header length, header (a Python dictionary),
// values.
#include <bit>
#include <charconv>
#include <cstring>
#include <regex>
#include <stdexcept>

#include "common/error.h"
#include "common/whole_file.h"
#include "data/file.h"
#include "data/image_io.h"

namespace bora {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as they lie in memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kPrefix = 10;     // magic, two version bytes, two length bytes
constexpr std::size_t kAlignment = 64;  // of the values within the file

int parse_dimension(const std::string& digits, const std::string& name) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || value < 1 || value > 1 << 15)
    throw InputError("{}: dimension {}, expected 1 to {}", name, digits, 1 << 15);
  return value;
}

ImageShape parse_header(const std::string& header, const std::string& name) {
  static const std::regex type("'descr' *: *'([^']*)'");
  static const std::regex order("'fortran_order' *: *(True|False)");
  static const std::regex shape("'shape' *: *\\(([0-9]+), *([0-9]+), *([0-9]+),?\\)");
  std::smatch match;
  if (!std::regex_search(header, match, type) || match[1] != "<f4")
    throw InputError("{}: element type {}, expected little-endian float32 ('<f4')", name,
                     match.empty() ? std::string("missing") : match[1].str());
  if (!std::regex_search(header, match, order) || match[1] != "False")
    throw InputError("{}: not in C order, expected 'fortran_order': False", name);
  if (!std::regex_search(header, match, shape))
    throw InputError("{}: expected a shape of three dimensions (channels, height, width)", name);
  const ImageShape found = {parse_dimension(match[1], name), parse_dimension(match[2], name),
                            parse_dimension(match[3], name)};
  if (std::int64_t{found.channels} * found.height * found.width > 1 << 30)
    throw InputError("{}: an image of {} is too large", name, to_string(found));
  return found;
}

}  // namespace

void write_npy(const std::filesystem::path& path, std::span<const float> values, const ImageShape& shape) {
  if (values.size() != static_cast<std::size_t>(shape.size()))
    throw std::invalid_argument(
        fmt::format("{} values given for an image of {}", values.size(), to_string(shape)));
  std::string header = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}, {}), }}",
                                   shape.channels, shape.height, shape.width);
  while ((kPrefix + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';

  std::string file(kMagic);
  file += {1, 0, static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  file += header;
  std::vector<std::uint8_t> bytes(file.size() + values.size_bytes());
  std::memcpy(bytes.data(), file.data(), file.size());
  if (!values.empty()) std::memcpy(bytes.data() + file.size(), values.data(), values.size_bytes());
  write_whole_file(path, bytes);
}

FloatImage read_npy(const std::filesystem::path& path) {
  const std::string name = path.string();
  const auto bytes = read_complete_file(path);
  if (bytes.size() < kPrefix + 2 || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    throw InputError("{}: is not a NumPy .npy file", name);
  const int version = bytes[6];
  if (version < 1 || version > 3) throw InputError("{}: .npy version {}, expected 1 to 3", name, version);
  std::size_t start = kPrefix;
  std::size_t length = bytes[8] | bytes[9] << 8;
  if (version > 1) {  // four length bytes instead of two
    start += 2;
    length |= static_cast<std::size_t>(bytes[10]) << 16 | static_cast<std::size_t>(bytes[11]) << 24;
  }
  // A header is some eighty bytes; the bound keeps a damaged length from the regular expressions.
  if (length > 4096 || length > bytes.size() - start)
    throw InputError("{}: damaged .npy header of {} bytes", name, length);
  const std::string header(bytes.begin() + start, bytes.begin() + start + length);

  FloatImage image;
  image.shape = parse_header(header, name);
  const std::size_t expected = start + length + image.shape.size() * sizeof(float);
  if (bytes.size() != expected)
    throw InputError("{}: {} bytes expected for {} floats, {} found", name, expected, to_string(image.shape),
                     bytes.size());
  image.values.resize(image.shape.size());
  std::memcpy(image.values.data(), bytes.data() + start + length, image.values.size() * sizeof(float));
  return image;
}

}  // namespace bora
