// Tests of the inputs that bo-train refuses or warns of.
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "data/images/image_io.h"
#include "tools/train/bo_train.h"

namespace bora::tools::bo_train_test {
namespace {

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

TEST_F(BoTrain, WarnsOfEqualImagesOfDifferentClasses) {
  fs::copy(folder_ / "data", folder_ / "mixed");
  std::fstream file(folder_ / "mixed/train-labels-idx1-ubyte",
                    std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(8);
  file.put('\1');  // the images at even places are equal and of class 0
  file.close();
  const std::string warning =
      "bo-train: warning: 48 of the 96 training images have the same pixels as another one of a different class, such as ";
  EXPECT_EQ(run("--data mixed --out model.pt --epochs 1 --quiet").err.rfind(warning, 0), 0u) << read("err");
  run("--data mixed --out model.pt --epochs 1 --quiet --force --validation 0.5");
  EXPECT_EQ(read("err").rfind(warning, 0), 0u) << "images kept apart for validation count, too";
}

TEST_F(BoTrain, WarnsWhereTestGraphsAreTrainingGraphs) {
  // All graphs are one edge between the same two nodes; those of class 1 have labels of their nodes.
  fs::create_directory(folder_ / "S");
  std::ofstream edges(folder_ / "S/S_A.txt"), of(folder_ / "S/S_graph_indicator.txt"),
      classes(folder_ / "S/S_graph_labels.txt"), labels(folder_ / "S/S_node_labels.txt");
  for (int graph = 1; graph <= 20; ++graph) {
    edges << fmt::format("{0}, {1}\n{1}, {0}\n", 2 * graph - 1, 2 * graph);
    of << fmt::format("{0}\n{0}\n", graph);
    classes << graph % 2 << "\n";
    labels << fmt::format("0\n{}\n", graph % 2);
  }
  for (auto* file : {&edges, &of, &classes, &labels}) file->close();
  const std::string warning = "warning: 4 of the 4 test graphs are equal to training graphs";
  const auto outcome = run("--data S --out g.pt --arch gcn:width=8 --epochs 1 --quiet");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err.rfind("bo-train: " + warning, 0), 0u) << outcome.err;
  EXPECT_NE(outcome.out.find("\n" + warning), std::string::npos) << outcome.out;
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
  EXPECT_EQ(
      outcome.err,
      "bo-train: folders: 1 file left out, not named as an image: cat/20.gif\n"
      "bo-train: warning: 1 of 21 files has an image format that is not read, such as cat/20.gif (GIF): convert "
      "these files to PNG\n");
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

TEST_F(BoTrain, RefusesOptionsOfTheOtherTask) {
  expect_refused("--data er-components --out g.pt --no-augment", "--no-augment: does not apply to graphs");
  expect_refused("--data er-components --out g.pt --arch lenet", "--arch: 'lenet' is not one of gcn");
  expect_refused("--data er-components --out g.pt --features lable", "--features: 'lable' is not one of");
  expect_refused("--data data --out m.pt --dropout 0.5", "--dropout: does not apply to images");
  expect_refused("--data data --out m.pt --task graphs", "--task: 'graphs' is not one of");
}

}  // namespace
}  // namespace bora::tools::bo_train_test
