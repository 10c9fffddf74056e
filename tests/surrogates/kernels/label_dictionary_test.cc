#include "surrogates/kernels/graph/label_dictionary.h"

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "common/random.h"

namespace bora::surrogates {
namespace {

TEST(LabelDictionary, NumbersMultisetsWhateverTheirOrder) {
  LabelDictionary dictionary;
  std::map<std::vector<int>, int> expected;  // by signatures in order
  Rng rng(1);
  for (int i = 0; i < 5000; ++i) {
    std::vector<int> signature{rng.index(4) - 1};
    // Few values, so that many have the same sum.
    for (int n = rng.index(5); n > 0; --n) signature.push_back(rng.index(5));
    std::vector<int> key = signature, again = signature;
    std::sort(key.begin() + 1, key.end());
    const auto known = expected.find(key);
    EXPECT_EQ(dictionary.find(again), known == expected.end() ? LabelDictionary::kUnknown : known->second);
    const int number = dictionary.intern(signature);
    const int next = static_cast<int>(expected.size());
    EXPECT_EQ(number, expected.try_emplace(key, next).first->second);
    std::reverse(key.begin() + 1, key.end());
    EXPECT_EQ(dictionary.find(key), number);
  }
  EXPECT_EQ(dictionary.size(), static_cast<int>(expected.size()));
}

TEST(SequenceDictionary, NumbersSequencesByTheirOrder) {
  SequenceDictionary dictionary;
  EXPECT_EQ(dictionary.intern(std::vector<int>{1, 2, 3}), 0);
  EXPECT_EQ(dictionary.intern(std::vector<int>{1, 3, 2}), 1);
  EXPECT_EQ(dictionary.intern(std::vector<int>{1, 2, 3}), 0);
  EXPECT_EQ(dictionary.find(std::vector<int>{1, 3, 2}), 1);
  EXPECT_EQ(dictionary.find(std::vector<int>{1}), SequenceDictionary::kUnknown);
  EXPECT_EQ(dictionary.size(), 2);
}

}  // namespace
}  // namespace bora::surrogates
