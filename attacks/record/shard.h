// Share of a run's inputs, for runs that several machines make together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/layers.h"

namespace bora::attacks {

/// Shard `number` of `count`: the inputs whose position in the data is number - 1 modulo count. All instances
/// of an input are in the same shard, because they are not independent of each other. The shard of an input
/// depends only on its position, not on the victim's answer.
struct Shard {
  int number = 1;  ///< from 1 to count
  int count = 1;

  /// Returns whether the input at this position is in the shard.
  bool holds(std::int64_t input) const { return input % count == number - 1; }
  std::string text() const;  ///< text such as "3/16", which parse_shard() reads
  bool operator==(const Shard&) const = default;
};

/// Largest number of shards, so that merging does not open too many files.
inline constexpr int kMostShards = 10000;

/// Parses a shard, which is written as "3/16". Throws InputError that begins with `where` unless the text is
/// K/N with 1 <= K <= N <= kMostShards.
Shard parse_shard(std::string_view text, const std::string& where);

}  // namespace bora::attacks
