#include "runs/program_watch.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/hash.h"
#include "common/text.h"

namespace bora::runs {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 64;  // length of a SHA-256 in hex

// Returns whether the name may be another file in each process: the terminal's streams are often redirected.
bool is_of_process(const std::string& name) {
  return name == "/dev/stdin" || name == "/dev/stdout" || name == "/dev/stderr" ||
         name.starts_with("/dev/fd/") || name.starts_with("/proc/");
}

// Returns the hash of a small file; nullopt for any other name.
std::optional<std::string> hash_of(const std::string& name) {
  constexpr std::uintmax_t kLargest = 16 << 20;
  std::error_code error;
  if (!fs::is_regular_file(name, error) || fs::file_size(name, error) > kLargest || error)
    return std::nullopt;
  try {
    return sha256_file(name);
  } catch (const InputError&) {
    return std::nullopt;  // not readable
  }
}

// Returns the parts of a text that is a command for a shell, without quotes and operators.
std::vector<std::string> shell_parts(const std::string& text) {
  constexpr std::string_view kEnds = " \t\n;&|()<>\"'`";
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (kEnds.find(c) == std::string_view::npos)
      parts.back() += c;
    else if (!parts.back().empty())
      parts.emplace_back();
  }
  return parts;
}

// Returns the names that may be those of files.
std::vector<std::string> names_in(const std::vector<std::string>& command) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (i > 0 || word.find('/') != std::string::npos) names.push_back(word);
    std::vector<std::string> parts = shell_parts(word);
    if (parts.size() > 1) names.insert(names.end(), parts.begin(), parts.end());
    parts.push_back(word);
    for (const std::string& part : parts)
      if (const auto equals = part.find('='); equals != std::string::npos)
        names.push_back(part.substr(equals + 1));
  }
  return names;
}

// Returns the hash and the name in each line.
std::vector<std::pair<std::string, std::string>> parse_hashes(const std::string& hashes) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& line : split(hashes, '\n'))
    if (line.size() > kDigits + 2) files.emplace_back(line.substr(0, kDigits), line.substr(kDigits + 2));
  return files;
}

std::string line_of(const std::string& hash, const std::string& name) {
  return hash + "  " + name + "\n";
}

}  // namespace

std::string hash_command_files(const std::vector<std::string>& command) {
  std::string out;
  std::set<std::string> seen;
  for (const std::string& name : names_in(command)) {
    if (name.empty() || name.find('\n') != std::string::npos || is_of_process(name)) continue;
    if (!seen.insert(name).second) continue;
    if (const auto hash = hash_of(name)) out += line_of(*hash, name);
  }
  return out;
}

std::string unchanged_files(const std::string& hashes) {
  std::string out;
  for (const auto& [hash, name] : parse_hashes(hashes))
    if (hash_of(name) == hash) out += line_of(hash, name);
  return out;
}

std::string describe_unwatched_files(const std::string& hashes, const std::string& unchanged) {
  std::vector<std::string> names;
  const auto kept = parse_hashes(unchanged);
  for (const auto& file : parse_hashes(hashes))
    if (std::ranges::find(kept, file) == kept.end()) names.push_back(printable(file.second));
  if (names.empty()) return "";
  const auto choose = [one = names.size() == 1](const char* singular, const char* plural) {
    return one ? singular : plural;
  };
  return fmt::format(
      "{}, which the command names, changed before the first value: {} that the program writes and {} not watched; if "
      "you have edited {}, the values of earlier and later trials may not be comparable",
      join(names), choose("it counts as a file", "they count as files"), choose("is", "are"),
      choose("it", "them"));
}

std::string describe_changed_files(const std::string& hashes) {
  std::vector<std::string> changed, missing, parts;
  std::error_code error;
  for (const auto& [hash, name] : parse_hashes(hashes))
    if (hash_of(name) != hash)
      (fs::is_regular_file(name, error) ? changed : missing).push_back(printable(name));
  if (!changed.empty())
    parts.push_back(
        fmt::format("{}, which the command names, {} changed since the run began: "
                    "values from before and after may not be comparable",
                    join(changed), changed.size() == 1 ? "has" : "have"));
  if (!missing.empty())
    parts.push_back(fmt::format("{}, which the command names, {} (working directory: {})", join(missing),
                                missing.size() == 1 ? "is no longer a file" : "are no longer files",
                                printable(fs::current_path(error).string())));
  return join(parts, "; ");
}

}  // namespace bora::runs
