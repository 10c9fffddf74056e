#include "common/process/start_child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <set>

namespace bora {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

// Replaces the child by the program. Allocates no memory, since another thread of the parent may have held
// the heap's lock at the fork. If that fails, writes errno to `report` and exits.
[[noreturn]] void become(char* const* words, char* const* environment, const ChildStart& start, int report,
                         pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, start.death_signal);
  if (getppid() != parent) _exit(127);  // the parent died before prctl took effect
  const bool there = start.folder.empty() || chdir(start.folder.c_str()) == 0;
  if (there && dup2(start.in, 0) >= 0 && dup2(start.out, 1) >= 0 && dup2(start.errors, 2) >= 0) {
    for (const int number : {SIGINT, SIGTERM, SIGPIPE}) signal(number, SIG_DFL);
    execvpe(words[0], words, environment);
  }
  const int why = errno;
  [[maybe_unused]] const auto written = write(report, &why, sizeof(why));
  _exit(127);
}

}  // namespace

std::pair<pid_t, int> start_child(const ChildStart& start) {
  const auto words = pointers(start.words), environment = pointers(start.environment);
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return {-1, errno};
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) become(words.data(), environment.data(), start, report[1], parent);
  int why = errno;
  ::close(report[1]);
  ssize_t said = 0;
  while (process > 0 && (said = ::read(report[0], &why, sizeof(why))) < 0 && errno == EINTR) {
  }
  const bool refused = process < 0 || said > 0;
  ::close(report[0]);
  if (!refused) return {process, 0};
  if (process > 0) ::waitpid(process, nullptr, 0);
  return {-1, why};
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& more) {
  std::set<std::string> replaced;
  std::vector<std::string> all;
  for (const auto& [name, value] : more) {
    replaced.insert(name);
    all.push_back(name + "=" + value);
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!replaced.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  return all;
}

}  // namespace bora
