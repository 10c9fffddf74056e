#include "data/files/npy_array.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <regex>

#include <Eigen/Core>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"

namespace bora::data {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as they lie in memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kPrefix = 10;     // magic, two version bytes, two length bytes
constexpr std::size_t kAlignment = 64;  // alignment of the values within the file, in bytes
constexpr int kLongestAxis = 1 << 30;

template <typename T>
double number_at(std::string_view values, std::int64_t i) {
  T value;
  std::memcpy(&value, values.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
  return static_cast<double>(value);
}

struct NumberType {
  std::string_view name;
  std::size_t bytes;
  double (*at)(std::string_view, std::int64_t);
};
constexpr NumberType kTypes[] = {
    {"|u1", 1, number_at<std::uint8_t>}, {"|i1", 1, number_at<std::int8_t>},
    {"|b1", 1, number_at<std::uint8_t>}, {"<u2", 2, number_at<std::uint16_t>},
    {"<i2", 2, number_at<std::int16_t>}, {"<u4", 4, number_at<std::uint32_t>},
    {"<i4", 4, number_at<std::int32_t>}, {"<u8", 8, number_at<std::uint64_t>},
    {"<i8", 8, number_at<std::int64_t>}, {"<f4", 4, number_at<float>},
    {"<f8", 8, number_at<double>},       {"<f2", 2, number_at<Eigen::half>},
};

const NumberType* type_of(std::string_view name) {
  for (const NumberType& type : kTypes)
    if (type.name == name) return &type;
  return nullptr;
}

// Returns the sizes in bytes of a character and of a text of this type: 4 and 12 for "<U3", 1 and 3 for
// "|S3", 0 and 0 for other types.
std::pair<std::size_t, std::size_t> text_bytes(std::string_view name) {
  constexpr std::size_t kLongest = 1 << 16;
  const std::size_t character = name.starts_with("<U") ? 4 : 1;
  if (character != 4 && !name.starts_with("|S")) return {0, 0};
  const auto length = to_number<std::size_t>(name.substr(2), 1, kLongest);
  return length ? std::pair{character, character * *length} : std::pair<std::size_t, std::size_t>{0, 0};
}

// Parses the shape in "(2, 3)", "(2,)" or "()". text: without the parentheses.
std::vector<int> parse_sides(const std::string& text, const std::string& name) {
  std::vector<int> sides;
  for (const std::string& part : split(text, ',')) {
    const std::string digits = trimmed(part);
    if (digits.empty()) continue;  // after the last comma
    sides.push_back(parse_number<int>(digits, name + ": dimension", 0, kLongestAxis));
  }
  if (std::ranges::count(sides, 0) > 0)
    throw InputError("{}: is empty: its shape is ({})", name, trimmed(text));
  return sides;
}

}  // namespace

std::int64_t NpyArray::size() const {
  std::int64_t size = 1;
  for (const int side : shape) size *= side;
  return size;
}

double NpyArray::at(std::int64_t i) const {
  if (!fortran) return type_of(type)->at(values, i);
  std::int64_t place = 0, stride = size();
  for (auto side = shape.rbegin(); side != shape.rend(); ++side) {
    stride /= *side;
    place += i % *side * stride;
    i /= *side;
  }
  return type_of(type)->at(values, place);
}

bool NpyArray::holds_texts() const {
  return text_bytes(type).second > 0;
}

std::string NpyArray::text_at(std::int64_t i) const {
  const auto [character, bytes] = text_bytes(type);
  const std::string_view own = values.substr(static_cast<std::size_t>(i) * bytes, bytes);
  std::string out;
  for (std::size_t at = 0; at < own.size(); at += character) {
    std::uint32_t code = static_cast<unsigned char>(own[at]);
    if (character == 4) std::memcpy(&code, own.data() + at, 4);
    out += code < 128 ? static_cast<char>(code) : '?';
  }
  out.erase(out.find_last_not_of('\0') + 1);  // removes the padding
  return out;
}

NpyArray parse_npy(std::string_view text, const std::string& name, bool texts) {
  if (text.size() < kPrefix + 2 || !text.starts_with(kMagic))
    throw InputError("{}: is not a NumPy .npy file", name);
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(text[at]));
  };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) throw InputError("{}: .npy version {}, expected 1 to 3", name, version);
  std::size_t start = kPrefix;
  std::size_t length = byte(8) | byte(9) << 8;
  if (version > 1) {  // four length bytes instead of two
    start += 2;
    length |= byte(10) << 16 | byte(11) << 24;
  }
  // A header has about eighty bytes. The bound protects the regular expressions from a damaged length.
  if (length > 4096 || length > text.size() - start)
    throw InputError("{}: damaged .npy header of {} bytes", name, length);
  const std::string header(text.substr(start, length));

  static const std::regex type("'descr' *: *'([^']*)'");
  static const std::regex order("'fortran_order' *: *(True|False)");
  static const std::regex shape("'shape' *: *\\(([0-9, ]*)\\)");
  std::smatch match;
  if (!std::regex_search(header, match, type))
    throw InputError("{}: element type missing, expected numbers", name);
  NpyArray array;
  array.type = match[1].str();
  const NumberType* const known = type_of(array.type);
  std::size_t bytes = texts ? text_bytes(array.type).second : 0;
  if (known != nullptr) bytes = known->bytes;
  if (bytes == 0)
    throw InputError(
        "{}: element type {}, expected little-endian whole numbers or floats of 16, 32 or 64 bits", name,
        printable(array.type));
  if (!std::regex_search(header, match, order))
    throw InputError("{}: has no 'fortran_order': True or False", name);
  array.fortran = match[1] == "True";
  if (!std::regex_search(header, match, shape)) throw InputError("{}: has no shape", name);
  array.shape = parse_sides(match[1].str(), name);

  std::int64_t size = 1;
  for (const int side : array.shape) {
    if (size > (std::int64_t{1} << 40) / side)
      throw InputError("{}: of {} times {} numbers or more is too large", name, size, side);
    size *= side;
  }
  const std::uint64_t expected = start + length + static_cast<std::uint64_t>(size) * bytes;
  if (text.size() != expected)
    throw InputError("{}: {} bytes expected for {} numbers, {} found", name, expected, size, text.size());
  array.values = text.substr(start + length);
  return array;
}

std::string npy_header(const std::string& type, const std::vector<int>& shape) {
  std::vector<std::string> sides;
  for (const int side : shape) sides.push_back(std::to_string(side));
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   join(sides), shape.size() == 1 ? "," : "");
  while ((kPrefix + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';
  std::string start(kMagic);
  start += {1, 0, static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  return start + header;
}

}  // namespace bora::data
