#include "common/files/config_file.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace bora {
namespace {

TEST(ConfigFile, IsReadWithoutCommentsBlanksAndQuotes) {
  std::istringstream in(
      "\xef\xbb\xbf# a comment\r\n\n data=a = b \n; another\nempty =\"\"\nno value\nquoted = \" c\"\r\n");
  const std::vector<ConfigLine> lines = read_config_lines(in);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].number, 3);
  EXPECT_EQ(lines[0].name, "data");
  EXPECT_EQ(lines[0].value, "a = b");
  EXPECT_EQ(lines[1].name, "empty");
  EXPECT_EQ(lines[1].value, "");
  EXPECT_EQ(lines[2].text, "no value");
  EXPECT_EQ(lines[2].name, "");
  EXPECT_EQ(lines[3].value, " c");
}

TEST(ConfigFile, HasTheOptionsOfARun) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(option_in_config(folder.path(), "data"), "") << "no file";
  std::ofstream(folder / "config.ini") << "data-part = test\ndata = digits\n";
  EXPECT_EQ(option_in_config(folder.path(), "data"), "digits");
  EXPECT_EQ(option_in_config(folder.path(), "part"), "");
}

}  // namespace
}  // namespace bora
