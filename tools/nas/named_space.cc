#include "tools/nas/named_space.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include "common/text.h"
#include "tools/options/typed_words.h"

namespace bora::tools {
namespace {

// Returns the content of a file; "" if it cannot be read.
std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  if (std::ifstream in(file, std::ios::binary); in) text << in.rdbuf();
  return text.str();
}

}  // namespace

bool names_space(int argc, const char* const* argv, const std::string& space) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto says = [&](const std::filesystem::path& file) {
    return std::ranges::any_of(split(content_of(file), '\n'), [&](std::string line) {
      std::erase_if(line, [](char c) { return c == ' ' || c == '"' || c == '\r'; });
      return line == "space=" + space;
    });
  };
  if (const std::string typed = typed_value(words, "--space"); !typed.empty()) return typed == space;
  if (const std::string config = typed_value(words, "--config"); !config.empty()) return says(config);
  return is_typed(words, "--resume") &&
         says(std::filesystem::path(typed_value(words, "--out")) / "config.ini");
}

StoredSettings stored_config(const std::filesystem::path& out) {
  const auto file = out / "config.ini";
  return {content_of(file), file.string()};
}

}  // namespace bora::tools
