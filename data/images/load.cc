#include "data/images/load.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "data/files/numpy_files.h"
#include "data/files/places.h"
#include "data/files/split.h"
#include "data/images/cifar.h"
#include "data/images/class_map.h"
#include "data/images/digits.h"
#include "data/images/idx.h"
#include "data/images/image_files.h"
#include "data/images/image_io.h"
#include "data/images/train_range.h"

namespace bora::data {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kNames = {"digits", "fashion-mnist"};

ImageDataset load_fashion_mnist(Part part) {
  const auto directory = first_existing(places("fashion-mnist", {"/usr/share/datasets/fashion-mnist"}));
  if (!directory)
    throw InputError(
        "fashion-mnist: is not installed: install Debian's dataset-fashion-mnist, or put its IDX files into "
        "$BORA_DATA_DIR/fashion-mnist");
  ImageDataset dataset = load_idx(*directory, part);
  dataset.class_names = {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat",
                         "Sandal",      "Shirt",   "Sneaker",  "Bag",   "Ankle boot"};
  return dataset;
}

// Throws InputError for a train part of a single image, which users choose for an attack.
void refuse_train(Part part, const fs::path& source) {
  if (part == Part::train)
    throw InputError("{}: has no train part: all its images are for testing", source.string());
}

ImageDataset load_arrays(const NumpyFiles& files, Part part, const SplitOptions& split) {
  const ImageDataset dataset = load_numpy_files(files, part);
  return files.whole ? take_part(dataset, part, split) : dataset;
}

// Returns a clause on the .npy files of a directory; "" if there are none.
std::string arrays_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.path().extension() == ".npy") names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names.empty() ? "" : "; its NumPy arrays are " + printable(join(names));
}

// Throws InputError for a directory of CIFAR-10's version for Python.
void refuse_pickles(const fs::path& directory) {
  if (fs::exists(directory / "data_batch_1") || fs::exists(directory / "test_batch"))
    throw InputError(
        "{}: holds CIFAR-10 as Python pickles, which are not read; give the folder cifar-10-batches-bin of the "
        "binary version",
        directory.string());
}

// Loads a data set from a directory. Loaders of separate image files prepare the images themselves, since
// these may differ in size before.
ImageDataset load_directory(const fs::path& directory, Part part, const SplitOptions& split,
                            const Preparation& preparation) {
  if (fs::exists(directory / "labels.csv")) {
    return load_labelled_files(directory, part, preparation);
  }
  if (is_idx_directory(directory)) return prepared(load_idx(directory, part), preparation);
  if (is_cifar_directory(directory)) return prepared(load_cifar(directory, part), preparation);
  if (is_split_folder(directory)) return load_split_folder(directory, part, preparation);
  if (const auto arrays = find_numpy_files(directory))
    return prepared(load_arrays(*arrays, part, split), preparation);
  refuse_pickles(directory / "cifar-10-batches-py");
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.is_directory()) return take_part(load_image_folder(directory, preparation), part, split);
  refuse_pickles(directory);
  throw InputError(
      "{}: holds no data set: expected IDX files (train-images-idx3-ubyte, ...), CIFAR-10 batches "
      "(test_batch.bin, ...), labels.csv, NumPy arrays (x_test.npy and y_test.npy, ...), one sub-directory "
      "of images for each class, or train and test with such ones in them{}",
      directory.string(), arrays_in(directory));
}

// Returns whether a file may be a sheet of digits, by its name.
bool may_be_sheet(const fs::path& path) {
  return path.extension() == ".png" || path.filename() == "digits.png.gz";
}

bool is_numpy_file(const fs::path& path) {
  return path.extension() == ".npz" || path.extension() == ".npy";
}

ImageDataset load_file(const fs::path& path, Part part, const SplitOptions& split,
                       const Preparation& preparation) {
  if (is_numpy_file(path)) {
    ImageDataset dataset = load_arrays(*find_numpy_files(path), part, split);
    dataset.source = path.string();
    return prepared(std::move(dataset), preparation);
  }
  const bool sheet_name = may_be_sheet(path);
  if (const std::string format = unread_format(path); !format.empty())
    throw InputError("{}: {} files are not read: convert it to PNG; of an animation, convert one frame",
                     path.string(), format);
  if (path.filename() == "labels.csv")
    throw InputError("{}: is the list of a data set; give its folder, {}", path.string(),
                     path.has_parent_path() ? path.parent_path().string() : ".");
  if (!sheet_name && !has_image_extension(path))
    throw InputError(
        "{}: is not named as an image file is, nor .npz or .npy; for IDX files and CIFAR-10 batches, give "
        "their directory",
        path.string());
  if (sheet_name)
    if (const Image image = read_image(path); is_digits_sheet(image.shape))
      return prepared(take_part(cut_digits_sheet(image, path.string()), part, split), preparation);
  refuse_train(part, path);
  return load_single_image(path, preparation);
}

ImageDataset load_by_name_or_path(const std::string& spec, Part part, const SplitOptions& split,
                                  const Preparation& preparation) {
  if (spec == "digits") {
    const fs::path sheet = find_digits_sheet(digits_sheet_places());
    return prepared(take_part(cut_digits_sheet(read_image(sheet), sheet.string()), part, split), preparation);
  }
  if (spec == "fashion-mnist") return prepared(load_fashion_mnist(part), preparation);
  if (fs::is_directory(spec)) return load_directory(spec, part, split, preparation);
  if (fs::is_regular_file(spec)) return load_file(spec, part, split, preparation);
  throw InputError(
      "'{}' is neither a data set nor a path{}: expected {} or the path of a directory or an image", spec,
      suggestion(spec, kNames, kInBrackets), join(kNames));
}

}  // namespace

bool parts_are_drawn(const std::string& spec) {
  const std::string base = parse_ranged_spec(spec).base;
  std::error_code error;
  try {
    if (is_numpy_file(base)) return fs::exists(base, error) && find_numpy_files(base)->whole.has_value();
    if (!fs::is_directory(base, error))
      return base == "digits" || (may_be_sheet(base) && fs::is_regular_file(base, error) &&
                                  is_digits_sheet(read_image(base).shape));
    if (fs::exists(fs::path(base) / "labels.csv") || is_idx_directory(base) || is_cifar_directory(base) ||
        is_split_folder(base))
      return false;
    const auto arrays = find_numpy_files(base);
    return !arrays || arrays->whole;
  } catch (const InputError&) {
    return false;  // load_dataset() will report why it cannot be read
  } catch (const fs::filesystem_error&) {
    return false;  // likewise
  }
}

ImageDataset load_dataset(const std::string& spec, Part part, const SplitOptions& split,
                          const Preparation& preparation) {
  try {
    const RangedSpec ranged = parse_ranged_spec(spec);
    if (ranged.train && part == Part::all)
      throw InputError("{}: names a range of the images to train on, which does not go with all of them",
                       spec);
    ImageDataset dataset = load_by_name_or_path(ranged.base, part, split, preparation);
    check(dataset);
    if (part == Part::train && ranged.train) {
      if (const std::vector<int> order = spread_over_classes(dataset.labels); !order.empty())
        dataset = select(dataset, order);
      dataset = take_range(std::move(dataset), ranged);
    }
    return preparation.class_map.empty() ? dataset : with_class_map(dataset, preparation.class_map);
  } catch (const fs::filesystem_error& error) {
    throw InputError("{}: {}", error.path1().string(), error.code().message());
  }
}

}  // namespace bora::data
