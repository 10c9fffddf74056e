#include "runs/process_pool.h"

#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace bora::runs {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

class ProcessPoolTest : public ::testing::Test {
 protected:
  Job shell(std::int64_t id, const std::string& script, double seconds = 0) const {
    return {id, {"sh", "-c", script}, {{"GIVEN", "a b"}}, "", file(id, "out"), file(id, "err"), seconds};
  }
  fs::path file(std::int64_t id, const std::string& kind) const {
    return folder_ / (std::to_string(id) + "." + kind);
  }
  static std::string content(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
  }
  testing::TemporaryFolder folder_;
};

TEST_F(ProcessPoolTest, RunsProgramsAtTheSameTime) {
  ProcessPool pool(2);
  // Each job waits for a file that the other makes.
  const auto meet = [&](int mine, int other) {
    return "touch " + (folder_ / std::to_string(mine)).string() + "; while [ ! -e " +
           (folder_ / std::to_string(other)).string() + " ]; do sleep 0.01; done; echo $GIVEN; echo bad >&2";
  };
  pool.start(shell(7, meet(1, 2)));
  pool.start(shell(8, meet(2, 1)));
  EXPECT_TRUE(pool.full());
  for (int i = 0; i < 2; ++i) {
    const auto end = pool.wait(milliseconds(20000));
    ASSERT_TRUE(end);
    EXPECT_EQ(end->how, JobEnd::How::exited);
    EXPECT_EQ(end->code, 0);
    EXPECT_EQ(end->reason, "");
    EXPECT_EQ(content(file(end->id, "out")), "a b\n");
    EXPECT_EQ(content(file(end->id, "err")), "bad\n");
  }
  EXPECT_EQ(pool.running(), 0);
  EXPECT_FALSE(pool.wait(milliseconds(20000))) << "returns at once if none runs";
}

TEST_F(ProcessPoolTest, ReportsHowAJobEnded) {
  ProcessPool pool(4);
  pool.start(shell(1, "exit 3"));
  pool.start(shell(2, "kill -SEGV $$"));
  pool.start(shell(3, "sleep 60", 0.05));
  Job missing = shell(4, "");
  missing.command = {"/no/such/program"};
  pool.start(missing);
  std::map<std::int64_t, JobEnd> ends;
  while (const auto end = pool.wait(milliseconds(20000))) ends[end->id] = *end;
  ASSERT_EQ(ends.size(), 4u);
  EXPECT_EQ(ends[1].reason, "exit code 3");
  EXPECT_EQ(ends[1].code, 3);
  EXPECT_EQ(ends[2].how, JobEnd::How::killed);
  EXPECT_EQ(ends[2].code, SIGSEGV);
  EXPECT_EQ(ends[3].how, JobEnd::How::timed_out);
  EXPECT_EQ(ends[3].reason, "not done after 0.05 s");
  EXPECT_EQ(ends[4].how, JobEnd::How::not_started);
  EXPECT_EQ(ends[4].reason, "'/no/such/program' cannot be run: No such file or directory");
}

TEST_F(ProcessPoolTest, NamesTheFileThatCannotBeOpened) {
  ProcessPool pool(3);
  Job job = shell(1, "true");
  job.input = folder_ / "none";
  pool.start(job);
  job = shell(2, "true");
  job.output = folder_ / "no" / "out";
  pool.start(job);
  job = shell(3, "true");
  job.errors = folder_ / "no" / "err";
  pool.start(job);
  std::map<std::int64_t, JobEnd> ends;
  while (const auto end = pool.wait(milliseconds(20000))) ends[end->id] = *end;
  const std::string folder = folder_.path().string(), none = ": No such file or directory";
  EXPECT_EQ(ends[1].reason, folder + "/none cannot be opened for reading" + none);
  EXPECT_EQ(ends[2].reason, folder + "/no/out cannot be opened for writing" + none);
  EXPECT_EQ(ends[3].reason, folder + "/no/err cannot be opened for writing" + none);
  for (const auto& [id, end] : ends) EXPECT_EQ(end.how, JobEnd::How::not_started);
}

// srun, for example, passes SIGTERM on to the other nodes of its job.
TEST_F(ProcessPoolTest, SendsSigtermBeforeSigkill) {
  const fs::path ready = folder_ / "ready", told = folder_ / "told";
  {
    ProcessPool pool(1);
    pool.start(shell(1, "trap 'sleep 0.2; touch " + told.string() + "; exit' TERM; touch " + ready.string() +
                            "; while true; do sleep 0.01; done"));
    for (int i = 0; i < 2000 && !fs::exists(ready); ++i) ::usleep(10000);
  }
  EXPECT_TRUE(fs::exists(told));
}

TEST_F(ProcessPoolTest, EndsOneJob) {
  ProcessPool pool(2);
  const fs::path go = folder_ / "go";
  pool.start(shell(1, "while [ ! -e " + go.string() + " ]; do sleep 0.01; done; exit 3"));
  pool.start(shell(2, "sleep 60"));
  pool.end(7);
  pool.end(2);
  const auto ended = pool.wait(milliseconds(20000));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->id, 2);
  EXPECT_EQ(ended->how, JobEnd::How::timed_out);
  std::ofstream(go) << "";
  const auto other = pool.wait(milliseconds(20000));
  ASSERT_TRUE(other);
  EXPECT_EQ(other->code, 3) << "the other job continues";
}

TEST_F(ProcessPoolTest, ReadsItsInputFromAFile) {
  std::ofstream(folder_ / "in") << "seven\n";
  ProcessPool pool(1);
  Job job = shell(1, "read word; echo got $word");
  job.input = folder_ / "in";
  pool.start(job);
  ASSERT_TRUE(pool.wait(milliseconds(20000)));
  EXPECT_EQ(content(file(1, "out")), "got seven\n");
}

TEST_F(ProcessPoolTest, EndsWhatAJobLeftBehind) {
  const fs::path pid = folder_ / "pid";
  ProcessPool pool(1);
  pool.start(shell(1, "sleep 60 & echo $! > " + pid.string()));
  ASSERT_TRUE(pool.wait(milliseconds(20000)));
  const auto alive = [&] { return ::kill(std::stoi(content(pid)), 0) == 0; };
  for (int i = 0; i < 500 && alive(); ++i) ::usleep(10000);
  EXPECT_FALSE(alive());
}

// Also tests a job that ignores SIGTERM, with the processes that it started.
TEST_F(ProcessPoolTest, EndsWhatAJobStarted) {
  const fs::path pid = folder_ / "pid";
  const auto alive = [&] { return ::kill(std::stoi(content(pid)), 0) == 0; };
  {
    ProcessPool pool(1);
    pool.start(shell(
        1, "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ > " + pid.string() + "; sleep 60' & wait; sleep 60",
        0.3));
    const auto end = pool.wait(milliseconds(20000));
    ASSERT_TRUE(end);
    EXPECT_EQ(end->how, JobEnd::How::timed_out);
    for (int i = 0; i < 500 && alive(); ++i) ::usleep(10000);
    EXPECT_FALSE(alive());
    pool.start(shell(2, "echo $$ > " + pid.string() + "; sleep 60"));
    for (int i = 0; i < 500 && !fs::exists(file(2, "out")); ++i) ::usleep(10000);
    ::usleep(100000);
  }
  EXPECT_FALSE(alive()) << "the pool's end is the jobs' end";
}

// torchrun's workers, for example, are in sessions of their own.
TEST_F(ProcessPoolTest, EndsWhatAJobStartedInASessionOfItsOwn) {
  const fs::path pid = folder_ / "pid";
  const auto alive = [&] { return ::kill(std::stoi(content(pid)), 0) == 0; };
  const std::string detached = "setsid sh -c 'echo $$ > " + pid.string() + "; exec sleep 60' & sleep 60";
  const auto await = [&] {
    for (int i = 0; i < 500 && (!fs::exists(pid) || content(pid).empty()); ++i) ::usleep(10000);
    ASSERT_TRUE(fs::exists(pid));
  };
  const auto gone = [&] {
    for (int i = 0; i < 500 && alive(); ++i) ::usleep(10000);
    return !alive();
  };
  {
    ProcessPool pool(1);
    pool.start(shell(1, detached, 0.5));
    await();
    const auto end = pool.wait(milliseconds(20000));
    ASSERT_TRUE(end);
    EXPECT_EQ(end->how, JobEnd::How::timed_out);
    EXPECT_TRUE(gone()) << "after a time limit";
    fs::remove(pid);
    pool.start(shell(2, detached));
    await();
  }
  EXPECT_TRUE(gone()) << "after the pool's end";
}

}  // namespace
}  // namespace bora::runs
