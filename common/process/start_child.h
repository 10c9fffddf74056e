// Start of a program as a child process.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace bora {

/// Program to start as a child process, in a new process group.
struct ChildStart {
  std::vector<std::string> words;        ///< program, which is searched in PATH, and its arguments
  std::vector<std::string> environment;  ///< "NAME=VALUE"
  std::string folder;                    ///< working folder; "": that of this process
  int in = -1, out = -1, errors = -1;    ///< descriptors for its standard streams, > 2 and close-on-exec
  int death_signal = 0;  ///< signal that the kernel sends to it when the thread that started it ends
};

/// Starts the program and waits until it runs. Returns its process id and 0, or -1 and the errno if it cannot
/// be run.
std::pair<pid_t, int> start_child(const ChildStart& start);

/// Returns the environment of this process, "NAME=VALUE" each, with the variables `more` added or replaced.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& more);

}  // namespace bora
