#include "data/image_files.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "common/error.h"
#include "data/file.h"
#include "data/image_io.h"

namespace bora {
namespace {

struct LabelledFile {
  std::string name;  // relative to the data set's directory
  int label = -1;
};

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

// The fields of a line of a CSV file (RFC 4180, but no line breaks within quotes).
std::vector<std::string> csv_fields(const std::string& line, const std::string& where) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  if (quoted) throw InputError("{}: a quote is not closed", where);
  return fields;
}

std::size_t column_of(const std::vector<std::string>& header, const std::string& name,
                      const std::string& where) {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end()) throw InputError("{}: no column {}, expected a header file,label", where, name);
  return static_cast<std::size_t>(found - header.begin());
}

std::vector<LabelledFile> read_list(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / "labels.csv";
  const auto bytes = read_complete_file(path);
  std::string text(bytes.begin(), bytes.end());
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // byte order mark of spreadsheet programs
  std::istringstream lines(text);

  std::vector<LabelledFile> files;
  std::map<std::string, int> line_of;
  std::optional<std::size_t> file_column, label_column;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string where = fmt::format("{}:{}", path.string(), ++number);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto fields = csv_fields(line, where);
    if (!file_column) {
      file_column = column_of(fields, "file", where);
      label_column = column_of(fields, "label", where);
      continue;
    }
    if (fields.size() <= std::max(*file_column, *label_column))
      throw InputError("{}: {} fields, expected at least {}", where, fields.size(),
                       std::max(*file_column, *label_column) + 1);
    LabelledFile entry{fields[*file_column], -1};
    const std::string& label = fields[*label_column];
    const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), entry.label);
    if (error != std::errc() || end != label.data() + label.size() || entry.label < 0)
      throw InputError("{}: label '{}', expected a number >= 0", where, label);
    if (const auto [first, is_new] = line_of.emplace(entry.name, number); !is_new)
      throw InputError("{}: {} is already listed in line {}", where, entry.name, first->second);
    if (std::error_code missing; !std::filesystem::is_regular_file(directory / entry.name, missing))
      throw InputError("{}: '{}' is not a file in {}", where, entry.name, directory.string());
    files.push_back(std::move(entry));
  }
  if (files.empty()) throw InputError("{}: lists no images", path.string());
  return files;
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
  return read_files(directory, read_list(directory));
}

ImageDataset load_single_image(const std::filesystem::path& path) {
  ImageDataset dataset = read_files(path.parent_path(), {{path.filename().string(), -1}});
  dataset.source = path.string();
  return dataset;
}

}  // namespace bora
