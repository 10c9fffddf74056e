#include "attacks/record/shard.h"

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"

namespace bora::attacks {

std::string Shard::text() const {
  return fmt::format("{}/{}", number, count);
}

Shard parse_shard(std::string_view text, const std::string& where) {
  const auto parts = to_numbers<int>(text, '/');
  if (!parts)
    throw InputError("{}: got '{}', expected K/N, the K-th of N shards, e.g. 3/16", where, printable(text));
  const Shard shard{parts->first, parts->second};
  if (shard.count < 1 || shard.count > kMostShards)
    throw InputError("{}: got '{}', expected K/N with N from 1 to {}", where, printable(text), kMostShards);
  if (shard.number < 1 || shard.number > shard.count)
    throw InputError("{}: got '{}', but the shards of {} are 1/{} to {}/{}", where, printable(text),
                     shard.count, shard.count, shard.count, shard.count);
  return shard;
}

}  // namespace bora::attacks
