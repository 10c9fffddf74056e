// Tests what bo-train prints, which files it writes and how it ends.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "common/text.h"
#include "data/graphs/load_graphs.h"
#include "data/images/image_io.h"
#include "models/graphs/torchscript_graph_victim.h"
#include "models/victims/evaluation.h"
#include "models/victims/metadata.h"
#include "models/victims/torch/torchscript_victim.h"
#include "runs/lock_file.h"
#include "support/temporary_folder.h"
#include "tools/options/run_tool.h"
#include "tools/train/tasks.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

struct Outcome {
  int code = 0;
  std::string out, err;
};

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

TEST_F(BoTrain, WritesAModelThatKnowsItsData) {
  const auto outcome = run("--data data --out model.pt --epochs 3 --lr 0.01 --seed 3 --threads 2");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("test accuracy 100.00% [91.24, 100.00] (40 of 40 images"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("wrote model.pt"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("epoch   3/3"), std::string::npos) << outcome.err;

  const auto path = (folder_ / "model.pt").string();
  const auto metadata = read_metadata(path);
  ASSERT_TRUE(metadata && metadata->training);
  EXPECT_EQ(metadata->data, fs::canonical(folder_ / "data").string()) << "found again from any folder";
  EXPECT_EQ(metadata->classes, load_dataset(metadata->data, Part::test).classes);
  EXPECT_EQ(metadata->test_accuracy, 1.0);
  EXPECT_EQ(metadata->training->epochs, 3);
  EXPECT_EQ(metadata->training->seed, 3u);
  VictimOptions options;
  options.address = path;
  EXPECT_EQ(measure_accuracy(*load_torchscript(options), load_dataset(metadata->data, Part::test)).correct,
            40);
}

TEST_F(BoTrain, TakesNamesInAnyScript) {
  fs::rename(folder_ / "data", folder_ / "\u6570\u636e");
  const auto outcome = run("--data \u6570\u636e --out \u00fcn\u00ef.pt --epochs 1 --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_metadata((folder_ / "\u00fcn\u00ef.pt").string())->data,
            fs::canonical(folder_ / "\u6570\u636e").string());
}

TEST_F(BoTrain, TrainsAgainstPerturbations) {
  const auto plain = run("--data data --out plain.pt --epochs 1 --quiet");
  ASSERT_EQ(plain.code, 0);
  EXPECT_NE(plain.out.find(" 1 epoch in "), std::string::npos) << plain.out;
  ASSERT_EQ(run("--data data --out robust.pt --epochs 1 --quiet --adversarial 8/255").code, 0);
  EXPECT_EQ(read_metadata((folder_ / "plain.pt").string())->training->adversarial, 0);
  EXPECT_DOUBLE_EQ(read_metadata((folder_ / "robust.pt").string())->training->adversarial, 8.0 / 255);
  EXPECT_NE(read("plain.pt"), read("robust.pt"));
}

TEST_F(BoTrain, TrainsPerceptronsOfGaussianWeightsAndOfPointEstimates) {
  for (const std::string arch : {"bayesian-mlp:depth=1:width=8:samples=10", "mlp:depth=1:width=8"}) {
    const std::string typed =
        "--data data --arch " + arch + " --epochs 40 --batch 8 --lr 0.01 --quiet --json ";
    const auto outcome = run(typed + "--out model.pt --force");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto json = parse_valid_json(outcome.out);
    EXPECT_EQ(json["test_correct"], 40);
    EXPECT_EQ(json["architecture"], arch);
    const auto path = (folder_ / "model.pt").string();
    EXPECT_EQ(read_metadata(path)->training->weight_decay, 0);
    VictimOptions options;
    options.address = path;
    EXPECT_EQ(
        measure_accuracy(*load_torchscript(options), load_dataset((folder_ / "data").string(), Part::test))
            .correct,
        40);
  }
  expect_refused("--data data --out m.pt --arch mlp:samples=3", "--arch: mlp: has no setting 'samples'");
  expect_refused("--data data --out m.pt --arch bayesian-mpl", "did you mean bayesian-mlp?");
  expect_refused("--data data --out m.pt --arch mlp --adversarial 0.1",
                 "--adversarial: does not apply to --arch mlp");
  expect_refused("--data data --out m.pt --arch mlp --weight-decay 0.1",
                 "--weight-decay: does not apply to --arch mlp");
  expect_refused("--data data --out m.pt --arch bayesian-mlp --precision bfloat16",
                 "--precision: does not apply to");
}

TEST_F(BoTrain, TrainsInMixedPrecision) {
  ASSERT_EQ(run("--data data --out whole.pt --epochs 1 --quiet").code, 0);
  const auto outcome = run("--data data --out mixed.pt --epochs 1 --quiet --precision bfloat16");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(read("whole.pt"), read("mixed.pt"));
  expect_refused("--data data --out model.pt --precision half", "--precision: 'half'");
  expect_refused("--data er-components --out g.pt --precision bfloat16",
                 "--precision: does not apply to graphs");
}

TEST_F(BoTrain, GivesTheSameModelForAnyNumberOfThreads) {
  ASSERT_EQ(run("--data data --out a.pt --epochs 1 --threads 1 --quiet").code, 0);
  ASSERT_EQ(run("--data data --out b.pt --epochs 1 --threads 2 --quiet").code, 0);
  EXPECT_EQ(read("a.pt"), read("b.pt"));
}

TEST_F(BoTrain, InterruptedSaysSoAndGoesOn) {
  const std::vector<std::string> training = {"--data",    "data", "--epochs",     "20",   "--arch", "resnet8",
                                             "--threads", "1",    "--validation", "0.25", "--quiet"};
  const std::string typed = "--data data --epochs 20 --arch resnet8 --threads 1 --validation 0.25 --quiet";
  ASSERT_EQ(run(typed + " --out whole.pt --log whole.csv").code, 0);
  auto arguments = training;
  arguments.insert(arguments.end(), {"--out", "cut.pt", "--log", "cut.csv"});
  const auto outcome = run_and_interrupt(arguments, [&](pid_t) { return lines_of("cut.csv") >= 3; });
  ASSERT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_NE(outcome.err.find("interrupted; cut.pt holds the best complete epoch so far. Continue with: "),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find(typed + " --out cut.pt --log cut.csv --resume"), std::string::npos)
      << outcome.err;
  expect_refused(typed + " --out cut.pt", "was interrupted; --resume continues it");
  expect_refused(typed + " --out cut.pt --resume --weight-decay 0.5", "weight-decay");
  ASSERT_EQ(run(typed + " --out cut.pt --log cut.csv --resume --threads 2").code, 2) << "given twice";
  ASSERT_EQ(run(typed + " --out cut.pt --log cut.csv --resume").code, 0);
  EXPECT_EQ(read("cut.pt"), read("whole.pt")) << "as if it had never been interrupted";
  EXPECT_FALSE(fs::exists(folder_ / "cut.pt.checkpoint"));
  EXPECT_EQ(without_seconds("cut.csv"), without_seconds("whole.csv"));
  EXPECT_EQ(lines_of("whole.csv"), 21);
  EXPECT_EQ(
      read("whole.csv").rfind("epoch,loss,validation_loss,validation_accuracy,test_accuracy,seconds\n1,", 0),
      0u);
  expect_refused(typed + " --out new.pt --resume", "new.pt.checkpoint does not exist");
}

TEST_F(BoTrain, InterruptedBeforeTheFirstEpochSaysSo) {
  const auto outcome = run_and_interrupt(
      {"--data", "data", "--epochs", "40", "--arch", "resnet14", "--adversarial", "0.1", "--out", "cut.pt"},
      [&](pid_t process) { return catches_interrupts(process); });
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_NE(outcome.err.find("interrupted"), std::string::npos) << outcome.err;
}

// A resumed training would only diverge again.
TEST_F(BoTrain, KeepsNoCheckpointOfATrainingThatDiverged) {
  expect_refused("--data data --out model.pt --epochs 20 --batch 96 --lr 1e4 --log log.csv --quiet",
                 "training diverged in epoch");
  EXPECT_GE(lines_of("log.csv"), 2) << "an epoch was done, so there was a checkpoint";
  EXPECT_FALSE(fs::exists(folder_ / "model.pt.checkpoint"));
  EXPECT_EQ(run("--data data --out model.pt --epochs 1 --quiet").code, 0) << read("err");
}

TEST_F(BoTrain, LeavesAModelToTheProcessThatTrainsIt) {
  {
    const runs::LockFile lock(folder_ / "model.pt.lock");
    expect_refused("--data data --out model.pt --epochs 1 --force",
                   "--out: another process is training model.pt");
  }
  EXPECT_EQ(run("--data data --out model.pt --epochs 1 --quiet").code, 0) << read("err");
  EXPECT_FALSE(fs::exists(folder_ / "model.pt.lock"));
}

TEST_F(BoTrain, WarnsWhereAllLabelsAreTheSame) {
  fs::copy(folder_ / "data", folder_ / "constant");
  for (const char* name : {"constant/train-labels-idx1-ubyte", "constant/t10k-labels-idx1-ubyte"}) {
    std::fstream file(folder_ / name, std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<int>(fs::file_size(folder_ / name));
    file.seekp(8);
    for (int i = 8; i < size; ++i) file.put('\1');
  }
  const auto outcome = run("--data constant --out model.pt --epochs 1 --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "bo-train: warning: all 96 images of the train part of constant are of class 1: a network learns "
            "nothing but this class\n");
}

TEST_F(BoTrain, WarnsWhereTestImagesAreTrainingImages) {
  fs::copy(folder_ / "data", folder_ / "same");
  // The first ten images are the same in both parts; no other images are equal.
  std::string bytes(10 * 256, 0);
  for (std::size_t i = 0; i < 10; ++i) bytes[i * 256 + i] = 'x';
  for (const char* part : {"train", "t10k"}) {
    std::fstream file(folder_ / "same" / fmt::format("{}-images-idx3-ubyte", part),
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(16).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  const std::string warning = "warning: 10 of the 40 test images have the same pixels as training images";
  auto outcome = run("--data same --out model.pt --epochs 1 --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err.rfind("bo-train: " + warning, 0), 0u) << outcome.err;
  EXPECT_NE(outcome.out.find("\n" + warning), std::string::npos) << outcome.out;
  outcome = run("--data same --out model.pt --epochs 1 --quiet --force --json --validation 0.5");
  EXPECT_NE(outcome.err.find(warning), std::string::npos) << "images kept apart for validation count, too";
  EXPECT_EQ(parse_valid_json(outcome.out)["warning"].get<std::string>().rfind("10 of the 40", 0), 0u);
  outcome = run("--data data --out model.pt --epochs 1 --quiet --force --json");
  EXPECT_EQ(outcome.err, "");
  EXPECT_FALSE(parse_valid_json(outcome.out).contains("warning"));
}

TEST_F(BoTrain, WarnsOfClassesWithoutImages) {
  fs::copy(folder_ / "data", folder_ / "gap");
  std::fstream file(folder_ / "gap/train-labels-idx1-ubyte", std::ios::in | std::ios::out | std::ios::binary);
  for (int i = 8; i < 8 + 96; ++i) {
    file.seekp(i);
    file.put(i % 2 == 0 ? '\0' : '\2');
  }
  file.close();
  auto outcome = run("--data gap --out model.pt --epochs 1 --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(
      outcome.err.find("no image of the train part of gap is of class 1, although classes up to 2 occur"),
      std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.err.find("begin at 0"), std::string::npos) << outcome.err;

  file.open(folder_ / "gap/train-labels-idx1-ubyte", std::ios::in | std::ios::out | std::ios::binary);
  for (int i = 8; i < 8 + 96; ++i) {
    file.seekp(i);
    file.put(i % 2 == 0 ? '\1' : '\2');
  }
  file.close();
  outcome = run("--data gap --out other.pt --epochs 1 --quiet");
  EXPECT_NE(outcome.err.find("is of class 0, although classes up to 2 occur"), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("labels are expected to begin at 0"), std::string::npos) << outcome.err;

  // Only the test part has images of class 2.
  fs::copy(folder_ / "data", folder_ / "last");
  file.open(folder_ / "last/t10k-labels-idx1-ubyte", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(8);
  file.put('\2');
  file.close();
  outcome = run("--data last --out last.pt --epochs 1 --quiet");
  EXPECT_NE(
      outcome.err.find("no image of the train part of last is of class 2, although classes up to 2 occur"),
      std::string::npos)
      << outcome.err;
}

TEST_F(BoTrain, NamesFilesThatTheReaderLeavesOut) {
  for (int i = 0; i < 20; ++i) {
    const std::string name = fmt::format("folders/{}/{}.png", i % 2 == 0 ? "cat" : "dog", i);
    fs::create_directories((folder_ / name).parent_path());
    const std::vector<std::uint8_t> pixels(256, static_cast<std::uint8_t>(10 * i));
    data::write_png(folder_ / name, pixels, {1, 16, 16});
  }
  std::ofstream(folder_ / "folders/cat/20.gif") << "GIF";
  const auto outcome = run("--data folders --out model.pt --epochs 1 --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "bo-train: folders: 1 file left out, not named as an image: cat/20.gif\n");
}

TEST_F(BoTrain, SpeaksJson) {
  std::ofstream(folder_ / "run.ini") << "data = data\nepochs = 1\narch = resnet8\njson = true\n";
  const auto outcome = run("--config run.ini --out model.pt");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto json = parse_valid_json(outcome.out);
  EXPECT_EQ(json["architecture"], "resnet8");
  EXPECT_EQ(json["test_images"], 40);
  EXPECT_EQ(json["epochs"], 1);
  EXPECT_FALSE(json["interrupted"]);
  EXPECT_TRUE(outcome.err.empty()) << outcome.err;
}

TEST_F(BoTrain, RefusesBadInputBeforeTraining) {
  expect_refused("--data data", "--out is required");
  expect_refused("--out model.pt", "--data is required");
  expect_refused("--data data --out model.pt --epoch 3", "unknown option --epoch; did you mean --epochs?");
  expect_refused("--data data --out model.pt --arch resnet", "did you mean resnet8?");
  expect_refused("--data data --out model.pt --epochs 0", "--epochs: got 0, expected at least 1");
  expect_refused("--data data --out model.pt --batch 0", "--batch: got 0, expected at least 1");
  expect_refused("--data data --out model.pt --lr 0", "--lr: got 0, expected a number above 0");
  expect_refused("--data data --out model.pt --lr inf", "--lr: got inf, expected a number above 0");
  expect_refused("--data data --out model.pt --arch mlp --lr 1e38",
                 "--lr: got 1e+38, expected at most 1e+30");
  expect_refused("--data data --out model.pt --weight-decay -1", "--weight-decay: got -1, expected");
  expect_refused("--data data --out model.pt --task graph --dropout 1", "--dropout: got 1, expected");
  expect_refused("--data data --out model.pt --validation 1", "--validation: got 1, expected");
  expect_refused("--data data --out model.pt --lr fast", "--lr: 'fast' is not valid, expected a number");
  expect_refused("--data data --out model.pt --adversarial much", "--adversarial: got 'much'");
  expect_refused("--data data --out model.pt --adversarial 8", "--adversarial: got 8, expected 0 to 1");
  expect_refused("--data data --out model.pt --threads -1", "--threads: got -1");
  expect_refused("--data data --out model.pt --threads 100000", "--threads: got 100000, expected 0");
  expect_refused("--data data --out ''", "--out: '' is not a file name");
  expect_refused("--data data --out " + std::string(300, 'x'), "File name too long");
  expect_refused("--data data --out model.pt --config .", "is a directory");
  expect_refused("--data data --out model.pt --test-fraction 1", "--test-fraction: got 1, expected a share");
  expect_refused("--data data --out model.pt --device cuda:77", "--device cuda:77: ");
  expect_refused("--data data --out model.pt --device tpu",
                 "--device: 'tpu' is not one of cpu, cuda, cuda:N");
  expect_refused("--data missing --out model.pt", "missing");
  expect_refused("--data data --out missing/model.pt", "the folder missing does not exist");
  expect_refused("--data data --out data", "is a directory");
  EXPECT_EQ(run("--data data").code, 2);
  std::ofstream(folder_ / "model.pt") << "precious";
  expect_refused("--data data --out model.pt", "--force replaces it");
  EXPECT_EQ(read("model.pt"), "precious");
  EXPECT_EQ(run("--data data --out model.pt --epochs 1 --force --quiet").code, 0);
  EXPECT_NE(read("model.pt"), "precious");
}

TEST_F(BoTrain, FindsAReadOnlyFolderBeforeTraining) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser may write anywhere";
  fs::create_directory(folder_ / "locked");
  fs::permissions(folder_ / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  expect_refused("--data data --out locked/model.pt", "not writable");
}

TEST_F(BoTrain, TrainsOnGraphs) {
  const auto outcome =
      run("--data er-components:graphs=60:nodes=8-12 --arch gcn:width=8 --epochs 2 --json --out g.pt");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto json = parse_valid_json(outcome.out);
  EXPECT_EQ(json["task"], "graph");
  EXPECT_EQ(json["architecture"], "gcn:layers=3:width=8:pool=max");
  EXPECT_GE(json["epochs"], 1);
  const auto metadata = read_metadata((folder_ / "g.pt").string());
  ASSERT_TRUE(metadata && metadata->graph);
  EXPECT_EQ(metadata->graph->features.rfind("degree:", 0), 0u);
  EXPECT_EQ(metadata->data, "er-components:graphs=60:nodes=8-12");
  TorchScriptGraphOptions options;
  options.path = (folder_ / "g.pt").string();
  const auto victim = load_torchscript_graph(options);
  EXPECT_TRUE(victim->has_gradients());
  const auto test = load_graphs(metadata->data, Part::test, metadata->split);
  EXPECT_EQ(json["test_graphs"], test.size());
  EXPECT_EQ(measure_accuracy(*victim, test).fraction(), json["test_accuracy"].get<double>());
}

TEST_F(BoTrain, KeepsTheEpochThatValidatesBest) {
  const std::string graphs = "--data er-components:graphs=100:nodes=8-12 --arch gcn:width=8 --epochs 6 ";
  const auto outcome = run(graphs + "--out g.pt");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("validation accuracy"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.out.find(" 6 epochs in "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("kept epoch "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(" of 9 graphs kept apart for validation are right"), std::string::npos)
      << "a tenth of each class of 79 training graphs: " << outcome.out;
  const auto json = parse_valid_json(run(graphs + "--out h.pt --json --validation 0.2").out);
  EXPECT_EQ(json["validation_graphs"], 15);
  EXPECT_LE(json["epochs"], 6);
  EXPECT_EQ(json["trained_epochs"], 6);
  const auto none = run(graphs + "--out i.pt --validation 0");
  EXPECT_EQ(none.out.find("kept epoch"), std::string::npos) << none.out;
  const auto images = run("--data data --out m.pt --epochs 2 --validation 0.25");
  EXPECT_NE(images.out.find(" of 24 images kept apart"), std::string::npos) << images.out;
  expect_refused("--data data --out n.pt --validation 1", "--validation: got 1, expected a share");
}

TEST_F(BoTrain, RefusesOptionsOfTheOtherTask) {
  expect_refused("--data er-components --out g.pt --no-augment", "--no-augment: does not apply to graphs");
  expect_refused("--data er-components --out g.pt --arch lenet", "--arch: 'lenet' is not one of gcn");
  expect_refused("--data er-components --out g.pt --features lable", "--features: 'lable' is not one of");
  expect_refused("--data data --out m.pt --dropout 0.5", "--dropout: does not apply to images");
  expect_refused("--data data --out m.pt --task graphs", "--task: 'graphs' is not one of");
}

}  // namespace
}  // namespace bora::tools
