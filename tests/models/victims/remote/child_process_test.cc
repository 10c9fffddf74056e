#include "models/victims/remote/child_process.h"

#include <csignal>
#include <limits>
#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::models {
namespace {

// Any of several threads that query a victim may start its program, and all of them use it.
TEST(ChildProcess, OutlivesTheThreadThatStartedIt) {
  std::unique_ptr<ChildProcess> cat;
  const auto says = [&] {
    const auto six = [](std::string_view) { return std::size_t{6}; };
    return cat->exchange("hello\n", six, ChildProcess::Clock::now() + std::chrono::seconds(20));
  };
  std::thread([&] {
    cat = std::make_unique<ChildProcess>("cat");
    EXPECT_EQ(says(), "hello\n");  // makes sure that it runs before the thread ends
  }).join();
  // The kernel may send the death signal a moment after the end of the thread.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(says(), "hello\n");
}

TEST(ChildProcess, AreStartedByManyThreadsAtOnce) {
  std::vector<std::unique_ptr<ChildProcess>> programs(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < programs.size(); ++i)
      threads.emplace_back(
          [&, i] { programs[i] = std::make_unique<ChildProcess>("echo " + std::to_string(i)); });
  }
  for (std::size_t i = 0; i < programs.size(); ++i)
    EXPECT_EQ(programs[i]->exchange(
                  "", [](std::string_view) { return std::size_t{2}; },
                  ChildProcess::Clock::now() + std::chrono::seconds(20)),
              std::to_string(i) + "\n");
}

TEST(ChildProcess, IsAShellCommand) {
  for (const char* line :
       {"echo six", "WORD=six sh -c 'echo $WORD'", "cd / && echo six", ". /dev/null; echo six"}) {
    ChildProcess program(line);
    const std::string answer = program.exchange(
        "", [](std::string_view) { return std::size_t{4}; },
        ChildProcess::Clock::now() + std::chrono::seconds(20));
    EXPECT_EQ(answer, "six\n") << line;
  }
}

// Victims may start workers in sessions of their own.
TEST(ChildProcess, EndsWhatItStartedInASessionOfItsOwn) {
  pid_t detached = 0;
  {
    ChildProcess program("sh -c 'setsid sh -c \"echo \\$\\$; exec sleep 60\" & sleep 60'");
    const auto a_line = [](std::string_view received) {
      const auto end = received.find('\n');
      return end == std::string_view::npos ? std::numeric_limits<std::size_t>::max() : end + 1;
    };
    const auto until = ChildProcess::Clock::now() + std::chrono::seconds(20);
    detached = std::stoi(program.exchange("", a_line, until));
    EXPECT_EQ(::kill(detached, 0), 0);
  }
  for (int i = 0; i < 500 && ::kill(detached, 0) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_NE(::kill(detached, 0), 0);
}

// On a busy machine the request may not be written completely in time.
TEST(ChildProcess, ContinuesARequestAfterATimeout) {
  ChildProcess cat("cat");
  const auto six = [](std::string_view) { return std::size_t{6}; };
  const auto now = ChildProcess::Clock::now();
  EXPECT_THROW(cat.exchange("hello\n", six, now - std::chrono::seconds(1)), AnswerTimeout);
  EXPECT_EQ(cat.exchange("", six, now + std::chrono::seconds(20)), "hello\n");
}

TEST(ChildProcess, IsStoppedIfItPrintsInsteadOfReading) {
  ChildProcess program("yes");
  const auto none = [](std::string_view) { return std::numeric_limits<std::size_t>::max(); };
  try {
    program.exchange(std::string(10'000'000, 'x'), none,
                     ChildProcess::Clock::now() + std::chrono::minutes(5));
    ADD_FAILURE() << "accepted";
  } catch (const VictimError& error) {
    EXPECT_NE(std::string(error.what()).find("before it had read the request"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace bora::models
