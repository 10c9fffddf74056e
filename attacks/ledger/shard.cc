#include "attacks/ledger/shard.h"

#include <charconv>

#include "common/error.h"
#include "common/text.h"

namespace bora {

std::string Shard::text() const {
  return fmt::format("{}/{}", number, count);
}

Shard parse_shard(std::string_view text, const std::string& where) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, shard.number);
  const bool slash = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
  const auto count = slash ? std::from_chars(number.ptr + 1, end, shard.count) : number;
  if (!slash || count.ec != std::errc() || count.ptr != end)
    throw InputError("{}: got '{}', expected K/N, the K-th of N shards, e.g. 3/16", where, printable(text));
  if (shard.count < 1 || shard.count > kMostShards)
    throw InputError("{}: got '{}', expected K/N with N from 1 to {}", where, printable(text), kMostShards);
  if (shard.number < 1 || shard.number > shard.count)
    throw InputError("{}: got '{}', but the shards of {} are 1/{} to {}/{}", where, printable(text),
                     shard.count, shard.count, shard.count, shard.count);
  return shard;
}

}  // namespace bora
