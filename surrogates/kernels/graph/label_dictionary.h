// Dictionaries that give numbers to sequences and to labels of nodes.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace bora::surrogates {

/// Dictionary that numbers sequences; a number stays the same as the dictionary grows.
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

/// Dictionary that numbers labels: labels of nodes (iteration 0 of Weisfeiler-Lehman), and a label with the
/// multiset of its neighbours' labels (each further iteration). A number stays the same as the dictionary
/// grows. Since numbers of different iterations differ, one table holds all.
class LabelDictionary {
 public:
  static constexpr int kUnknown = -1;

  /// Returns the number of a signature. signature: -1 and the label for iteration 0; else the node's own
  /// number, then those of its neighbours in any order. Signatures are compared by 128 bits that do not
  /// depend on this order, since sorting would take most of the time of searches for edits; the probability
  /// that any two of a million are equal is about 1e-27.
  int find(std::span<const int> signature) const;  ///< kUnknown if it has none
  int intern(std::span<const int> signature);
  int size() const { return static_cast<int>(numbers_.size()); }

 private:
  struct Key {
    std::uint64_t first = 0, second = 0;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.first; }
  };
  static Key key_of(std::span<const int> signature);

  std::unordered_map<Key, int, Hash> numbers_;
};

}  // namespace bora::surrogates
