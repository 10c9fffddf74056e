#include "report/views/html/page_template.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/views/html/html_text.h"
#include "report/words/marked_text.h"

namespace bora::report::page_template_test {
namespace {

using Json = nlohmann::ordered_json;

constexpr EmbeddedFile kFiles[] = {
    {"list", "{{#items}}<li>{{> item}}</li>{{/items}}{{^items}}none{{/items}}"},
    {"item", "{{name}}{{#note}} ({{note}}){{/note}}{{{value_html}}}"},
    {"prose", "{{! a comment }}\nOne {{noun}}\nin two lines.\n\n\nAnother.\n"},
    {"broken", "{{#items}}"}};

TEST(PageTemplate, EscapesTextsAndLeavesOutWhatIsEmpty) {
  const Json items = Json::array({{{"name", "<a & 'b'>"}, {"note", ""}, {"value_html", "<b>1</b>"}},
                                  {{"name", "c"}, {"note", "d"}, {"value_html", nullptr}}});
  EXPECT_EQ(fill_template("list", {{"items", items}}, kFiles),
            "<li>&lt;a &amp; &#39;b&#39;&gt;<b>1</b></li><li>c (d)</li>");
  EXPECT_EQ(fill_template("list", {{"items", Json::array()}}, kFiles), "none");
  EXPECT_EQ(fill_paragraphs("prose", {{"noun", "a & b"}}, kFiles),
            (std::vector<std::string>{"One a & b in two lines.", "Another."}));
}

TEST(PageTemplate, RejectsWhatIsMissingOrBroken) {
  EXPECT_THROW(fill_template("item", {{"name", "a"}}, kFiles), std::logic_error) << "no note";
  EXPECT_THROW(fill_template("absent", Json::object()), std::logic_error);
  EXPECT_THROW(fill_template("broken", Json::object(), kFiles), std::logic_error);
}

// A value that is not escaped must be HTML that the program made; its name ends in _html.
TEST(PageTemplate, OnlyValuesNamedHtmlAreNotEscaped) {
  ASSERT_FALSE(page_templates().empty());
  for (const auto& [name, content] : page_templates()) {
    for (std::size_t at = content.find("{{{"); at != std::string_view::npos;
         at = content.find("{{{", at + 3)) {
      const std::string_view value = content.substr(at + 3, content.find("}}}", at) - at - 3);
      EXPECT_TRUE(value.ends_with("_html")) << name << ": " << value;
    }
    EXPECT_EQ(content.find("{{&"), std::string_view::npos) << name;
  }
}

TEST(MarkedText, IsOneSentenceInEveryFormat) {
  const MarkedText text =
      sentence("{} fooled {} {} of {}.",
               {MarkedText("bo:a|b", Mark::name), strong("9.5%"), quiet("[8, 11]"), code("<x_y>")});
  EXPECT_EQ(text.plain(), "bo:a|b fooled 9.5% [8, 11] of <x_y>.");
  EXPECT_EQ(html(text),
            "bo:<wbr>a|<wbr>b fooled <strong>9.5%</strong> <span class=\"quiet\">[8, 11]</span> of "
            "<code>&lt;x_y&gt;</code>.");
  EXPECT_EQ(text.markdown(), "bo:a\\|b fooled **9.5%** [8, 11] of \\<x\\_y\\>.");
  EXPECT_TRUE(sentence("", {}).empty());
}

}  // namespace
}  // namespace bora::report::page_template_test
