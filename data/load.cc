#include "data/load.h"

#include <filesystem>

#include "common/error.h"
#include "common/text.h"
#include "data/cifar.h"
#include "data/digits.h"
#include "data/idx.h"
#include "data/image_files.h"
#include "data/image_io.h"
#include "data/places.h"
#include "data/split.h"
#include "data/train_range.h"

namespace bora {
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

// Labelled lists and single images are what somebody chose to attack: no train part can be made of them.
void refuse_train(Part part, const fs::path& source) {
  if (part == Part::train)
    throw InputError("{}: has no train part: all its images are for testing", source.string());
}

ImageDataset load_directory(const fs::path& directory, Part part, const SplitOptions& split) {
  if (fs::exists(directory / "labels.csv")) {
    refuse_train(part, directory);
    return load_labelled_files(directory);
  }
  if (is_idx_directory(directory)) return load_idx(directory, part);
  if (is_cifar_directory(directory)) return load_cifar(directory, part);
  if (is_split_folder(directory)) return load_split_folder(directory, part);
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.is_directory()) return take_part(load_image_folder(directory), part, split);
  throw InputError(
      "{}: holds no data set: expected IDX files (train-images-idx3-ubyte, ...), CIFAR-10 batches "
      "(test_batch.bin, ...), labels.csv, one sub-directory of images for each class, or train and test with "
      "such ones in them",
      directory.string());
}

// Names under which a sheet of digits is looked for.
bool may_be_sheet(const fs::path& path) {
  return path.extension() == ".png" || path.filename() == "digits.png.gz";
}

ImageDataset load_file(const fs::path& path, Part part, const SplitOptions& split) {
  const bool sheet_name = may_be_sheet(path);
  if (!sheet_name && !has_image_extension(path))
    throw InputError(
        "{}: is not named as an image file is; for IDX files and CIFAR-10 batches, give their directory",
        path.string());
  if (sheet_name)
    if (const Image image = read_image(path); is_digits_sheet(image.shape))
      return take_part(cut_digits_sheet(image, path.string()), part, split);
  refuse_train(part, path);
  return load_single_image(path);
}

ImageDataset load_by_name_or_path(const std::string& spec, Part part, const SplitOptions& split) {
  if (spec == "digits") {
    const fs::path sheet = find_digits_sheet(digits_sheet_places());
    return take_part(cut_digits_sheet(read_image(sheet), sheet.string()), part, split);
  }
  if (spec == "fashion-mnist") return load_fashion_mnist(part);
  if (fs::is_directory(spec)) return load_directory(spec, part, split);
  if (fs::is_regular_file(spec)) return load_file(spec, part, split);
  const std::string nearest = nearest_name(spec, kNames);
  throw InputError(
      "'{}' is neither a data set nor a path{}: expected {} or the path of a directory or an image", spec,
      nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest), join(kNames));
}

}  // namespace

bool parts_are_drawn(const std::string& spec) {
  const std::string base = parse_ranged_spec(spec).base;
  std::error_code error;
  try {
    if (!fs::is_directory(base, error))
      return base == "digits" || (may_be_sheet(base) && fs::is_regular_file(base, error) &&
                                  is_digits_sheet(read_image(base).shape));
    return !fs::exists(fs::path(base) / "labels.csv") && !is_idx_directory(base) &&
           !is_cifar_directory(base) && !is_split_folder(base);
  } catch (const InputError&) {
    return false;  // likewise
  } catch (const fs::filesystem_error&) {
    return false;  // who reads it will say why it cannot be read
  }
}

ImageDataset load_dataset(const std::string& spec, Part part, const SplitOptions& split) {
  try {
    const RangedSpec ranged = parse_ranged_spec(spec);
    if (ranged.train && part == Part::all)
      throw InputError("{}: names a range of the images to train on, which does not go with all of them",
                       spec);
    ImageDataset dataset = load_by_name_or_path(ranged.base, part, split);
    check(dataset);
    return part == Part::train ? take_range(std::move(dataset), ranged) : dataset;
  } catch (const fs::filesystem_error& error) {
    throw InputError("{}: {}", error.path1().string(), error.code().message());
  }
}

}  // namespace bora
