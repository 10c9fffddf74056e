// Tests what bo-train prints, which files it writes and how it ends.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "data/graphs/load_graphs.h"
#include "data/images/load.h"
#include "models/graphs/torchscript_graph_victim.h"
#include "models/victims/evaluation.h"
#include "models/victims/metadata.h"
#include "models/victims/torch/torchscript_victim.h"
#include "runs/lock_file.h"
#include "tools/train/bo_train.h"

namespace bora::tools::bo_train_test {
namespace {

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

}  // namespace
}  // namespace bora::tools::bo_train_test
