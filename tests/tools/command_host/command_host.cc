// Runs commands for scripts: command_host SOCKET PARENT. Starting a process that links LibTorch takes 0.25 s
// of processor time. This process starts once for a script and forks for each call of a command
// (command_call). The forked process has the standard streams, the words, the environment and the working
// directory of the call, but not its limits (ulimit) and ignored signals. The host ends with PARENT, the
// process of the script.
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "call.h"
#include "tools/commands.h"

namespace {

using bora::test::Call;

struct Command {
  const char* name;
  int (*main)(int, char**);
};
constexpr Command kCommands[] = {{"bo-assess", bora::tools::bo_assess},
                                 {"bo-attack", bora::tools::bo_attack},
                                 {"bo-nas", bora::tools::bo_nas},
                                 {"bo-opt", bora::tools::bo_opt},
                                 {"bo-train", bora::tools::bo_train}};

struct Running {
  int connection;
  pid_t process;
  int watched;  // readable once the process has ended
  std::string words;
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  bool is_overdue = false;
};

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

// Executes the command of a call in this process.
[[noreturn]] void perform(Call& call, const int (&streams)[bora::test::kStreams]) {
  for (int stream = 0; stream < bora::test::kStreams; ++stream) dup2(streams[stream], stream);
  close_range(bora::test::kStreams, ~0U, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGINT, SIGQUIT})
    std::signal(signal, SIG_DFL);  // a background process ignores both
  if (chdir(call.folder.c_str()) != 0) fail(call.folder.c_str());
  clearenv();
  for (std::string& variable : call.environment) putenv(variable.data());
  std::vector<char*> words;
  for (std::string& word : call.words) words.push_back(word.data());
  words.push_back(nullptr);
  const std::string name = std::filesystem::path(call.words.front()).filename();
  for (const Command& command : kCommands)
    if (name == command.name) std::exit(command.main(static_cast<int>(words.size()) - 1, words.data()));
  std::fprintf(stderr, "command_host: no command %s\n", name.c_str());
  std::exit(70);
}

void answer(int connection, std::vector<Running>& running) {
  int streams[bora::test::kStreams];
  Call call = bora::test::receive_call(connection, streams);
  const pid_t process = fork();
  if (process < 0) fail("fork");
  if (process == 0) perform(call, streams);
  for (const int stream : streams) close(stream);
  const auto watched = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  if (watched < 0) fail("pidfd_open");
  std::string words;
  for (const std::string& word : call.words) words += " " + word;
  running.push_back({connection, process, watched, words});
}

// Forwards a signal from the caller to the command. If the caller has ended, kills the command.
void pass_on(const Running& call) {
  char signal = 0;
  kill(call.process, recv(call.connection, &signal, 1, 0) == 1 ? signal : SIGKILL);
}

void report(const Running& call) {
  int status = 0;
  waitpid(call.process, &status, 0);
  send(call.connection, &status, sizeof status, MSG_NOSIGNAL);
  close(call.connection);
  close(call.watched);
}

// Prints which call has been running for very long and where its threads wait, because a test that hangs is
// killed without any output.
void report_overdue(Running& call) {
  namespace fs = std::filesystem;
  constexpr std::chrono::seconds kOverdue(240);
  if (call.is_overdue || std::chrono::steady_clock::now() - call.begun < kOverdue) return;
  call.is_overdue = true;
  std::fprintf(stderr, "command_host: has run for %d s:%s\n", static_cast<int>(kOverdue.count()),
               call.words.c_str());
  std::error_code gone;
  for (const auto& thread : fs::directory_iterator("/proc/" + std::to_string(call.process) + "/task", gone)) {
    std::string place, state, line;
    std::getline(std::ifstream(thread.path() / "wchan"), place);
    for (std::ifstream status(thread.path() / "status"); std::getline(status, line);)
      if (line.starts_with("State:")) state = line;
    std::fprintf(stderr, "  thread %s: %s in %s\n", thread.path().filename().c_str(), state.c_str(),
                 place.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != std::atoi(argv[2])) _exit(0);  // it ended while the libraries were loaded
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, argv[1], sizeof address.sun_path - 1);
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail(argv[1]);
  if (listen(listener, SOMAXCONN) != 0) fail("listen");

  std::vector<Running> running;
  for (;;) {
    std::vector<pollfd> watched = {{listener, POLLIN, 0}};
    for (const Running& call : running) {
      watched.push_back({call.watched, POLLIN, 0});
      watched.push_back({call.connection, POLLIN, 0});
    }
    if (poll(watched.data(), watched.size(), running.empty() ? -1 : 10'000) < 0) continue;
    for (Running& call : running) report_overdue(call);
    std::vector<Running> left;
    for (std::size_t k = 0; k < running.size(); ++k) {
      if (watched[2 * k + 1].revents != 0) {
        report(running[k]);
        continue;
      }
      if (watched[2 * k + 2].revents != 0) pass_on(running[k]);
      left.push_back(running[k]);
    }
    running = std::move(left);
    if (watched.front().revents == 0) continue;
    const int connection = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    try {
      answer(connection, running);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "command_host: %s\n", error.what());
      close(connection);
    }
  }
}
