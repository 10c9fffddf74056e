// Images of a data set, identified by content, whatever its files are called and wherever they are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/images/dataset.h"

namespace bora::data {

/// Set of a data set's images, each identified by the first 63 bits of the SHA-256 of its pixels (8 bits
/// each, CHW). Labels, names and order do not count. In sets of a million images, two different ones are
/// confused with a probability of about 1e-7.
class ContentSet {
 public:
  ContentSet() = default;
  explicit ContentSet(const ImageDataset& images);

  /// Returns the number of distinct images.
  int size() const { return static_cast<int>(hashes_.size()); }
  bool contains(std::span<const std::uint8_t> image) const;
  /// Returns how many of `images` the set contains, copies included.
  int count(const ImageDataset& images) const;
  /// Returns the number of images that both sets hold.
  int shared_with(const ContentSet& other) const;
  /// Adds all images of another set.
  void merge(const ContentSet& other);

  /// Returns 8 bytes per image, the same on every machine.
  std::string to_bytes() const;
  /// Reads the bytes that to_bytes returned. Throws InputError naming `where` for any other bytes.
  static ContentSet from_bytes(const std::string& bytes, const std::string& where);

  bool operator==(const ContentSet&) const = default;

 private:
  std::vector<std::int64_t> hashes_;  // ascending, each once
};

}  // namespace bora::data
