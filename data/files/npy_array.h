// Arrays in NumPy's .npy format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bora::data {

/// Array in a file whose content the caller holds.
struct NpyArray {
  std::string type;         ///< type as NumPy names it: "|u1", "<f4", ...; little-endian
  std::vector<int> shape;   ///< length of each side, 1 to 2^30; empty: the array is a single number
  std::string_view values;  ///< elements in the parsed text
  bool fortran = false;     ///< whether the elements are in Fortran order, else in C order

  std::int64_t size() const;  ///< number of elements
  /// Returns element `i` in C order of an array of numbers.
  double at(std::int64_t i) const;
  /// Returns whether the elements are texts ("<U3", "|S3").
  bool holds_texts() const;
  /// Returns element `i` of an array of texts, with '?' for characters that are not ASCII.
  std::string text_at(std::int64_t i) const;
};

/// Parses an array of format versions 1.0 to 3.0. `text` must outlive the array. name: beginning of messages;
/// texts: whether an array of texts is accepted, too. Throws InputError unless `text` is a complete array of
/// booleans, integers or floating-point numbers of 16 to 64 bits, or of accepted texts.
NpyArray parse_npy(std::string_view text, const std::string& name, bool texts = false);

/// Returns the beginning of a .npy file of format version 1.0, to which the values in C order can be
/// appended.
std::string npy_header(const std::string& type, const std::vector<int>& shape);

}  // namespace bora::data
