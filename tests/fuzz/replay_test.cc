// Every reader, given its seeds, their beginnings, and changed bytes: it reads them or refuses them with one
// line. tools/fuzz gives the same readers a million inputs each. BORA_REPLAYS=N: so many changes of each
// seed.
#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "common/number.h"
#include "common/random.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

// Changes a byte, or removes or repeats a few.
void damage(std::string& bytes, Rng& rng) {
  constexpr int kMost = 8;
  if (bytes.empty()) return;
  const auto at = static_cast<std::size_t>(rng.index(static_cast<int>(bytes.size())));
  const std::size_t count =
      std::min<std::size_t>(1 + static_cast<std::size_t>(rng.index(kMost)), bytes.size() - at);
  switch (rng.index(4)) {
    case 0:
      bytes.erase(at, count);
      break;
    case 1:
      bytes.insert(at, bytes.substr(at, count));
      break;
    default:
      bytes[at] = static_cast<char>(rng.index(256));
  }
}

class FuzzedReader : public ::testing::TestWithParam<Reader> {
 protected:
  static void expect_no_fault(const std::string& bytes) { EXPECT_EQ(fault_of(GetParam(), bytes), ""); }
};
INSTANTIATE_TEST_SUITE_P(Readers, FuzzedReader, ::testing::ValuesIn(readers()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(FuzzedReader, ReadsOneOfItsSeeds) {
  bool any = false;
  for (const std::string& seed : GetParam().seeds()) {
    EXPECT_EQ(fault_of(GetParam(), seed), "");
    try {
      GetParam().read(seed);
      any = true;
    } catch (const std::exception&) {
      // Some seeds are refused, such as a server's answer that it is busy.
    }
  }
  EXPECT_TRUE(any);
}

TEST_P(FuzzedReader, RefusesDamagedSeedsInOneLine) {
  constexpr int kCuts = 8, kChanges = 24;
  const char* const asked = std::getenv("BORA_REPLAYS");
  const int changes = to_number<int>(asked != nullptr ? asked : "").value_or(kChanges);
  Rng rng(7);
  expect_no_fault("");
  for (const std::string& seed : GetParam().seeds()) {
    for (int cut = 1; cut < kCuts; ++cut) expect_no_fault(seed.substr(0, seed.size() * cut / kCuts));
    for (int change = 0; change < changes; ++change) {
      std::string changed = seed;
      for (int steps = 1 + rng.index(3); steps > 0; --steps) damage(changed, rng);
      expect_no_fault(changed);
    }
  }
}

}  // namespace
}  // namespace bora::fuzz
