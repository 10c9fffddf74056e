#include "common/thread_pool.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <sys/resource.h>

#include <gtest/gtest.h>

namespace bora {
namespace {

class ThreadPoolOf : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolOf, ::testing::Values(1, 2, 3, 8));

TEST_P(ThreadPoolOf, RunsEveryIndexOnce) {
  ThreadPool pool(GetParam());
  EXPECT_EQ(pool.threads(), GetParam());
  for (const int n : {0, 1, 2, 7, 1000}) {
    std::vector<std::atomic<int>> runs(n);
    pool.parallel_for(n, [&](int i) { ++runs[i]; });
    for (int i = 0; i < n; ++i) EXPECT_EQ(runs[i], 1) << "index " << i << " of " << n;
  }
}

TEST_P(ThreadPoolOf, HasFinishedEveryIndexOnReturn) {
  ThreadPool pool(GetParam());
  for (int repeat = 0; repeat < 2000; ++repeat) {
    std::vector<int> values(5, 0);  // goes out of scope: a late body would write into freed memory
    pool.parallel_for(5, [&](int i) { values[i] = i + repeat; });
    for (int i = 0; i < 5; ++i) ASSERT_EQ(values[i], i + repeat);
  }
}

TEST_P(ThreadPoolOf, RethrowsTheLowestFailureOnceAllHaveRun) {
  ThreadPool pool(GetParam());
  for (int repeat = 0; repeat < 100; ++repeat) {
    std::atomic<int> runs = 0;
    std::string message;
    try {
      pool.parallel_for(50, [&](int i) {
        ++runs;
        if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    ASSERT_EQ(message, "7");
    ASSERT_EQ(runs, 50);
  }
  int runs = 0;
  EXPECT_NO_THROW(pool.parallel_for(1, [&](int) { ++runs; })) << "a failure must not be reported twice";
  EXPECT_EQ(runs, 1);
}

TEST(ThreadPool, RunsBodiesAtTheSameTime) {
  ThreadPool pool(3);
  std::atomic<int> arrived = 0;
  pool.parallel_for(3, [&](int) {
    ++arrived;
    while (arrived < 3) std::this_thread::yield();  // would never end if one thread ran all bodies
  });
  EXPECT_EQ(arrived, 3);
}

TEST(ThreadPool, UsesNoOtherThreadWhenItHasOne) {
  ThreadPool pool(1);
  pool.parallel_for(
      10, [caller = std::this_thread::get_id()](int) { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(ThreadPool, ThrowsIfTheSystemRefusesAThread) {
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  const rlimit narrow = {rlim_t{2} << 30, before.rlim_max};  // 8 MiB of stack a thread: some 250 threads
  ASSERT_EQ(setrlimit(RLIMIT_AS, &narrow), 0);
  EXPECT_THROW(ThreadPool pool(100'000), std::system_error);
  setrlimit(RLIMIT_AS, &before);
}
#endif

}  // namespace
}  // namespace bora
