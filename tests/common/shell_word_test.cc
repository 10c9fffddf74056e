// Tests of quoting for a shell.
#include "common/process/shell_word.h"

#include <array>
#include <cstdio>

#include <gtest/gtest.h>

namespace bora {
namespace {

TEST(ShellWord, LeavesPlainWordsAsTheyAre) {
  EXPECT_EQ(shell_quoted("--out=runs/mnist-1.pt"), "--out=runs/mnist-1.pt");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("my data"), "'my data'");
}

// Lets a shell print the words.
TEST(ShellWord, AShellReadsBackEveryWord) {
  const std::vector<std::string> words{"printf", "%s|", "my data", "it's", "$HOME `ls` \"x\" \\ * ?",
                                       "",       "~"};
  std::FILE* const pipe = ::popen(shell_command(words).c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::array<char, 256> buffer{};
  const std::size_t read = std::fread(buffer.data(), 1, buffer.size(), pipe);
  ::pclose(pipe);
  std::string expected;
  for (std::size_t i = 2; i < words.size(); ++i) expected += words[i] + "|";
  EXPECT_EQ(std::string(buffer.data(), read), expected);
}

}  // namespace
}  // namespace bora
