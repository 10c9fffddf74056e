// Every reader, given its seeds, their beginnings, and changed bytes: it reads them or refuses them with one
// line. tools/fuzz gives the same readers a million inputs each.
#include <gtest/gtest.h>

#include "common/random.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

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
  Rng rng(7);
  expect_no_fault("");
  for (const std::string& seed : GetParam().seeds()) {
    for (int cut = 1; cut < kCuts; ++cut) expect_no_fault(seed.substr(0, seed.size() * cut / kCuts));
    for (int change = 0; change < kChanges; ++change) {
      std::string changed = seed;
      for (int bytes = 1 + rng.index(3); bytes > 0; --bytes)
        changed[static_cast<std::size_t>(rng.index(static_cast<int>(seed.size())))] =
            static_cast<char>(rng.index(256));
      expect_no_fault(changed);
    }
  }
}

}  // namespace
}  // namespace bora::fuzz
