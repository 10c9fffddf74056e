#include "models/remote/child_process.h"

#include <memory>
#include <thread>

#include <gtest/gtest.h>

namespace bora {
namespace {

// Of several threads that ask a victim any may start its program, and all of them use it.
TEST(ChildProcess, OutlivesTheThreadThatStartedIt) {
  std::unique_ptr<ChildProcess> cat;
  const auto says = [&] {
    const auto six = [](std::string_view) { return std::size_t{6}; };
    return cat->exchange("hello\n", six, ChildProcess::Clock::now() + std::chrono::seconds(20));
  };
  std::thread([&] {
    cat = std::make_unique<ChildProcess>("cat");
    EXPECT_EQ(says(), "hello\n");  // it runs before the thread ends
  }).join();
  // What the kernel does about a thread that ended may come a moment later.
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

}  // namespace
}  // namespace bora
