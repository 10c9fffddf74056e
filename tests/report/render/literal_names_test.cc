// Names with markup of Markdown, HTML or SARIF are shown as they are.
#include <cctype>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "attacks/record/synthetic_run.h"
#include "common/random.h"
#include "common/wrapped.h"
#include "report/figures/summary.h"
#include "report/views/html/html_text.h"
#include "report/views/run_views.h"
#include "report/words/report_table.h"
#include "support/temporary_folder.h"

namespace bora::report::literal_names_test {
namespace {

const std::vector<std::string>& written_names() {
  static const std::vector<std::string> names{"- x",         "+ x",
                                              "* x",         "-",
                                              "+",           "1. x",
                                              "12) x",       "123456789.",
                                              "---",         "***",
                                              "===",         "--",
                                              ":-:",         "# x",
                                              "## x #",      "> x",
                                              "&lt;",        "&#60;b>",
                                              "&copy;",      "<b>x</b>",
                                              "<!-- x",      "<script>x",
                                              "`x`",         "```",
                                              "~~~",         "~~x~~",
                                              "[a](b)",      "[a][b]",
                                              "[a]: b",      "![a](b)",
                                              "[ ] x",       "[x] y",
                                              "[^1]: n",     "a|b",
                                              "|---|",       "a\\",
                                              "\\<",         "$x$",
                                              "    code",    "\tcode",
                                              "a\n- b",      "a\r\n# b",
                                              "_a_",         "__x__y",
                                              "a\x1b[31m",   "http://e.x/a",
                                              "www.e.x/a_b", "\"q\" 'r'",
                                              "{0}",         "{{x}}",
                                              "=",           "- - x",
                                              "](x)",        "\xc3\xa9 \xe2\x80\x93"};
  return names;
}

/// Returns the names above and random ones made of characters of markup.
std::vector<std::string> nasty_names() {
  const std::string characters = "-+=*_#>`~|[]()<>&;:.!\\$^/ 019abx\"'w{}\n\t";
  std::vector<std::string> names = written_names();
  Rng rng(11);
  for (int i = 0; i < 500; ++i) {
    std::string name;
    for (int length = 1 + rng.index(8); length > 0; --length)
      name += characters[static_cast<std::size_t>(rng.index(static_cast<int>(characters.size())))];
    names.push_back(name);
  }
  return names;
}

/// Returns what Markdown shows of an escaped text, or "MARKUP" if a character of it may be markup.
std::string shown(const std::string& markdown) {
  std::string out;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const bool escaped = markdown[i] == '\\' && i + 1 < markdown.size() && std::ispunct(markdown[i + 1]) != 0;
    if (escaped) ++i;
    const char c = markdown[i];
    const bool link = (c == '(' || c == '[' || c == ':') && i > 0 && markdown[i - 1] == ']';
    if (!escaped && (link || std::string("`*_|<>#^~&$\\").find(c) != std::string::npos)) return "MARKUP";
    out += c;
  }
  return out;
}

/// Returns the text with blanks for control characters, and without blanks at its beginning.
std::string blanks(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text.erase(0, text.find_first_not_of(' '));
}

/// Returns whether a line begins a block: a list item, a heading, a quotation, a row of a table.
bool begins_block(const std::string& line) {
  static const std::regex begin(R"( *([-+*]( |$)|[0-9]+[.)]( |$)|=+ *$|-[- ]*$|:?-+:? *$|#|>|\||```|~~~))");
  return std::regex_search(line, begin, std::regex_constants::match_continuous);
}

TEST(LiteralNames, MarkdownShowsThemAtTheBeginningOfALine) {
  for (const std::string& name : nasty_names()) {
    const std::string escaped = escape_markdown(name);
    EXPECT_EQ(shown(escaped), blanks(name)) << escaped;
    EXPECT_FALSE(begins_block(escaped)) << escaped;
    EXPECT_FALSE(std::regex_match(escaped, std::regex(R"(\[[ xX]\].*)"))) << escaped;
  }
}

TEST(LiteralNames, MarkdownShowsThemAfterALineBreak) {
  const std::string words =
      "wwwwwww wwwwwww wwwwwww wwwwwww wwwwwww wwwwwww wwwwwww wwwwwww wwwwwww wwwwwww wwwwwww ";
  for (const std::string& name : nasty_names())
    for (std::size_t more = 20; more < 36; ++more) {
      std::istringstream lines(
          wrapped(escape_markdown(words + std::string(more, 'w') + " " + name + " " + name)));
      for (std::string line; std::getline(lines, line);) EXPECT_FALSE(begins_block(line)) << line;
    }
}

TEST(LiteralNames, FiguresAreNotEscaped) {
  for (const char* text :
       {"0.3 (77/255)", "62.5% [51, 72]%", "[14, 69]%", "12", "-0.5", "1.5", "a - b", "3 of 4: c"})
    EXPECT_EQ(escape_markdown(text), text);
}

TEST(LiteralNames, HtmlShowsThem) {
  for (const std::string& name : nasty_names()) {
    std::string text = escape(name);
    EXPECT_EQ(text.find_first_of("<>\"'"), std::string::npos) << text;
    for (const auto& [reference, c] :
         {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}})
      for (std::size_t at = 0; (at = text.find(reference, at)) != std::string::npos; ++at)
        text.replace(at, std::string(reference).size(), c);
    EXPECT_EQ(text, name);
  }
}

/// Returns `view` of a report in which the model and an attack have this name.
std::string view_with(const std::string& name, const std::filesystem::path& folder,
                      std::string (*view)(const RunReport&)) {
  SyntheticRun run = attacks::plausible_run(3, false, 1.0);
  RunRecord record = attacks::record_of(run, folder);
  record.model = name;
  for (std::string& attack : record.attacks)
    if (attack == "square") attack = name;
  for (InstanceRecord& instance : record.instances)
    if (instance.attack == "square") instance.attack = name;
  return view(report_of(record, summarise(record)));
}

/// Returns the kinds of the lines: headings, list items, quotations, rows of tables.
std::string structure(const std::string& markdown) {
  std::string kinds;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);)
    if (begins_block(line)) kinds += line.front();
  return kinds;
}

TEST(LiteralNames, AReportHasTheSameStructureWithThem) {
  const testing::TemporaryFolder folder;
  int number = 0;
  const auto markdown_with = [&](const std::string& name) {
    return view_with(name, folder / std::to_string(number++), report_markdown);
  };
  const std::string expected = structure(markdown_with("plain"));
  ASSERT_GT(expected.size(), 10U);
  for (const std::string& name : written_names()) EXPECT_EQ(structure(markdown_with(name)), expected) << name;
}

TEST(LiteralNames, SarifHasNoLinksMadeOfThem) {
  const testing::TemporaryFolder folder;
  const auto parsed = nlohmann::json::parse(view_with("[a](http://b)", folder / "run", sarif));
  bool found = false;
  for (const auto& result : parsed["runs"][0]["results"]) {
    const std::string text = result["message"]["text"];
    EXPECT_EQ(text.find("]("), std::string::npos) << text;
    found = found || text.find("[a] (http://b)") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace bora::report::literal_names_test
