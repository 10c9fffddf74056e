#include "tools/nas/nas_options.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include "common/text.h"

namespace bora::tools {
namespace {

// Returns true if an option such as "--resume" is among the words, with or without a value.
bool is_typed(const std::vector<std::string>& words, const std::string& option) {
  return std::ranges::any_of(
      words, [&](const auto& word) { return word == option || word.starts_with(option + "="); });
}

// Returns the value that follows an option on the command line; "" if there is none.
std::string typed_value(const std::vector<std::string>& words, const std::string& option) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == option && i + 1 < words.size()) return words[i + 1];
    if (words[i].starts_with(option + "=")) return words[i].substr(option.size() + 1);
  }
  return "";
}

// Returns the content of a file; "" if it cannot be read.
std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  if (std::ifstream in(file, std::ios::binary); in) text << in.rdbuf();
  return text.str();
}

}  // namespace

bool names_space(int argc, const char* const* argv, const std::string& space) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto file_names_space = [&](const std::filesystem::path& file) {
    return std::ranges::any_of(split(content_of(file), '\n'), [&](std::string line) {
      std::erase_if(line, [](char c) { return c == ' ' || c == '"' || c == '\r'; });
      return line == "space=" + space;
    });
  };
  if (const std::string typed = typed_value(words, "--space"); !typed.empty()) return typed == space;
  if (const std::string config = typed_value(words, "--config"); !config.empty())
    return file_names_space(config);
  return is_typed(words, "--resume") &&
         file_names_space(std::filesystem::path(typed_value(words, "--out")) / "config.ini");
}

StoredSettings stored_config(const std::filesystem::path& out) {
  const auto file = out / "config.ini";
  return {content_of(file), file.string()};
}

void find_stored_space(CommandLine& line) {
  line.find_stored([&line](const std::string& out, bool resume) -> std::optional<StoredSettings> {
    if (!resume || line.given("space") || line.given("config")) return std::nullopt;
    return stored_config(out);
  });
}

}  // namespace bora::tools
