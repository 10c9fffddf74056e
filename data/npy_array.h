// NumPy's .npy: an array of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bora {

/// As it lies in the file, little-endian.
struct NpyArray {
  std::string type;         ///< as NumPy writes it: "|u1", "<f4", ...
  std::vector<int> shape;   ///< sides, 1 to 2^30 each; none: a single number
  std::string_view values;  ///< of the text that was parsed
  bool fortran = false;     ///< whether the first side is the fastest in the file, instead of the last

  std::int64_t size() const;  ///< numbers
  /// Number `i` in C order, of any type that parse_npy lets in.
  double at(std::int64_t i) const;
  /// Whether it holds texts ("<U3", "|S3"), of which text_at() gives number `i`; '?' for what is not ASCII.
  bool holds_texts() const;
  std::string text_at(std::int64_t i) const;
};

/// Format versions 1.0 to 3.0. `name` stands before every message. Throws InputError for what is no whole
/// such array of booleans, whole or floating-point numbers of 16 to 64 bits, or, where `texts`, of texts.
NpyArray parse_npy(std::string_view text, const std::string& name, bool texts = false);

/// The other way: magic, version 1.0 and header, so that values can follow.
std::string npy_header(const std::string& type, const std::vector<int>& shape);

}  // namespace bora
