#include "tools/train/train_options.h"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "common/error.h"
#include "common/fraction.h"
#include "common/process/shell_word.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "data/graphs/load_graphs.h"
#include "models/graphs/graph_network.h"
#include "models/networks/bayesian_network.h"
#include "models/networks/network.h"
#include "models/training/training.h"
#include "runs/lock_file.h"
#include "tools/options/command_line.h"
#include "tools/options/values.h"

namespace bora::tools {
namespace {

constexpr const char* kExamples = R"(Examples:
  bo-train --data digits --out digits.pt
      Trains a small convolutional network on the OpenCV digits sheet, as tools/setup installs it.
  bo-train --data path/to/cifar10 --arch resnet14 --epochs 30 --out cifar10.pt
  bo-train --data digits --arch bayesian-mlp:width=100 --out bayesian.pt
      Trains a perceptron with Gaussian weights; the model's scores average 100 draws that are the same for all images.
  bo-train --config digits.ini --seed 7 --out digits-7.pt
  bo-train --data PROTEINS.zip --arch gin --out proteins-gin.pt
      Trains a graph network on a set of graphs in the format of the TU collection.
  bo-train --data IMDB-MULTI.zip --arch gcn:layers=4:pool=mean --features degree:60 --out imdb.pt

The file is TorchScript: torch.jit.load reads it in Python (a classifier of graphs is called as in PyTorch Geometric,
with x, edge_index and batch). It also states the test part that was set aside, for bo-attack. Ctrl-C stops at the next
batch and keeps the best whole epoch; the same command with --resume continues from the last one, with the same result
as without the interruption. A training that diverges writes no model and cannot be resumed: it would diverge again.

Exit codes: 0 done; 2 wrong input, or a training that diverges; 130 interrupted; 1 anything else.)";

// Throws InputError for a learning rate that is not positive, or so large that steps overflow single
// precision (3.4e38).
void check_rate(double rate) {
  constexpr double kMost = 1e30;
  check_positive(rate);
  if (rate > kMost) throw InputError("got {}, expected at most {}", rate, kMost);
}

double parse_adversarial(const std::string& adversarial) {
  const double bound = parse_fraction(adversarial, "--adversarial");
  if (!(bound >= 0 && bound <= 1))
    throw InputError("--adversarial: got {}, expected 0 to 1, on images scaled to [0, 1]", adversarial);
  return bound;
}

bool is_perceptron(const std::string& architecture) {
  try {
    return parse_perceptron(architecture).has_value();
  } catch (const InputError& error) {
    throw InputError("--arch: {}", error.what());
  }
}

// Checks everything that does not depend on the data.
void check_options(const TrainOptions& options) {
  const bool graphs = options.task == "graph";
  const auto refuse = [&](bool given, const char* option) {
    if (given) throw InputError("{}: does not apply to {}s", option, options.task);
  };
  refuse(graphs && options.no_augment, "--no-augment");
  refuse(graphs && options.adversarial.has_value(), "--adversarial");
  refuse(graphs && options.device != "cpu", "--device");
  refuse(graphs && options.precision != "float32", "--precision");
  refuse(graphs && options.channels_last, "--channels-last");
  check_name(options.precision, "--precision", precisions());
  refuse(!graphs && options.dropout.has_value(), "--dropout");
  refuse(!graphs && !options.features.empty(), "--features");
  if (options.architecture.empty()) return;
  if (graphs)
    parse_graph_architecture(options.architecture, "arch");
  else if (is_perceptron(options.architecture)) {
    // These networks are trained by Adam on the CPU, in single precision, on images without augmentation.
    for (const auto& [given, option] : {std::pair{options.no_augment, "--no-augment"},
                                        {options.adversarial.has_value(), "--adversarial"},
                                        {options.weight_decay.has_value(), "--weight-decay"},
                                        {options.device != "cpu", "--device"},
                                        {options.precision != "float32", "--precision"},
                                        {options.channels_last, "--channels-last"}})
      if (given) throw InputError("{}: does not apply to --arch {}", option, options.architecture);
  } else {
    auto names = architectures();
    names.insert(names.end(), {"mlp", "bayesian-mlp"});
    check_name(options.architecture, "--arch", names);
  }
}

// Throws InputError if the file cannot be written, or if it exists and may not be replaced.
void check_writable(const std::string& name, const char* option, bool replaced) {
  namespace fs = std::filesystem;
  const fs::path out = name;
  if (!out.has_filename()) throw InputError("{}: '{}' is not a file name", option, name);
  const fs::path folder = out.has_parent_path() ? out.parent_path() : fs::path(".");
  if (fs::is_directory(out)) throw InputError("{}: {} is a directory, expected a file name", option, name);
  if (fs::exists(out) && !replaced)
    throw InputError("{}: {} exists already; --force replaces it", option, name);
  if (!fs::is_directory(folder))
    throw InputError("{}: the folder {} does not exist", option, folder.string());
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError("{}: the folder {} is not writable", option, folder.string());
}

// Creates and locks OUT.lock. Releasing the returned lock removes the file. Returns nullptr if it cannot be
// created. Throws InputError if another process trains the same model.
std::shared_ptr<const void> lock_training(const std::string& out) {
  const std::string file = out + ".lock";
  try {
    auto lock = std::make_unique<runs::LockFile>(file);
    const auto drop = [file](const runs::LockFile* held) {
      std::error_code error;
      std::filesystem::remove(file, error);
      delete held;
    };
    return std::shared_ptr<const runs::LockFile>(lock.release(), drop);
  } catch (const runs::RunInUse&) {
    throw InputError("--out: another process is training {}; name another file, or wait for it", out);
  } catch (const InputError&) {
    return nullptr;  // check_files() reports a folder that is not writable
  }
}

// Throws InputError if the output files cannot be written, or if a checkpoint is missing or in the way.
// Called before the training, which may take hours.
void check_files(const TrainOptions& options) {
  const bool replaced = options.force || options.resume;
  const std::string checkpoint = checkpoint_file(options);
  const bool interrupted = std::filesystem::exists(checkpoint);
  if (options.resume && !interrupted)
    throw InputError("--resume: {} does not exist: no training of {} was interrupted after a whole epoch",
                     checkpoint, options.out);
  if (interrupted && !replaced)
    throw InputError("--out: a training of {} was interrupted; --resume continues it, --force starts again",
                     options.out);
  check_writable(options.out, "--out", replaced);
  if (!options.log.empty()) check_writable(options.log, "--log", replaced);
}

// Declares all options. `adversarial`: text of --adversarial.
void declare(CommandLine& line, TrainOptions& options, std::string& adversarial) {
  namespace po = boost::program_options;
  line.section("Data").add_options()  //
      ("data", po::value(&options.data)->required()->value_name("NAME|PATH"),
       "images: digits, fashion-mnist, or a folder of IDX files, of CIFAR-10 batches, with one sub-folder per class, "
       "or with train and test folders of this kind; "
       "mnist/:train=0-29999 trains only on these images of the train part. "
       "Graphs: a TU data set (folder or .zip), or the name of a task of random graphs such as er-components")  //
      ("task", value_of(options.task), "image | graph | auto: inferred from the data")  //
      ("test-fraction", value_of(options.split.test_fraction)->check(check_proper_part),
       "share that is set aside for testing, if the data have no test part")  //
      ("split-seed", value_of(options.split.seed), "seed of that split")      //
      ("validation", optional_value(options.validation)->check(check_part),
       "share of the training part that is set aside; the epoch with the best accuracy on it is kept "
       "(default: images 0, which keeps the last epoch; graphs 0.1)");
  const std::string networks = fmt::format(
      "images: {} | mlp | bayesian-mlp (default lenet), the last two with options as in "
      "bayesian-mlp:depth=2:width=100:samples=100; graphs: {} (default gcn), with options as in gcn:width=32",
      join(architectures(), " | "), join(graph_architectures(), " | "));
  line.section("Network and training")
      .add_options()                                                //
      ("arch", po::value(&options.architecture), networks.c_str())  //
      ("features", po::value(&options.features),
       "node features of graphs: label, attributes, degree, degree:N, degree-value, degree-share, constant, joined by + "
       "(default: the first of the first three that the data have)")  //
      ("epochs", optional_value(options.epochs)->at_least(1),
       "passes over the data (default: images 20, graphs 100, gin 50)")  //
      ("batch", optional_value(options.batch)->at_least(1),
       "number of images or graphs per step (default: images 64, mlp and bayesian-mlp 100, graphs 32)")  //
      ("lr", optional_value(options.learning_rate)->check(check_rate),
       "peak learning rate (default: images 0.02, graphs 0.01); for mlp and bayesian-mlp the constant rate of Adam "
       "(default: 0.001)")  //
      ("weight-decay", optional_value(options.weight_decay)->check(check_not_negative),
       "L2 penalty (default: images 0.001, graphs 0.0005, gin 0)")  //
      ("dropout", optional_value(options.dropout)->check(check_part),
       "share of a graph's readout that each step drops (default: gin 0.5, else 0)")  //
      ("adversarial", text_of(adversarial, "EPS"),
       "train on images that are moved within this L-infinity bound to increase their loss, e.g. 0.2 or 2/255 "
       "(fast adversarial training; takes twice as long)")  //
      ("no-augment", po::bool_switch(&options.no_augment),
       "train on the images as they are, without shifts and flips")                         //
      ("seed", value_of(options.seed), "seed of weights, order, augmentation and dropout")  //
      ("threads", value_of(options.threads),
       "number of threads; 0: one per core. The result does not depend on it")                    //
      ("device", value_of(options.device), "device for training on images: cpu | cuda | cuda:N")  //
      ("precision", value_of(options.precision),
       "precision of training on images: float32 | bfloat16 | float16; validation and the model use float32")  //
      ("channels-last", po::bool_switch(&options.channels_last),
       "store images with their channels innermost; always done on CUDA below float32");
  line.section("Output").add_options()  //
      ("out", text_of(options.out, "FILE")->one_call()->required(),
       "model file to write, e.g. digits.pt")                                 //
      ("force", flag(options.force)->one_call(), "replace an existing file")  //
      ("log", text_of(options.log, "FILE")->one_call(),
       "write losses and accuracies to this CSV file, one line per epoch")  //
      ("resume", flag(options.resume)->one_call(),
       "continue an interrupted training from its last complete epoch; give the same options again")  //
      ("quiet", po::bool_switch(&options.quiet), "do not show progress")                              //
      ("json", po::bool_switch(&options.json), "print the result as JSON");
}

}  // namespace

std::string checkpoint_file(const TrainOptions& options) {
  return options.out + ".checkpoint";
}

bool parse(TrainOptions& options, int argc, const char* const* argv) {
  std::string adversarial;
  CommandLine line("bo-train", "trains a classifier of images or graphs and writes it as TorchScript",
                   kExamples);
  declare(line, options, adversarial);
  if (!line.parse(argc, argv)) return false;
  if (line.given("adversarial")) options.adversarial = parse_adversarial(adversarial);
  check_name(options.task, "--task", {"auto", "image", "graph"});
  if (options.task == "auto") options.task = looks_like_graphs(options.data) ? "graph" : "image";
  options.threads = checked_threads(options.threads, "--threads");
  check_options(options);
  options.lock = lock_training(options.out);
  check_files(options);
  options.command = shell_command({argv, argv + argc});
  options.deciding = line.values();
  for (const char* name : {"threads", "quiet", "json"}) options.deciding.erase(name);
  return true;
}

}  // namespace bora::tools
