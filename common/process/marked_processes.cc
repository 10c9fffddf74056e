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
  out << in.rdbuf();  // nothing of a process that has ended by now
  return out.str();
}

// Its state and its parent, from "pid (name) S ppid ..."; the name may have blanks and brackets.
std::pair<char, pid_t> state_and_parent(const fs::path& process) {
  const std::string text = content(process / "stat");
  const std::size_t close = text.rfind(')');
  if (close == std::string::npos || close + 4 > text.size()) return {'X', 0};
  std::string_view rest = std::string_view(text).substr(close + 4);
  return {text[close + 2], take_number<pid_t>(rest).value_or(0)};
}

bool bears(const fs::path& process, const std::string& mark) {
  const std::string begin = std::string(kJobVariable) + "=";
  for (const std::string& variable : split(content(process / "environ"), '\0')) {
    if (!variable.starts_with(begin)) continue;
    const std::string value = variable.substr(begin.size());
    return value == mark || value.starts_with(mark + ",");
  }
  return false;
}

std::set<pid_t> job_processes(const std::string& mark, pid_t group) {
  std::set<pid_t> found;
  std::map<pid_t, pid_t> parents;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const auto process = to_number<pid_t>(entry->path().filename().string());
    if (!process || *process == ::getpid()) continue;
    const auto [state, parent] = state_and_parent(entry->path());
    if (state == 'Z' || state == 'X') continue;
    parents[*process] = parent;
    if (::getpgid(*process) == group || bears(entry->path(), mark)) found.insert(*process);
  }
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const auto& [process, parent] : parents)
      if (found.contains(parent)) found.insert(process);
  }
  return found;
}

}  // namespace

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
    std::set<pid_t> found = job_processes(mark, group);  // before a parent ends and they are nobody's
    std::erase_if(found, [&](pid_t process) { return ::getpgid(process) == group; });
    ::kill(-group, signal);
    for (const pid_t process : found) ::kill(process, signal);
    if (signal != SIGKILL || found.empty() || found == before) break;
    before = std::move(found);
  }
}

}  // namespace bora
