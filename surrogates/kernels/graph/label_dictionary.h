// Dictionaries that number sequences and Weisfeiler-Lehman labels.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace bora::surrogates {

/// Dictionary that numbers sequences 0, 1, ... in the order of intern(). Numbers never change.
class SequenceDictionary {
 public:
  static constexpr int kUnknown = -1;

  /// Returns the number of a sequence, or kUnknown if it has none; intern() gives it one.
  int find(std::span<const int> sequence) const;
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

/// Dictionary that numbers Weisfeiler-Lehman labels by their signatures. In iteration 0 the signature is the
/// label of the node; in each further iteration it is the number of the node's label and the multiset of the
/// numbers of its neighbours' labels. Numbers never change. One table suffices, since signatures of different
/// iterations differ.
class LabelDictionary {
 public:
  static constexpr int kUnknown = -1;

  /// Returns the number of a signature, or kUnknown if it has none; intern() gives it one. signature: -1 and
  /// the label for iteration 0; otherwise the number of the node, then those of its neighbours in any order.
  /// Signatures are compared by a hash of 128 bits that does not depend on this order, since sorting would
  /// take most of the time of searches for edits. The probability of a collision among a million signatures
  /// is about 1e-27.
  int find(std::span<const int> signature) const;
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
