#include "common/process/marked_processes.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "common/number.h"
#include "common/text.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();  // empty if the process has ended
  return out.str();
}

fs::path folder_of(pid_t process) {
  return fs::path("/proc") / fmt::to_string(process);
}

// Returns the state and the parent of a process. Its file stat holds "pid (name) S ppid ...", where the name
// may contain blanks and brackets. Returns 'X' (dead) if the process has ended.
std::pair<char, pid_t> state_and_parent(pid_t process) {
  const std::string text = content(folder_of(process) / "stat");
  const std::size_t close = text.rfind(')');
  if (close == std::string::npos || close + 4 > text.size()) return {'X', 0};
  std::string_view rest = std::string_view(text).substr(close + 4);
  return {text[close + 2], take_number<pid_t>(rest).value_or(0)};
}

bool has_mark(pid_t process, const std::string& mark) {
  const auto value = environment_value(process, kJobVariable);
  return value && (*value == mark || value->starts_with(mark + ","));
}

std::set<pid_t> job_processes(const std::string& mark, pid_t group) {
  std::set<pid_t> found;
  std::map<pid_t, pid_t> parents;
  for (const pid_t process : other_processes()) {
    const auto [state, parent] = state_and_parent(process);
    if (state == 'Z' || state == 'X') continue;
    parents[process] = parent;
    if (::getpgid(process) == group || has_mark(process, mark)) found.insert(process);
  }
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const auto& [process, parent] : parents)
      if (found.contains(parent)) found.insert(process);
  }
  return found;
}

}  // namespace

std::vector<pid_t> other_processes() {
  std::vector<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const auto process = to_number<pid_t>(entry->path().filename().string());
    if (process && *process != ::getpid()) found.push_back(*process);
  }
  return found;
}

std::optional<std::string> environment_value(pid_t process, const std::string& variable) {
  for (const std::string& entry : split(content(folder_of(process) / "environ"), '\0'))
    if (entry.starts_with(variable + "=")) return entry.substr(variable.size() + 1);
  return std::nullopt;
}

std::string new_job_mark() {
  static std::atomic<int> count = 0;
  const char* const outer = std::getenv(kJobVariable);
  const std::string begin = outer == nullptr ? "" : std::string(outer) + ",";
  return fmt::format("{}{}.{}.{}", begin, ::getpid(),
                     std::chrono::steady_clock::now().time_since_epoch().count(), count++);
}

void signal_job(const std::string& mark, pid_t group, int signal) {
  constexpr int kMostRounds = 20;
  std::set<pid_t> before;
  for (int round = 0; round < kMostRounds; ++round) {
    std::set<pid_t> found = job_processes(mark, group);  // first: the parent of an orphan is not known
    std::erase_if(found, [&](pid_t process) { return ::getpgid(process) == group; });
    ::kill(-group, signal);
    for (const pid_t process : found) ::kill(process, signal);
    if (signal != SIGKILL || found.empty() || found == before) break;
    before = std::move(found);
  }
}

}  // namespace bora
