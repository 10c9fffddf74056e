#include <functional>

#include "common/random.h"
#include "common/thread_pool.h"
#include "models/networks/bayesian_network.h"
#include "models/networks/export.h"
#include "models/networks/network.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"
#include "tools/options/run_tool.h"
#include "tools/options/setting.h"
#include "tools/train/outcome.h"
#include "tools/train/tasks.h"

namespace bora::tools {
namespace {

TrainingOptions training_of(const TrainOptions& options) {
  TrainingOptions training;
  if (parse_perceptron(options.architecture)) {
    const MeanFieldOptions perceptron;
    training.batch = perceptron.batch;
    training.learning_rate = perceptron.learning_rate;
    training.weight_decay = 0;
  }
  copy_given(options, training);
  training.device = options.device;
  training.precision = options.precision;
  training.channels_last = options.channels_last;
  training.adversarial = options.adversarial.value_or(0);
  training.check();
  return training;
}

}  // namespace

int train_on_images(const TrainOptions& options) {
  TrainingOptions training = training_of(options);
  const auto& stop = interrupt_flag();
  const auto parts = split_for_validation(options, load_dataset(options.data, Part::train, options.split), 0);
  const ImageDataset& train_part = parts.train;
  const ImageDataset test_part = load_dataset(options.data, Part::test, options.split);

  warn_of_labels(options, parts, test_part);
  print_notes(train_part);
  ContentSet learnt_from(train_part);
  if (parts.validation) learnt_from.merge(ContentSet(*parts.validation));
  for (const std::string& warning : joint_warnings(train_part, test_part)) warn(warning);
  warn(describe_dark_images(train_part));
  const std::string doubt = describe_known_images(learnt_from, test_part);
  warn(doubt);
  NetworkOptions network_options;
  if (!options.architecture.empty()) network_options.architecture = options.architecture;
  network_options.input = train_part.shape;
  network_options.classes = number_of_classes(train_part, test_part);
  network_options.seed = mix_seed(training.seed, "weights");
  set_normalisation(network_options, train_part);
  const auto perceptron = parse_perceptron(options.architecture);
  if (perceptron) network_options.body = bayesian_body(*perceptron, training.seed);
  naming("--data " + options.data, [&] { network_options.check(); });
  // Colour images are flipped, as a mirrored photograph is plausible. Grey ones, often digits, are not.
  training.augmentation = {.shift = options.no_augment ? 0 : AugmentationOptions{}.shift,
                           .flip = !options.no_augment && train_part.shape.channels == 3};

  ThreadPool pool(options.threads);
  Network network(network_options, &pool);
  const CheckpointPlan checkpoints = checkpoint_plan(options, content_hash(train_part));
  TrainReporter reporter(options, training.epochs,
                         [&] { return measure_accuracy(network, test_part).fraction(); });
  const ImageDataset* validation = parts.kept_apart();
  const TrainingResult result =
      perceptron
          ? train_bayesian(network, train_part, training, std::ref(reporter), &stop, validation, &checkpoints)
          : train(network, train_part, training, pool, std::ref(reporter), &stop, validation, &checkpoints);
  reporter.finish();
  if (result.epochs == 0) return nothing_trained();

  const Accuracy accuracy = measure_accuracy(network, test_part);
  export_torchscript(network, options.out,
                     metadata_of(options, train_part, training, result.epochs, accuracy.fraction()),
                     learnt_from);
  conclude_checkpoint(options, result);
  return print_outcome(options, {.architecture = network_options.architecture,
                                 .weights = network.weights(),
                                 .training = result,
                                 .test = accuracy,
                                 .doubt = doubt});
}

}  // namespace bora::tools
