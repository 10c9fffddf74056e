#include "surrogates/kernels/graph/label_dictionary.h"

#include <algorithm>

namespace bora {

std::size_t SequenceDictionary::Hash::operator()(std::span<const int> sequence) const {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL + sequence.size();
  for (const int value : sequence) {
    hash ^= static_cast<std::uint32_t>(value);
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return hash;
}

bool SequenceDictionary::Equal::operator()(std::span<const int> a, std::span<const int> b) const {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

int SequenceDictionary::find(std::span<const int> sequence) const {
  const auto found = numbers_.find(sequence);
  return found == numbers_.end() ? kUnknown : found->second;
}

int SequenceDictionary::intern(std::span<const int> sequence) {
  if (const int known = find(sequence); known != kUnknown) return known;
  return numbers_.emplace(std::vector<int>(sequence.begin(), sequence.end()), size()).first->second;
}

// Of the first and the sum of the others, each scattered, whose order then does not show.
std::uint64_t LabelDictionary::hash_of(std::span<const int> signature) {
  std::uint64_t sum = signature.size();
  for (const int value : signature.subspan(1)) {
    std::uint64_t scattered = (static_cast<std::uint32_t>(value) + 1) * 0x9e3779b97f4a7c15ULL;
    scattered ^= scattered >> 32;
    sum += scattered * 0xff51afd7ed558ccdULL;
  }
  const std::uint64_t first = static_cast<std::uint32_t>(signature.front()) * 0xc4ceb9fe1a85ec53ULL;
  return (sum ^ (sum >> 29)) * 0xbf58476d1ce4e5b9ULL + first;
}

int LabelDictionary::find(std::uint64_t hash, std::span<const int> signature) const {
  const auto [first, last] = numbers_.equal_range(hash);
  for (auto entry = first; entry != last; ++entry)
    if (same(entry->second.signature, signature)) return entry->second.number;
  return kUnknown;
}

bool LabelDictionary::same(std::span<const int> a, std::span<const int> b) {
  // Nearly always in the same order, that of the neighbours of one node.
  if (std::ranges::equal(a, b)) return true;
  if (a.size() != b.size() || a.front() != b.front()) return false;
  std::vector<int> sorted_a(a.begin() + 1, a.end()), sorted_b(b.begin() + 1, b.end());
  std::ranges::sort(sorted_a);
  std::ranges::sort(sorted_b);
  return sorted_a == sorted_b;
}

int LabelDictionary::find(std::span<const int> signature) const {
  return find(hash_of(signature), signature);
}

int LabelDictionary::intern(std::span<const int> signature) {
  const std::uint64_t hash = hash_of(signature);
  if (const int known = find(hash, signature); known != kUnknown) return known;
  const int number = size();
  numbers_.emplace(hash, Entry{{signature.begin(), signature.end()}, number});
  return number;
}

}  // namespace bora
