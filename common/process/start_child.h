// Start of a program as a child process.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace bora {

/// Program that becomes a child process, in a process group of its own.
struct ChildStart {
  std::vector<std::string> words;        ///< program, looked for in PATH, and its arguments
  std::vector<std::string> environment;  ///< "NAME=VALUE"
  std::string folder;                    ///< folder where it runs; "": where this process does
  int in = -1, out = -1, errors = -1;    ///< descriptors of its standard streams, above 2; closed by exec
  int death_signal = 0;  ///< signal that the kernel sends it when the thread that starts it ends
};

/// Starts the program and waits until it runs. Returns its process and 0, or -1 and the errno that says why
/// it cannot run.
std::pair<pid_t, int> start_child(const ChildStart& start);

/// Returns the environment of this process with variables that are added or replaced.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& more);

}  // namespace bora
