// Fixture for tests of bo-train.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/text.h"
#include "support/temporary_folder.h"
#include "tools/options/run_tool.h"
#include "tools/train/tasks.h"

namespace bora::tools::bo_train_test {

namespace fs = std::filesystem;

/// Result of a command.
struct Outcome {
  int code = 0;
  std::string out, err;
};

/// A folder with a small data set, in which bo-train runs.
class BoTrain : public ::testing::Test {
 protected:
  // Makes a data set of IDX files with dark and bright images of 16x16 pixels. The images of the test part
  // differ from those of the training part.
  void SetUp() override {
    fs::create_directory(folder_ / "data");
    write_idx("train", 96);
    write_idx("t10k", 40);
  }

  Outcome run(const std::string& arguments) {
    const auto quoted = [&](const char* name) { return fmt::format("'{}'", (folder_ / name).string()); };
    const std::string command = fmt::format("cd {} && '{}' {} > {} 2> {}", quoted(""), BORA_TRAIN, arguments,
                                            quoted("out"), quoted("err"));
    const int status = std::system(command.c_str());
    return {WEXITSTATUS(status), read("out"), read("err")};
  }

  // Sends Ctrl-C as soon as `ready` returns true for the process.
  Outcome run_and_interrupt(const std::vector<std::string>& arguments,
                            const std::function<bool(pid_t)>& ready) {
    std::vector<char*> argv = {const_cast<char*>(BORA_TRAIN)};
    for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const pid_t process = fork();
    if (process == 0) {
      if (chdir(folder_.path().c_str()) != 0 || std::freopen("out", "w", stdout) == nullptr ||
          std::freopen("err", "w", stderr) == nullptr)
        _exit(99);
      execv(BORA_TRAIN, argv.data());
      _exit(98);
    }
    int status = 0;
    while (waitpid(process, &status, WNOHANG) == 0) {
      if (ready(process)) {
        kill(process, SIGINT);
        waitpid(process, &status, 0);
        break;
      }
      usleep(2000);
    }
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out"), read("err")};
  }

  static bool catches_interrupts(pid_t process) {
    std::ifstream status(fmt::format("/proc/{}/status", process));
    for (std::string word; status >> word;) {
      if (word != "SigCgt:") continue;
      std::uint64_t caught = 0;
      status >> std::hex >> caught;
      return (caught >> (SIGINT - 1) & 1) == 1;
    }
    return false;
  }

  int lines_of(const std::string& name) {
    const std::string text = read(name);
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }

  std::string without_seconds(const std::string& name) {
    std::istringstream lines(read(name));
    std::string text;
    for (std::string line; std::getline(lines, line);) text += line.substr(0, line.rfind(',')) + '\n';
    return text;
  }

  std::string read(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }

  // Runs the command in a forked process, because a new program would first have to load LibTorch.
  Outcome run_here(const std::string& arguments) {
    std::vector<std::string> words = split("bo-train " + arguments, ' ');
    std::vector<const char*> argv;
    for (std::string& word : words) argv.push_back(word == "''" ? "" : word.c_str());
    const pid_t process = fork();
    if (process == 0) {
      if (chdir(folder_.path().c_str()) != 0 || std::freopen("out", "w", stdout) == nullptr ||
          std::freopen("err", "w", stderr) == nullptr)
        _exit(99);
      const int code =
          run_tool("bo-train", [&] { return train(static_cast<int>(argv.size()), argv.data()); });
      std::fflush(nullptr);
      _exit(code);
    }
    int status = 0;
    waitpid(process, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("out"), read("err")};
  }

  void expect_refused(const std::string& arguments, const std::string& message) {
    const auto outcome = run_here(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_EQ(outcome.err.rfind("bo-train: ", 0), 0u) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
    EXPECT_TRUE(outcome.out.empty()) << outcome.out;
  }

  testing::TemporaryFolder folder_;

 private:
  void write_idx(const std::string& part, int n) {
    const auto big_endian = [](std::ofstream& file, std::initializer_list<int> values) {
      for (const int value : values)
        for (const int shift : {24, 16, 8, 0}) file.put(static_cast<char>((value >> shift) & 255));
    };
    std::ofstream images(folder_ / ("data/" + part + "-images-idx3-ubyte"), std::ios::binary);
    std::ofstream labels(folder_ / ("data/" + part + "-labels-idx1-ubyte"), std::ios::binary);
    big_endian(images, {0x803, n, 16, 16});
    big_endian(labels, {0x801, n});
    const int period = part == "train" ? 50 : 49;
    for (int i = 0; i < n; ++i) {
      labels.put(static_cast<char>(i % 2));
      for (int pixel = 0; pixel < 256; ++pixel)
        images.put(static_cast<char>(i % 2 == 0 ? pixel % period : 255 - pixel % period));
    }
  }
};

}  // namespace bora::tools::bo_train_test
