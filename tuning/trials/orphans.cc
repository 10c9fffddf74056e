#include "tuning/trials/orphans.h"

#include <csignal>
#include <system_error>

#include "common/process/marked_processes.h"

namespace bora::tuning {

int end_orphans(const std::set<std::filesystem::path>& folders) {
  int ended = 0;
  for (const pid_t process : other_processes()) {
    const auto value = environment_value(process, "BORA_FOLDER");
    if (!value) continue;
    std::error_code none;
    const std::filesystem::path folder = std::filesystem::weakly_canonical(*value, none);
    // A repeat of a trial has a folder in that of the trial.
    if (folders.contains(folder) || folders.contains(folder.parent_path()))
      ended += ::kill(process, SIGKILL) == 0 ? 1 : 0;
  }
  return ended;
}

}  // namespace bora::tuning
