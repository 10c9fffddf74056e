#include "tools/options/reference_page.h"

#include <gtest/gtest.h>

#include <boost/program_options/value_semantic.hpp>

namespace bora::tools {
namespace {

namespace po = boost::program_options;

std::string page_of(const po::options_description& section, const std::string& after = "") {
  return reference_page(
      {.command = "bo-test", .summary = "tests", .before = "", .sections = {&section}, .after = after});
}

TEST(ReferencePage, HasAHeadingForEachSectionAndAnItemForEachOption) {
  po::options_description section("Work");
  section.add_options()                                                                   //
      ("epochs", po::value<int>()->default_value(20)->value_name("N"), "passes")          //
      ("data", po::value<std::string>()->value_name("A|B"), "one of two, see --epochs.")  //
      ("quiet,q", po::bool_switch(), "no progress");
  const std::string page = page_of(section);
  EXPECT_NE(page.find("# bo-test\n\nbo-test tests.\n\n## Work\n\n"
                      "- **`--epochs N`** (default `20`): passes\n"
                      "- **`--data A|B`**: one of two, see `--epochs`.\n"
                      "- **`--quiet`**: no progress\n"),
            std::string::npos)
      << page;
}

TEST(ReferencePage, LinesOfADescriptionAreItems) {
  po::options_description section("Work");
  section.add_options()("attack", po::value<std::string>(), "attacks:\nbo: the default\nsquare: a baseline");
  EXPECT_NE(page_of(section).find(": attacks:\n    - bo: the default\n    - square: a baseline\n"),
            std::string::npos);
}

TEST(ReferencePage, EscapesMarkupOutsideCodeAndLinksPages) {
  po::options_description section("Work");
  section.add_options()("x", po::bool_switch(), "a * b < `c * d`, see docs/how-to/gate-a-ci.md.");
  EXPECT_NE(page_of(section).find(
                R"(a \* b \< `c * d`, see [docs/how-to/gate-a-ci.md](../../how-to/gate-a-ci.md).)"),
            std::string::npos)
      << page_of(section);
}

TEST(ReferencePage, NotesBecomeHeadingsCodeAndParagraphs) {
  const po::options_description section("Work");
  const std::string page = page_of(section,
                                   "Examples:\n  bo-test --epochs 3   short\n      and more\n\n"
                                   "Two lines\nof one paragraph.\nThe file has:\n  a = 1\n");
  EXPECT_TRUE(
      page.ends_with("## Examples\n\n```text\nbo-test --epochs 3   short\n    and more\n```\n\n"
                     "Two lines of one paragraph. The file has:\n\n```text\na = 1\n```\n"))
      << page;
}

TEST(ReferencePage, LinesAreAtMost120Characters) {
  po::options_description section("Work");
  std::string text;
  for (int i = 0; i < 80; ++i) text += "word ";
  section.add_options()("x", po::bool_switch(), text.c_str());
  const std::string page = page_of(section);
  const std::string item = page.substr(page.find("- **"));
  for (std::size_t at = 0, end = 0; (end = item.find('\n', at)) != std::string::npos; at = end + 1) {
    EXPECT_LE(end - at, 120u);
    if (at > 0) {
      EXPECT_EQ(item.compare(at, 6, "  word"), 0);
    }
  }
}

}  // namespace
}  // namespace bora::tools
