#include "data/image_files.h"

#include <algorithm>
#include <string>

#include "common/error.h"
#include "data/image_io.h"
#include "data/labelled_list.h"

namespace bora {
namespace {

// Reads the files in their order. Channels are settled once all are read: a grey file among colour ones
// becomes RGB with three equal channels.
ImageDataset read_files(const std::filesystem::path& directory, const std::vector<LabelledFile>& files) {
  ImageDataset dataset;
  dataset.source = directory.string();
  std::vector<Image> images;
  int channels = 1;
  for (const auto& [name, label] : files) {
    Image image = read_image(directory / name);
    channels = std::max(channels, image.shape.channels);
    if (!images.empty() &&
        (image.shape.height != images[0].shape.height || image.shape.width != images[0].shape.width))
      throw InputError("{}: {} high and {} wide, expected {} and {} as in {}", (directory / name).string(),
                       image.shape.height, image.shape.width, images[0].shape.height, images[0].shape.width,
                       files[0].name);
    images.push_back(std::move(image));
    dataset.records.push_back(dataset.size());
    dataset.labels.push_back(label);
    dataset.names.push_back(name);
  }
  dataset.shape = {channels, images[0].shape.height, images[0].shape.width};
  dataset.pixels.reserve(images.size() * dataset.shape.size());
  for (const Image& image : images)
    for (int copies = channels / image.shape.channels; copies > 0; --copies)
      dataset.pixels.insert(dataset.pixels.end(), image.pixels.begin(), image.pixels.end());
  return dataset;
}

bool is_hidden(const std::filesystem::path& path) {
  return path.filename().string().starts_with('.');
}

// Names in a directory, sorted byte by byte.
template <typename Predicate>
std::vector<std::string> sorted_names(const std::filesystem::path& directory, Predicate wanted) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (!is_hidden(entry.path()) && wanted(entry)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

ImageDataset load_image_folder(const std::filesystem::path& directory) {
  const auto classes = sorted_names(directory, [](const auto& entry) { return entry.is_directory(); });
  if (classes.empty())
    throw InputError("{}: holds no sub-directories, expected one for each class", directory.string());
  std::vector<LabelledFile> files;
  for (std::size_t label = 0; label < classes.size(); ++label) {
    const auto names = sorted_names(directory / classes[label], [](const auto& entry) {
      return entry.is_regular_file() && has_image_extension(entry.path());
    });
    if (names.empty())
      throw InputError("{}: holds no images, expected those of class {}",
                       (directory / classes[label]).string(), classes[label]);
    for (const auto& name : names) files.push_back({classes[label] + "/" + name, static_cast<int>(label)});
  }
  ImageDataset dataset = read_files(directory, files);
  dataset.class_names = classes;
  dataset.classes = static_cast<int>(classes.size());
  return dataset;
}

ImageDataset load_labelled_files(const std::filesystem::path& directory) {
  return read_files(directory, read_labelled_list(directory));
}

ImageDataset load_single_image(const std::filesystem::path& path) {
  ImageDataset dataset = read_files(path.parent_path(), {{path.filename().string(), -1}});
  dataset.source = path.string();
  return dataset;
}

}  // namespace bora
