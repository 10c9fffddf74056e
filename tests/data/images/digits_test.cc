#include "data/images/digits.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "data/files/places.h"
#include "data/images/load.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

// Sets an environment variable for the length of a test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_.empty() ? unsetenv(name_) : setenv(name_, before_.c_str(), 1); }

 private:
  const char* name_;
  std::string before_;
};

TEST(Digits, AreSearchedInTheUsersFolderThenInstalledThenInTheCache) {
  const Variable data("BORA_DATA_DIR", "/own"), cache("XDG_CACHE_HOME", "/cache"), home("HOME", "/home/me");
  auto found = places("x", {"/installed/x"});
  EXPECT_EQ(found, std::vector<std::filesystem::path>({"/own/x", "/installed/x", "/cache/bora/x"}));
  const Variable no_cache("XDG_CACHE_HOME", ""), no_data("BORA_DATA_DIR", "");
  found = places("x", {"/installed/x"});
  EXPECT_EQ(found, std::vector<std::filesystem::path>({"/installed/x", "/home/me/.cache/bora/x"}));
}

TEST(Digits, TakeTheUsersSheetFirst) {
  const testing::TemporaryFolder folder;
  std::vector<std::uint8_t> sheet(2000 * 1000, 0);
  sheet[0] = 200;              // first digit's top left corner
  sheet[1999999] = 100;        // last digit's bottom right corner
  sheet[20 * 2000 + 20] = 50;  // second row of cells, second column
  write_png(folder / "digits.png", sheet, {1, 1000, 2000});
  const Variable data("BORA_DATA_DIR", folder.path().string());
  const ImageDataset dataset = load_dataset("digits", Part::all);
  EXPECT_EQ(dataset.source, (folder / "digits.png").string());
  EXPECT_EQ(dataset.image(0)[4 * 28 + 4], 200);
  EXPECT_EQ(dataset.image(4999)[23 * 28 + 23], 100);
  EXPECT_EQ(dataset.image(101)[4 * 28 + 4], 50);
  EXPECT_EQ(std::ranges::count(dataset.pixels, 0), 5000 * 784 - 3);
  EXPECT_EQ(dataset.class_name(7), "7");
}

TEST(Digits, MayBeGzippedAsDebianMayInstallThem) {
  const testing::TemporaryFolder folder;
  const auto png = encode_png(std::vector<std::uint8_t>(2000 * 1000, 1), {1, 1000, 2000});
  testing::write_bytes(folder / "digits.png.gz", testing::gzip(png));
  EXPECT_EQ(load_dataset((folder / "digits.png.gz").string(), Part::all).size(), 5000);
}

TEST(Digits, ArePartsDrawnFromTheSheetWhateverItsName) {
  const testing::TemporaryFolder folder;
  const auto png = encode_png(std::vector<std::uint8_t>(2000 * 1000, 1), {1, 1000, 2000});
  testing::write_bytes(folder / "digits.png.gz", testing::gzip(png));
  testing::write_bytes(folder / "mine.png", png);
  write_png(folder / "digits.png", std::vector<std::uint8_t>(28 * 28, 1), {1, 28, 28});
  EXPECT_TRUE(parts_are_drawn((folder / "digits.png.gz").string()));
  EXPECT_TRUE(parts_are_drawn((folder / "mine.png").string()));
  EXPECT_FALSE(parts_are_drawn((folder / "digits.png").string())) << "one image";
  EXPECT_FALSE(parts_are_drawn((folder / "none.png").string()));
}

TEST(Digits, NameThePackageToInstall) {
  testing::expect_input_error([] { find_digits_sheet({"/nowhere/digits.png"}); }, "digits", "opencv-doc",
                              "tools/setup", "BORA_DATA_DIR");
}

TEST(Digits, RefuseASheetOfAnotherSize) {
  const testing::TemporaryFolder folder;
  write_png(folder / "digits.png", std::vector<std::uint8_t>(200), {1, 10, 20});
  const Variable data("BORA_DATA_DIR", folder.path().string());
  testing::expect_input_error([] { load_dataset("digits", Part::all); }, "digits.png",
                              "1x10x20, expected the digits sheet's 1x1000x2000");
}

}  // namespace
}  // namespace bora::data
