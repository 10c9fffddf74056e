#include "tools/options/reference_page.h"

#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "common/wrapped.h"

namespace bora::tools {
namespace {

namespace po = boost::program_options;

// Returns whether `c` may occur in an option's name or a path.
bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '/' || c == '.';
}

// Returns the word that begins at `at`, without punctuation at its end.
std::string word_at(const std::string& text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_name(text[end])) ++end;
  while (end > at && std::isalnum(static_cast<unsigned char>(text[end - 1])) == 0) --end;
  return text.substr(at, end - at);
}

// Escapes characters that Markdown would read as markup, except inside `code`. Turns names of options into
// code and paths of pages in docs/ into links.
std::string as_markdown(const std::string& text) {
  std::string out;
  bool code = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    code ^= text[at] == '`';
    if (code) {
      out += text[at];
      continue;
    }
    const bool begins = at == 0 || !is_name(text[at - 1]);
    const std::string word = begins ? word_at(text, at) : "";
    if (word.size() > 3 && word.starts_with("--")) {
      out += fmt::format("`{}`", word);
      at += word.size() - 1;
    } else if (word.starts_with("docs/") && word.ends_with(".md")) {
      out += fmt::format("[{}](../../{})", word, word.substr(5));
      at += word.size() - 1;
    } else {
      if (std::string("\\*<[").find(text[at]) != std::string::npos) out += '\\';
      out += text[at];
    }
  }
  return out;
}

// Returns the list item of an option; further lines of its description become a nested list.
std::string option_item(const po::option_description& option) {
  // "VALUE (=default)", or one of the two.
  std::string value = option.format_parameter(), fallback;
  if (const auto at = value.find("(="); at != std::string::npos) {
    fallback = value.substr(at + 2, value.size() - at - 3);
    value.erase(value.find_last_not_of(' ', at == 0 ? 0 : at - 1) + 1);
  }
  std::istringstream lines(option.description());
  std::string line;
  std::getline(lines, line);
  const std::string name = option.long_name() + (value.empty() ? "" : " " + value);
  const std::string set = fallback.empty() ? "" : fmt::format(" (default `{}`)", fallback);
  std::string item = "- " + wrapped(fmt::format("**`--{}`**{}: {}", name, set, as_markdown(line)), "  ");
  while (std::getline(lines, line)) item += "    - " + wrapped(as_markdown(line), "      ");
  return item;
}

// Converter of plain help text to Markdown, by the rules that reference_page() states.
class PlainText {
 public:
  explicit PlainText(std::string command) : command_(std::move(command)) {}

  std::string rendered(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
      const bool code = line.starts_with(' ') || line.starts_with(command_ + " ");
      if (line.empty()) {
        finish();
      } else if (!code && paragraph_.empty() && line.ends_with(':') && line.size() < 20) {
        finish();
        out_ += fmt::format("## {}\n\n", line.substr(0, line.size() - 1));
      } else {
        if (!(code ? paragraph_ : code_).empty()) finish();
        code ? code_ += line.substr(line.starts_with("  ") ? 2 : 0) + '\n' : paragraph_ += line + '\n';
      }
    }
    finish();
    return out_;
  }

 private:
  void finish() {
    if (!code_.empty()) out_ += fmt::format("```text\n{}```\n\n", code_);
    if (!paragraph_.empty()) out_ += wrapped(as_markdown(paragraph_)) + '\n';
    code_.clear();
    paragraph_.clear();
  }

  std::string command_, out_, code_, paragraph_;
};

}  // namespace

std::string reference_page(const HelpText& help) {
  std::string page = fmt::format(
      "<!-- Printed by `{0} --help-markdown`: to change this page, change the options of {0} and run "
      "tools/docs. -->\n"
      "# {0}\n\n{0} {1}.\n\n",
      help.command, as_markdown(help.summary));
  page += PlainText(help.command).rendered(help.before);
  for (const auto* section : help.sections) {
    std::ostringstream all;
    all << *section;
    const std::string heading = all.str().substr(0, all.str().find(":\n"));
    page += fmt::format("## {}\n\n", heading.find('\n') == std::string::npos ? heading : "Options");
    for (const auto& option : section->options()) page += option_item(*option);
    page += '\n';
  }
  page += PlainText(help.command).rendered(help.after);
  return page.substr(0, page.find_last_not_of('\n') + 1) + '\n';
}

}  // namespace bora::tools
