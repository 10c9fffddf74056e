#include "data/files/bundle.h"

#include <filesystem>

#include <zip.h>

#include <gtest/gtest.h>

#include "data/graph_samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

TEST(Bundle, RefusesAnArchiveThatUnpacksToTooMuch) {
  const testing::TemporaryFolder folder;
  testing::write_zip(folder / "bomb.zip",
                     {{"a.txt", std::string(1 << 20, '0')}, {"b.txt", std::string(1 << 20, '0')}});
  EXPECT_LT(std::filesystem::file_size(folder / "bomb.zip"), 10000u);
  const auto exact = open_bundle(folder / "bomb.zip", 2 << 20);
  EXPECT_EQ(exact->read("a.txt").size() + exact->read("b.txt").size(), 2u << 20);
  const auto bundle = open_bundle(folder / "bomb.zip", (2 << 20) - 1);
  EXPECT_EQ(bundle->read("a.txt").size(), 1u << 20);
  testing::expect_input_error([&] { bundle->read("b.txt"); }, "bomb.zip: unpacks to more than 2097151 bytes");
}

TEST(Bundle, ListsFilesInOrderWithoutHiddenOnesAndFolders) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "set");
  testing::write_files(folder / "set", {{"b.txt", "B"}, {"a.txt", ""}, {".hidden", "x"}});
  std::filesystem::create_directory(folder / "set" / "below");
  const auto files = open_bundle(folder / "set");
  EXPECT_EQ(files->names(), std::vector<std::string>({"a.txt", "b.txt"}));
  EXPECT_EQ(files->read("a.txt"), "");
  EXPECT_EQ(files->read("b.txt"), "B");

  testing::write_zip(folder / "set.zip",
                     {{"z/b.txt", "B"}, {"a.txt", ""}, {"z/.hidden", "x"}, {"empty/", ""}});
  const auto archive = open_bundle(folder / "set.zip");
  EXPECT_EQ(archive->names(), std::vector<std::string>({"a.txt", "z/b.txt"}));
  EXPECT_EQ(archive->read("a.txt"), "");
  EXPECT_EQ(archive->read("z/b.txt"), "B");
}

TEST(Bundle, RefusesAnEncryptedFileWithItsName) {
  const testing::TemporaryFolder folder;
  testing::write_zip(folder / "s.zip", {{"a.txt", "secret"}});
  zip_t* archive = zip_open((folder / "s.zip").c_str(), 0, nullptr);
  ASSERT_NE(archive, nullptr);
  ASSERT_EQ(zip_file_set_encryption(archive, 0, ZIP_EM_AES_256, "word"), 0);
  ASSERT_EQ(zip_close(archive), 0);
  const auto bundle = open_bundle(folder / "s.zip");
  testing::expect_input_error([&] { bundle->read("a.txt"); }, "s.zip: a.txt: cannot be unpacked");
}

TEST(Bundle, MessagesAreOneLineWhateverTheNames) {
  const testing::TemporaryFolder folder;
  testing::write_zip(folder / "s.zip", {{"a\nb.txt", ""}});
  EXPECT_EQ(open_bundle(folder / "s.zip")->where("a\nb.txt"), (folder / "s.zip: a?b.txt").string());
}

}  // namespace
}  // namespace bora::data
