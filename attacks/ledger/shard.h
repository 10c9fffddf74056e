// A run's share of a plan that several machines work on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bora {

/// Shard `number` of `count`: of all inputs of the data, those whose position is number - 1 modulo count. An
/// input is in one shard with all its instances, since these are not independent of each other; and which one
/// depends on its position alone, not on what a victim says to it.
struct Shard {
  int number = 1;  ///< from 1 to count
  int count = 1;

  bool holds(std::int64_t input) const { return input % count == number - 1; }
  std::string text() const;  ///< "3/16"
  bool operator==(const Shard&) const = default;
};

/// More would be too many folders to merge.
inline constexpr int kMostShards = 10000;

/// "3/16". Throws InputError that begins with `where` unless it is K/N with 1 <= K <= N <= kMostShards.
Shard parse_shard(std::string_view text, const std::string& where);

}  // namespace bora
