#include "surrogates/kernels/graph/label_dictionary.h"

#include <algorithm>

namespace bora::surrogates {
namespace {

// Returns a hash in which every bit depends on every bit of x (Stafford's variant 13 of the finaliser of
// MurmurHash3).
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

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

LabelDictionary::Key LabelDictionary::key_of(std::span<const int> signature) {
  constexpr std::uint64_t kOne = 0x9e3779b97f4a7c15ULL, kOther = 0xd1b54a32d192ed03ULL;
  // Hashes of the neighbours are added, so that their order has no effect.
  Key sum{signature.size(), signature.size()};
  for (const int value : signature.subspan(1)) {
    const auto label = static_cast<std::uint32_t>(value);
    sum.first += mix(label * kOne + kOther);
    sum.second += mix(label * kOther + kOne);
  }
  const auto own = static_cast<std::uint32_t>(signature.front());
  return {mix(sum.first ^ mix(own * kOther)), mix(sum.second ^ mix(own * kOne))};
}

int LabelDictionary::find(std::span<const int> signature) const {
  const auto found = numbers_.find(key_of(signature));
  return found == numbers_.end() ? kUnknown : found->second;
}

int LabelDictionary::intern(std::span<const int> signature) {
  return numbers_.try_emplace(key_of(signature), size()).first->second;
}

}  // namespace bora::surrogates
