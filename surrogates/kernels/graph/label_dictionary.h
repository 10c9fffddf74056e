// Numbers for what labels are made of.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace bora {

/// Numbers for sequences. Grows; a number once given stays.
class SequenceDictionary {
 public:
  static constexpr int kUnknown = -1;

  int find(std::span<const int> sequence) const;  ///< kUnknown if it has none
  int intern(std::span<const int> sequence);
  int size() const { return static_cast<int>(numbers_.size()); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::span<const int> sequence) const;
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(std::span<const int> a, std::span<const int> b) const;
  };
  std::unordered_map<std::vector<int>, int, Hash, Equal> numbers_;
};

/// Numbers for labels: of nodes as they are (iteration 0 of Weisfeiler-Lehman), and of a label with the
/// multiset of its neighbours' labels (each further iteration). Grows; a number once given stays. Since
/// numbers of different iterations differ, one table holds all.
class LabelDictionary {
 public:
  static constexpr int kUnknown = -1;

  /// signature: for iteration 0 -1 and the label; else the node's own number, then those of its neighbours in
  /// any order. They are not put in order, which is what searches of edits would spend most of their time on:
  /// the hash does not depend on it.
  int find(std::span<const int> signature) const;  ///< kUnknown if it has none
  int intern(std::span<const int> signature);
  int size() const { return static_cast<int>(numbers_.size()); }

 private:
  struct Entry {
    std::vector<int> signature;  // as it was first met
    int number = 0;
  };
  struct AsIs {
    std::size_t operator()(std::uint64_t hash) const { return hash; }
  };
  static std::uint64_t hash_of(std::span<const int> signature);
  static bool same(std::span<const int> a, std::span<const int> b);
  int find(std::uint64_t hash, std::span<const int> signature) const;

  std::unordered_multimap<std::uint64_t, Entry, AsIs> numbers_;
};

}  // namespace bora
