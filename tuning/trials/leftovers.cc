#include "tuning/trials/leftovers.h"

#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include <unistd.h>

#include "common/number.h"
#include "common/text.h"

namespace bora::tuning {

int end_leftovers(const std::set<std::filesystem::path>& folders) {
  namespace fs = std::filesystem;
  static const std::string kVariable = "BORA_FOLDER=";
  int ended = 0;
  std::error_code error, none;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const auto process = to_number<pid_t>(entry->path().filename().string());
    if (!process || *process == ::getpid()) continue;
    std::ifstream in(entry->path() / "environ", std::ios::binary);
    std::ostringstream environment;
    environment << in.rdbuf();  // nothing, without an exception, of a process that has ended by now
    for (const std::string& variable : split(environment.str(), '\0')) {
      if (!variable.starts_with(kVariable)) continue;
      const fs::path folder = fs::weakly_canonical(variable.substr(kVariable.size()), none);
      // A repeat of a trial has a folder in that of the trial.
      if (folders.contains(folder) || folders.contains(folder.parent_path()))
        ended += ::kill(*process, SIGKILL) == 0 ? 1 : 0;
    }
  }
  return ended;
}

}  // namespace bora::tuning
