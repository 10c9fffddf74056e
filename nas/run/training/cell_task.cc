#include "nas/run/training/cell_task.h"

#include <algorithm>
#include <utility>

#include "data/images/load.h"
#include "data/images/training_data.h"
#include "nas/run/training/devices.h"
#include "nas/run/training/train_part.h"

namespace bora::nas {
CellTask make_cell_task(const SearchConfig& config, const SpacePtr& space, const ImageDataset& test) {
  CellTask task;
  task.space = space;
  task.network.channels = config.channels;
  task.network.cells = config.cells;
  task.scores = config.scores;
  task.training.epochs = config.epochs;
  task.training.learning_rate = config.learning_rate;
  task.training.adversarial = config.adversarial;
  task.training.precision = config.precision;
  task.training.channels_last = config.channels_last;
  task.devices = devices_of(config.device, config.workers, cuda_devices());
  task.training.seed = config.seed;
  const ImageDataset all = load_dataset(config.data, Part::train);
  DividedPart<ImageDataset> part = divide_train_part(config, all, "images");
  task.train = std::move(part.train);
  task.validation = std::move(part.validation);
  task.learnt_from = ContentSet(task.train);
  task.learnt_from.merge(ContentSet(task.validation));
  task.train.classes = number_of_classes(all, test);
  task.data = data_to_remember(config.data, task.train.source);
  task.training.batch = std::min(config.image_batch, task.train.size());
  // As bo-train has it: a mirrored digit is another shape.
  task.training.augmentation.flip = task.train.shape.channels == 3;
  // A shift by two pixels would leave little of a small image: an eighth of a side below 16 at most.
  if (const int side = std::min(task.train.shape.height, task.train.shape.width); side < 16)
    task.training.augmentation.shift = std::min(task.training.augmentation.shift, side / 8);
  task.training.check();
  for (const std::string& device : task.devices) check_device(device);
  return task;
}

}  // namespace bora::nas
