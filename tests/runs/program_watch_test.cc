#include "runs/program_watch.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "common/hash.h"
#include "support/temporary_folder.h"
#include "support/text.h"

namespace bora::runs {
namespace {

namespace fs = std::filesystem;

// Facts of a run.
struct Facts {
  std::string get(const std::string& key) const { return values.contains(key) ? values.at(key) : ""; }
  void set(const std::string& key, const std::string& value) { values[key] = value; }
  std::map<std::string, std::string> values;
};

class WarningObserver final : public RunObserver {
 public:
  const std::atomic<bool>& stop() const override { return stop_; }
  void update(double /*fraction*/, const std::string& /*text*/) override {}
  void say(const std::string& text) override { lines.push_back(text); }
  void warn(const std::string& text) override { warnings.push_back(text); }
  void finish() override {}
  std::vector<std::string> lines, warnings;

 private:
  std::atomic<bool> stop_ = false;
};

class ProgramWatchTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name) << content;
    return (folder_ / name).string();
  }
  // Returns the warnings of a run that is continued.
  std::vector<std::string> warnings(const std::vector<std::string>& command, bool has_value) {
    WarningObserver observer;
    ProgramWatch<Facts>(facts_, command, has_value, observer);
    return observer.warnings;
  }
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  Facts facts_;
};

TEST_F(ProgramWatchTest, FilesAreNamedByWordsAndPartsOfWords) {
  const std::string script = write("train.py", "1"), config = write("a.toml", "2"),
                    other = write("b.sh", "3");
  EXPECT_EQ(hash_command_files({"python", script, "--lr", "{lr}"}), sha256("1") + "  " + script + "\n");
  EXPECT_EQ(hash_command_files({"python", "x.py", "--config=" + config}), sha256("2") + "  " + config + "\n");
  EXPECT_EQ(hash_command_files({"sh", "-c", "A=" + config + " sh '" + other + "'; " + other + " {lr}"}),
            sha256("3") + "  " + other + "\n" + sha256("2") + "  " + config + "\n");
  EXPECT_EQ(hash_command_files({"sh", "-c", "\"" + config + "\" '" + other + "'"}),
            sha256("2") + "  " + config + "\n" + sha256("3") + "  " + other + "\n");
  EXPECT_EQ(hash_command_files({other, "{lr}"}), sha256("3") + "  " + other + "\n");
  const std::string setting = write("a=b", "4");
  EXPECT_EQ(hash_command_files({"x", "--config=" + setting}), sha256("4") + "  " + setting + "\n");
  EXPECT_EQ(hash_command_files({"x", write("a\nb", "5")}), "") << "a name of two lines";
  EXPECT_EQ(hash_command_files({"python", folder_.path().string(), "", "{lr}"}), "");
  EXPECT_EQ(hash_command_files({}), "");
}

TEST_F(ProgramWatchTest, TheFirstWordIsOnlyAPathIfItHasASlash) {
  const fs::path before = fs::current_path();
  write("train", "1");
  fs::current_path(folder_.path());
  EXPECT_EQ(hash_command_files({"train"}), "");
  EXPECT_EQ(hash_command_files({"./train"}), sha256("1") + "  ./train\n");
  EXPECT_EQ(hash_command_files({"sh", "train"}), sha256("1") + "  train\n");
  fs::current_path(before);
}

TEST_F(ProgramWatchTest, LargeFilesAreLeftOut) {
  const std::string large = write("data", "");
  fs::resize_file(large, (16 << 20) + 1);
  EXPECT_EQ(hash_command_files({"x", large}), "");
  fs::resize_file(large, 16 << 20);
  EXPECT_NE(hash_command_files({"x", large}), "");
}

TEST_F(ProgramWatchTest, WarnsOfFilesThatChangedAfterTheFirstValue) {
  const std::vector<std::string> command{"python", write("train.py", "1"), write("lib.py", "2")};
  EXPECT_TRUE(warnings(command, false).empty());
  write("train.py", "mended");
  EXPECT_TRUE(warnings(command, false).empty()) << "no value yet";
  EXPECT_TRUE(warnings(command, true).empty());
  write("train.py", "changed");
  ASSERT_EQ(warnings(command, true).size(), 1U);
  EXPECT_EQ(warnings(command, true)[0],
            command[1] +
                ", which the command names, has changed since the run began: values from before and "
                "after may not be comparable");
  write("lib.py", "changed");
  EXPECT_TRUE(testing::contains(warnings(command, true)[0],
                                command[1] + ", " + command[2] + ", which the command names, have changed"));
}

TEST_F(ProgramWatchTest, WarnsOfFilesThatAreMissing) {
  const std::vector<std::string> command{"python", write("train.py", "1"), write("lib.py", "2")};
  warnings(command, false);
  const std::string where = " (working directory: " + fs::current_path().string() + ")";
  fs::remove(command[2]);
  ASSERT_EQ(warnings(command, true).size(), 1U);
  EXPECT_EQ(warnings(command, true)[0],
            command[2] + ", which the command names, is no longer a file" + where);
  fs::create_directory(command[2]);
  EXPECT_EQ(warnings(command, true)[0], command[2] + ", which the command names, is no longer a file" + where)
      << "a folder";
  write("train.py", "changed");
  EXPECT_TRUE(testing::contains(warnings(command, true)[0],
                                "may not be comparable; " + command[2] + ", which the command names, is no"));
  fs::remove(command[1]);
  EXPECT_EQ(warnings(command, true)[0],
            command[1] + ", " + command[2] + ", which the command names, are no longer files" + where);
}

TEST_F(ProgramWatchTest, StreamsOfTheProcessAreNotWatched) {
  const std::string log = write("log", "1");
  const int file = open(log.c_str(), O_RDONLY);
  ASSERT_GE(file, 0);
  const std::string number = std::to_string(file);
  EXPECT_NE(hash_command_files({"x", log}), "");
  EXPECT_EQ(hash_command_files({"x", "/dev/fd/" + number, "/proc/self/fd/" + number}), "");
  for (const auto& [stream, name] :
       {std::pair(STDIN_FILENO, "stdin"), {STDOUT_FILENO, "stdout"}, {STDERR_FILENO, "stderr"}}) {
    const int kept = dup(stream);
    ASSERT_EQ(dup2(file, stream), stream);
    const std::string hashes = hash_command_files({"sh", "-c", std::string("x </dev/") + name});
    dup2(kept, stream);
    close(kept);
    EXPECT_EQ(hashes, "") << name;
  }
  close(file);
}

TEST_F(ProgramWatchTest, FilesThatTheProgramWritesAreNotWatched) {
  const std::vector<std::string> command{"./x", write("train.py", "1"), write("log", "2")};
  WarningObserver observer;
  ProgramWatch<Facts> watch(facts_, command, false, observer);
  write("log", "2 3");
  watch.note_value();
  EXPECT_EQ(facts_.get("files"), sha256("1") + "  " + command[1] + "\n");
  const std::string expected =
      command[2] +
      ", which the command names, changed before the first value: it counts as a file that the program writes and is "
      "not watched; if you have edited it, the values of earlier and later trials may not be comparable";
  EXPECT_EQ(observer.lines, std::vector{expected});
  write("log", "2 3 4");
  EXPECT_TRUE(warnings(command, true).empty());
  write("train.py", "changed");
  watch.note_value();
  EXPECT_EQ(warnings(command, true).size(), 1U);
  EXPECT_EQ(observer.lines.size(), 1U);
  EXPECT_TRUE(observer.warnings.empty());
}

TEST_F(ProgramWatchTest, SeveralFilesThatTheProgramWritesAreNamedTogether) {
  WarningObserver observer;
  const std::vector<std::string> command{"./x", write("log", "1"), write("out", "2"), write("train.py", "3")};
  ProgramWatch<Facts> watch(facts_, command, false, observer);
  write("log", "");
  fs::remove(command[2]);
  watch.note_value();
  ASSERT_EQ(observer.lines.size(), 1U);
  EXPECT_TRUE(observer.lines[0].starts_with(
      command[1] + ", " + command[2] +
      ", which the command names, changed before the first value: they count as files"));
}

TEST_F(ProgramWatchTest, SaysNothingOfFilesThatDoNotChange) {
  WarningObserver observer;
  ProgramWatch<Facts>(facts_, {"python", write("train.py", "1")}, false, observer).note_value();
  EXPECT_TRUE(observer.lines.empty());
}

TEST_F(ProgramWatchTest, RunsOfEarlierVersionsAreNotWatched) {
  EXPECT_TRUE(warnings({"python", write("train.py", "1")}, true).empty());
  EXPECT_TRUE(facts_.values.empty());
}

}  // namespace
}  // namespace bora::runs
