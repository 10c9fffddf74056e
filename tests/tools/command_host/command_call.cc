// Replaces the command under whose name it is called: lets the host of commands, whose socket is
// $BORA_COMMANDS, run the command, and ends as the command does. Without this variable it executes the
// command itself, which must be in the same folder as this program.
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "call.h"

namespace {

constexpr int kFailed = 70;  // no exit code of a command

int connection = -1;

// Forwards a signal to the command.
void pass_on(int signal) {
  const char byte = static_cast<char>(signal);
  send(connection, &byte, 1, MSG_NOSIGNAL);
}

/// Connects to the host's socket and waits until the host listens: the script does not wait for the host to
/// load its libraries. Returns whether that worked.
bool connect_to(const char* path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  for (int tries = 0; tries < 6000; ++tries) {
    connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return true;
    close(connection);
    usleep(10000);
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = std::filesystem::path(argv[0]).filename();
  const char* host = std::getenv("BORA_COMMANDS");
  if (host == nullptr || *host == '\0') {
    const auto command = std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
    argv[0] = const_cast<char*>(command.c_str());
    execv(command.c_str(), argv);
    std::perror(command.c_str());
    return kFailed;
  }
  bora::test::Call call{std::filesystem::current_path(), {argv, argv + argc}, {}};
  for (char** variable = environ; *variable != nullptr; ++variable) call.environment.emplace_back(*variable);
  if (!connect_to(host) || !bora::test::send_call(connection, call)) {
    std::fprintf(stderr, "%s: no host of commands at %s\n", name.c_str(), host);
    return kFailed;
  }
  struct sigaction action {};
  action.sa_handler = pass_on;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);

  int status = 0;
  if (recv(connection, &status, sizeof status, MSG_WAITALL) != static_cast<ssize_t>(sizeof status)) {
    std::fprintf(stderr, "%s: the host of commands at %s is gone\n", name.c_str(), host);
    return kFailed;
  }
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  std::signal(WTERMSIG(status), SIG_DFL);
  std::raise(WTERMSIG(status));
  return kFailed;
}
