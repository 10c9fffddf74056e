// What we export, read by Python's torch.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/evaluation.h"
#include "models/export.h"
#include "models/toy_dataset.h"
#include "models/training.h"
#include "support/temporary_folder.h"

namespace bora {
namespace {

constexpr const char* kPython = BORA_TORCH_PYTHON;

TEST(PythonTorch, ReadsWhatWeExport) {
  if (*kPython == '\0') GTEST_SKIP() << "no Python with torch and numpy on this machine";
  const testing::TemporaryFolder folder;
  for (const auto& architecture : {"lenet", "resnet8"}) {
    const auto dataset = bars(64, {3, 28, 20}, 4, 1);
    NetworkOptions options;
    options.architecture = architecture;
    options.input = dataset.shape;
    options.classes = dataset.classes;
    set_normalisation(options, dataset);
    Network network(options);
    TrainingOptions training;
    training.epochs = 1;
    ThreadPool pool(1);
    train(network, dataset, training, pool);
    ModelMetadata metadata;
    metadata.class_names = {"a", "b", "c", "d"};
    export_torchscript(network, (folder / "model.pt").string(), metadata);

    const Batch images = images_as_batch(dataset, 0, 10);
    std::ofstream(folder / "images", std::ios::binary)
        .write(reinterpret_cast<const char*>(images.data()), images.size() * sizeof(float));
    const auto at = [&](const char* name) { return fmt::format("'{}'", (folder / name).string()); };
    const std::string command =
        fmt::format("'{}' '{}/models/torch_scores.py' {} {} 3x28x20 {} > {}", kPython, BORA_TEST_SOURCE_DIR,
                    at("model.pt"), at("images"), at("scores"), at("json"));
    ASSERT_EQ(std::system(command.c_str()), 0) << command;

    const Batch expected = network.scores(images).values;
    Batch scores(expected.rows(), expected.cols());
    std::ifstream file(folder / "scores", std::ios::binary);
    file.read(reinterpret_cast<char*>(scores.data()), scores.size() * sizeof(float));
    ASSERT_EQ(file.gcount(), static_cast<std::streamsize>(scores.size() * sizeof(float)));
    EXPECT_LT((scores - expected).cwiseAbs().maxCoeff(), 1e-5f * (1 + expected.cwiseAbs().maxCoeff()))
        << architecture;

    std::ostringstream json;
    json << std::ifstream(folder / "json").rdbuf();
    EXPECT_EQ(metadata_from_json(json.str(), "extra file").class_names, metadata.class_names);
  }
}

}  // namespace
}  // namespace bora
