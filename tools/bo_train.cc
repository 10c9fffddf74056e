// bo-train: trains one of our networks on a data set and writes it as TorchScript.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/random.h"
#include "common/text.h"
#include "common/thread_pool.h"
#include "data/load.h"
#include "models/evaluation.h"
#include "models/export.h"
#include "models/network.h"
#include "models/training.h"
#include "tools/options/command_line.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"
#include "tools/options/values.h"
#include "tools/report/statistics.h"

namespace bora {
namespace {

constexpr const char* kExamples = R"(Examples:
  bo-train --data digits --out digits.pt
      Trains a small convolutional network on the OpenCV digits sheet, as tools/setup installs it.
  bo-train --data path/to/cifar10 --arch resnet14 --epochs 30 --out cifar10.pt
  bo-train --config digits.ini --seed 7 --out digits-7.pt

The file is TorchScript: torch.jit.load reads it in Python, and bo-attack finds in it the test images that were
kept apart. Ctrl-C stops at the next batch and keeps the best whole epoch.)";

struct Options {
  std::string data, out;
  SplitOptions split;
  NetworkOptions network;
  TrainingOptions training;
  bool no_augment = false;
  int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  bool force = false, quiet = false, json = false;
};

bool parse(Options& options, int argc, const char* const* argv) {
  namespace po = boost::program_options;
  auto& training = options.training;
  CommandLine line("bo-train", "trains a classifier of images and writes it as TorchScript", kExamples);
  line.section("Data").add_options()  //
      ("data", po::value(&options.data)->required()->value_name("NAME|PATH"),
       "digits, fashion-mnist, or a folder of IDX files, CIFAR-10 batches or one sub-folder a class")  //
      ("test-fraction", value_of(options.split.test_fraction),
       "part kept apart for testing, where the data have no test images of their own")  //
      ("split-seed", value_of(options.split.seed), "seed of that split");
  line.section("Network and training")
      .add_options()                                                                          //
      ("arch", value_of(options.network.architecture), join(architectures(), " | ").c_str())  //
      ("epochs", value_of(training.epochs), "passes over the data")                           //
      ("batch", value_of(training.batch), "images a step")                                    //
      ("lr", value_of(training.learning_rate),
       "peak learning rate")  //
      ("weight-decay", value_of(training.weight_decay),
       "L2 penalty")  //
      ("no-augment", po::bool_switch(&options.no_augment),
       "train on the images as they are, not shifted or flipped")  //
      ("seed", value_of(training.seed),
       "of weights, order and augmentation")                              //
      ("threads", value_of(options.threads), "never changes the result")  //
      ("device", value_of(training.device), "cpu | cuda | cuda:N");
  line.section("Output").add_options()                                                                    //
      ("out", po::value(&options.out)->required()->value_name("FILE"), "model to write, e.g. digits.pt")  //
      ("force", po::bool_switch(&options.force), "replace the file if it is there")                       //
      ("quiet", po::bool_switch(&options.quiet), "no progress")                                           //
      ("json", po::bool_switch(&options.json), "print the result as JSON");
  line.keep_out_of_config({"out", "force"});
  return line.parse(argc, argv);
}

// All that can be said before the data are read.
void check_options(const Options& options) {
  check_name(options.network.architecture, "--arch", architectures());
  options.training.check();
  if (options.threads < 1) throw InputError("--threads: {} is not at least 1", options.threads);
  if (!(options.split.test_fraction > 0 && options.split.test_fraction < 1))
    throw InputError("--test-fraction: {} is not between 0 and 1", options.split.test_fraction);
}

// Found out before an hour of training, not after.
void check_writable(const Options& options) {
  namespace fs = std::filesystem;
  const fs::path out = options.out;
  const fs::path folder = out.has_parent_path() ? out.parent_path() : fs::path(".");
  if (fs::is_directory(out)) throw InputError("--out: {} is a directory, expected a file name", out.string());
  if (fs::exists(out) && !options.force)
    throw InputError("--out: {} is there already; --force replaces it", out.string());
  if (!fs::is_directory(folder)) throw InputError("--out: the folder {} does not exist", folder.string());
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError("--out: the folder {} is not writable", folder.string());
}

int number_of_classes(const ImageDataset& train, const ImageDataset& test) {
  int largest = 0;
  for (const auto* part : {&train, &test})
    for (const int label : part->labels) largest = std::max(largest, label);
  return std::max(train.classes, largest + 1);
}

// Shows how training goes.
class Reporter {
 public:
  Reporter(const Options& options, Network& network, const ImageDataset& test)
      : epochs_(options.training.epochs),
        network_(network),
        test_(test),
        progress_(options.quiet || options.json) {}

  void operator()(const TrainingProgress& now) {
    if (now.epoch_done()) {
      progress_.say(fmt::format("epoch {:3}/{}  loss {:.4f}  test accuracy {:.2f}%", now.epoch, epochs_,
                                now.loss, 100 * measure_accuracy(network_, test_).fraction()));
      return;
    }
    const double done = (now.epoch - 1 + static_cast<double>(now.step) / now.steps) / epochs_;
    progress_.update(done, fmt::format("epoch {}/{}, loss {:.4f}", now.epoch, epochs_, now.loss));
  }
  void finish() { progress_.finish(); }

 private:
  int epochs_;
  Network& network_;
  const ImageDataset& test_;
  Progress progress_;
};

// A relative path would be lost as soon as bo-attack runs elsewhere; a name such as "digits" holds anywhere,
// even where a folder is called so.
std::string data_to_remember(const std::string& spec, const ImageDataset& dataset) {
  std::error_code error;
  const auto path = std::filesystem::canonical(spec, error);
  const bool read_from_path = dataset.source.rfind(spec, 0) == 0;
  return error || !read_from_path ? spec : path.string();
}

ModelMetadata describe(const Options& options, const TrainingResult& result, const ImageDataset& train,
                       const Accuracy& accuracy) {
  ModelMetadata metadata;
  metadata.class_names = train.class_names;
  metadata.data = data_to_remember(options.data, train);
  metadata.split = options.split;
  metadata.test_accuracy = accuracy.fraction();
  metadata.training = TrainingSummary{.epochs = result.epochs,
                                      .batch = options.training.batch,
                                      .learning_rate = options.training.learning_rate,
                                      .weight_decay = options.training.weight_decay,
                                      .seed = options.training.seed};
  return metadata;
}

void print_result(const Options& options, const Network& network, const TrainingResult& result,
                  const Accuracy& accuracy) {
  const Interval interval = wilson_interval(accuracy.fraction(), accuracy.total);
  if (options.json) {
    const nlohmann::json json = {{"model", options.out},
                                 {"architecture", network.options().architecture},
                                 {"weights", network.weights()},
                                 {"epochs", result.epochs},
                                 {"interrupted", result.interrupted},
                                 {"loss", result.loss},
                                 {"seconds", result.seconds},
                                 {"test_images", accuracy.total},
                                 {"test_correct", accuracy.correct},
                                 {"test_accuracy", accuracy.fraction()},
                                 {"test_accuracy_interval", {interval.low, interval.high}}};
    fmt::print("{}\n", json.dump(2));
    return;
  }
  fmt::print(
      "test accuracy {:.2f}% [{:.2f}, {:.2f}] ({} of {} images, 95% interval), {} weights, {} epochs in {}\n",
      100 * accuracy.fraction(), 100 * interval.low, 100 * interval.high, accuracy.correct, accuracy.total,
      network.weights(), result.epochs, format_duration(result.seconds));
  fmt::print("wrote {}\n", options.out);
}

int run(int argc, const char* const* argv) {
  Options options;
  if (!parse(options, argc, argv)) return kExitOk;
  check_options(options);
  check_writable(options);
  const ImageDataset train_images = load_dataset(options.data, Part::train, options.split);
  const ImageDataset test_images = load_dataset(options.data, Part::test, options.split);

  options.network.input = train_images.shape;
  options.network.classes = number_of_classes(train_images, test_images);
  options.network.seed = mix_seed(options.training.seed, "weights");
  set_normalisation(options.network, train_images);
  // A mirrored digit is another shape; a mirrored photograph is as good as the first.
  options.training.augmentation = {.shift = options.no_augment ? 0 : AugmentationOptions{}.shift,
                                   .flip = !options.no_augment && train_images.shape.channels == 3};

  const auto& stop = interrupt_flag();
  ThreadPool pool(options.threads);
  Network network(options.network, &pool);
  Reporter reporter(options, network, test_images);
  const TrainingResult result =
      train(network, train_images, options.training, pool, std::ref(reporter), &stop);
  reporter.finish();
  if (result.epochs == 0) {
    fmt::print(stderr, "bo-train: interrupted before the first epoch was done, nothing is written\n");
    return kExitInterrupted;
  }
  const Accuracy accuracy = measure_accuracy(network, test_images);
  export_torchscript(network, options.out, describe(options, result, train_images, accuracy));
  print_result(options, network, result, accuracy);
  return result.interrupted ? kExitInterrupted : kExitOk;
}

}  // namespace
}  // namespace bora

int main(int argc, char** argv) {
  return bora::run_tool("bo-train", [&] { return bora::run(argc, argv); });
}
