#include "data/images/content_set.h"

#include <algorithm>
#include <iterator>

#include "common/error.h"
#include "common/hash.h"

namespace bora::data {
namespace {

constexpr int kBytes = 8;  // bytes of a hash, the highest first

}  // namespace

ContentSet::ContentSet(const ImageDataset& images) {
  hashes_.reserve(images.labels.size());
  for (int i = 0; i < images.size(); ++i)
    hashes_.push_back(short_hash(images.image(i).data(), images.image(i).size()));
  std::ranges::sort(hashes_);
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
}

bool ContentSet::contains(std::span<const std::uint8_t> image) const {
  return std::ranges::binary_search(hashes_, short_hash(image.data(), image.size()));
}

int ContentSet::count(const ImageDataset& images) const {
  int known = 0;
  for (int i = 0; i < images.size(); ++i) known += contains(images.image(i)) ? 1 : 0;
  return known;
}

int ContentSet::shared_with(const ContentSet& other) const {
  std::vector<std::int64_t> shared;
  std::ranges::set_intersection(hashes_, other.hashes_, std::back_inserter(shared));
  return static_cast<int>(shared.size());
}

void ContentSet::merge(const ContentSet& other) {
  std::vector<std::int64_t> both;
  std::ranges::set_union(hashes_, other.hashes_, std::back_inserter(both));
  hashes_ = std::move(both);
}

std::string ContentSet::to_bytes() const {
  std::string bytes;
  bytes.reserve(hashes_.size() * kBytes);
  for (const std::int64_t hash : hashes_)
    for (int shift = 8 * (kBytes - 1); shift >= 0; shift -= 8) bytes += static_cast<char>(hash >> shift);
  return bytes;
}

ContentSet ContentSet::from_bytes(const std::string& bytes, const std::string& where) {
  ContentSet set;
  for (std::size_t at = 0; at + kBytes <= bytes.size(); at += kBytes) {
    std::uint64_t hash = 0;
    for (int i = 0; i < kBytes; ++i) hash = hash << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    set.hashes_.push_back(static_cast<std::int64_t>(hash));
  }
  const bool ascending =
      std::ranges::adjacent_find(set.hashes_, std::ranges::greater_equal{}) == set.hashes_.end();
  if (bytes.size() % kBytes != 0 || !ascending)
    throw InputError("{}: expected hashes of {} bytes in ascending order", where, kBytes);
  return set;
}

}  // namespace bora::data
