#include "tools/nas/cell_task.h"

#include <algorithm>

#include "common/error.h"
#include "common/random.h"
#include "data/load.h"
#include "tools/options/training_data.h"

namespace bora {
namespace {

// Images of the train part, drawn by the seed: some to judge by, others to learn from.
void divide(const NasOptions& options, const ImageDataset& test, CellTask& task) {
  const ImageDataset all = load_dataset(options.data, Part::train);
  const int validation = options.validation > 0 ? options.validation : std::max(1, all.size() / 5);
  const int train = options.images > 0 ? options.images : all.size() - validation;
  if (train < 1 || validation > all.size() || train > all.size() - validation)
    throw InputError("--images {} and --validation {}: the train part of {} has {} images", options.images,
                     options.validation, options.data, all.size());
  Rng rng(mix_seed(options.seed, "images"));
  const auto order = rng.permutation(all.size());
  const std::vector<int> judged(order.begin(), order.begin() + validation);
  const std::vector<int> learnt(order.begin() + validation, order.begin() + validation + train);
  task.validation = select(all, judged);
  task.train = select(all, learnt);
  task.train.classes = number_of_classes(all, test);
}

}  // namespace

CellTask make_cell_task(const NasOptions& options, const SpacePtr& space, const ImageDataset& test) {
  CellTask task;
  task.space = space;
  task.network.channels = options.channels;
  task.network.cells = options.cells;
  task.scores = options.scores == "yes";
  task.training.epochs = options.epochs;
  task.training.learning_rate = options.learning_rate;
  task.training.adversarial = options.adversarial;
  task.training.device = options.device;
  task.training.seed = options.seed;
  divide(options, test, task);
  task.data = data_to_remember(options.data, task.train.source);
  task.training.batch = std::min(options.image_batch, task.train.size());
  // As bo-train has it: a mirrored digit is another shape.
  task.training.augmentation.flip = task.train.shape.channels == 3;
  task.training.check();
  check_device(options.device);
  return task;
}

}  // namespace bora
