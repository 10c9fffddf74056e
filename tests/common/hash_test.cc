#include "common/hash.h"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora {
namespace {

std::string sha256_of(const std::string& text) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder / "file", std::ios::binary) << text;
  return sha256_file(folder / "file");
}

// The examples of FIPS 180-2, appendix B, and the empty message.
TEST(Sha256File, AgreesWithTheStandardsExamples) {
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  // The size exceeds that of the read buffer and is no multiple of it.
  EXPECT_EQ(sha256_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, IsTheSameForBytesAndAFile) {
  for (const std::string text : {"", "abc"}) EXPECT_EQ(sha256(text), sha256_of(text));
}

TEST(Sha256File, RefusesWhatCannotBeRead) {
  const testing::TemporaryFolder folder;
  testing::expect_input_error([&] { sha256_file(folder / "absent"); }, "absent");
  testing::expect_input_error([&] { sha256_file(folder.path()); }, folder.path().string());
}

TEST(ShortHash, IsTheFirst63Bits) {
  EXPECT_EQ(short_hash("abc", 3), static_cast<std::int64_t>(0xba7816bf8f01cfeaULL >> 1));
  EXPECT_EQ(short_hash(nullptr, 0), static_cast<std::int64_t>(0xe3b0c44298fc1c14ULL >> 1));
}

TEST(ShortHash, DiffersForOneBitAndIsNeverNegative) {
  std::vector<unsigned char> bytes(100, 0);
  const std::int64_t zero = short_hash(bytes.data(), bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= 1;
    EXPECT_NE(short_hash(bytes.data(), bytes.size()), zero);
    EXPECT_GE(short_hash(bytes.data(), bytes.size()), 0);
    bytes[i] ^= 1;
  }
}

}  // namespace
}  // namespace bora
