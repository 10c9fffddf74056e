#include "report/views/html/html_text.h"

#include <gtest/gtest.h>

namespace bora::report {
namespace {

bool has(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

TEST(HtmlText, APageWithoutScriptsForbidsThem) {
  const std::string silent = html_page("kind", "name", "", "");
  EXPECT_TRUE(has(silent, "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri"))
      << silent;
  EXPECT_FALSE(has(silent, "script-src"));
  EXPECT_TRUE(has(html_page("kind", "name", "", "<script></script>"), "script-src 'unsafe-inline'"));
}

TEST(HtmlText, APageOfManyPartsBeginsWithLinksToThem) {
  std::string body;
  for (const char* id : {"a", "b", "c"})
    body += "<h2 id=\"" + std::string(id) + "\">Part <em>" + id + "</em></h2>\n";
  EXPECT_FALSE(has(html_page("kind", "name", body, ""), "<nav"));
  const std::string page = html_page("kind", "name", body + "<h2>no id</h2><h2 id=\"d\">D &lt; E</h2>", "");
  EXPECT_TRUE(has(page, "<li><a href=\"#b\">Part b</a></li>")) << page;
  EXPECT_TRUE(has(page, "<li><a href=\"#d\">D &lt; E</a></li>"));
  EXPECT_FALSE(has(page, ">no id</a>"));
  EXPECT_LT(page.find("<nav"), page.find("<h2"));
}

TEST(HtmlText, ABoxThatScrollsIsNamedByTheFirstSentence) {
  const std::string box = scroll_box("Success <em>of \"x\"</em> at 0.5. The rest.", "<table></table>");
  EXPECT_TRUE(has(box, "aria-label=\"Success of &quot;x&quot; at 0.5\"")) << box;
  EXPECT_TRUE(has(box, "tabindex=\"0\""));
  EXPECT_TRUE(has(box, "><table></table></div>"));
}

}  // namespace
}  // namespace bora::report
