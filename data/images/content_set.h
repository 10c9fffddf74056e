// Set of images that are identified by their pixels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/images/dataset.h"

namespace bora::data {

/// Set of images, each identified by the first 63 bits of the SHA-256 of its pixels (8 bits each, CHW).
/// Labels, names and order have no influence. In a set of a million images, some two different ones have the
/// same hash with a probability of about 1e-7.
class ContentSet {
 public:
  ContentSet() = default;
  /// Makes the set of the images of a data set.
  explicit ContentSet(const ImageDataset& images);

  /// Returns the number of distinct images.
  int size() const { return static_cast<int>(hashes_.size()); }
  bool contains(std::span<const std::uint8_t> image) const;
  /// Returns how many of `images` the set contains, counting copies.
  int count(const ImageDataset& images) const;
  /// Returns the number of distinct images in both sets.
  int shared_with(const ContentSet& other) const;
  /// Adds all images of another set.
  void merge(const ContentSet& other);

  /// Returns the set as 8 bytes per image, the same on every machine.
  std::string to_bytes() const;
  /// Restores a set from the bytes that to_bytes() returned. Throws InputError naming `where` for other
  /// bytes.
  static ContentSet from_bytes(const std::string& bytes, const std::string& where);

  bool operator==(const ContentSet&) const = default;

 private:
  std::vector<std::int64_t> hashes_;  // ascending, distinct
};

}  // namespace bora::data
