// Arrays in NumPy's .npy format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bora::data {

/// Array as stored in the file, little-endian.
struct NpyArray {
  std::string type;         ///< as NumPy writes it: "|u1", "<f4", ...
  std::vector<int> shape;   ///< length of each side, 1 to 2^30; empty: the array is a single number
  std::string_view values;  ///< part of the text that was parsed
  bool fortran = false;     ///< whether the first side is the fastest in the file, instead of the last

  std::int64_t size() const;  ///< number of elements
  /// Returns number `i` in C order, of any type that parse_npy accepts.
  double at(std::int64_t i) const;
  /// Returns whether it holds texts ("<U3", "|S3"). text_at() returns text `i`, with '?' for characters that
  /// are not ASCII.
  bool holds_texts() const;
  std::string text_at(std::int64_t i) const;
};

/// Parses format versions 1.0 to 3.0. `name` begins every message. Throws InputError unless the text is a
/// complete array of booleans, integers or floating-point numbers of 16 to 64 bits, or, if `texts`, of texts.
NpyArray parse_npy(std::string_view text, const std::string& name, bool texts = false);

/// Returns magic, version 1.0 and header, which the values can follow.
std::string npy_header(const std::string& type, const std::vector<int>& shape);

}  // namespace bora::data
