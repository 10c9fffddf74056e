#include "tools/nas/named_space.h"

#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "tools/options/typed_words.h"

namespace bora::tools {

bool names_space(int argc, const char* const* argv, const std::string& space) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto says = [&](const std::filesystem::path& file) {
    const std::regex line("(^|\n)space *= *\"?" + space + "\"? *\r?(\n|$)");
    return std::regex_search(content_of(file), line);
  };
  if (const std::string typed = typed_value(words, "--space"); !typed.empty()) return typed == space;
  if (const std::string config = typed_value(words, "--config"); !config.empty()) return says(config);
  return is_typed(words, "--resume") &&
         says(std::filesystem::path(typed_value(words, "--out")) / "config.ini");
}

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  if (std::ifstream in(file, std::ios::binary); in) text << in.rdbuf();
  return text.str();
}

}  // namespace bora::tools
