// Seeded random numbers. Generators are passed as arguments; there is no global one.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace bora {

/// Mixes a value into a seed (splitmix64's finaliser): neighbouring seeds give unrelated streams.
inline std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15ULL * (value + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

inline std::uint64_t mix_seed(std::uint64_t seed, std::string_view text) {
  for (const char c : text) seed = mix_seed(seed, static_cast<unsigned char>(c));
  return seed;
}

/// Generator of random numbers. The engine's output is fixed by the C++ standard, and the distributions below
/// are our own or Boost's, so a seed gives the same numbers with every standard library.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : engine_(seed) {}

  /// Draws uniformly from [0, 1), with 53 random bits.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Draws from N(0, 1).
  double normal();
  /// Draws from the gamma distribution of this shape, > 0, and scale 1.
  double gamma(double shape);
  /// Returns an integer that is drawn uniformly from {0, ..., n-1}, n >= 1, with a bias below n / 2^64.
  int index(int n) {
    return static_cast<int>((static_cast<unsigned __int128>(engine_()) * static_cast<std::uint64_t>(n)) >>
                            64);
  }
  /// Draws -1 or +1.
  int sign() { return (engine_() >> 63) != 0 ? 1 : -1; }
  /// Draws 64 random bits.
  std::uint64_t bits() { return engine_(); }

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (int i = static_cast<int>(items.size()) - 1; i > 0; --i) std::swap(items[i], items[index(i + 1)]);
  }
  /// Draws one of the permutations of 0, ..., n-1.
  std::vector<int> permutation(int n) {
    std::vector<int> order(n);
    for (int i = 0; i < n; ++i) order[i] = i;
    shuffle(order);
    return order;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace bora
