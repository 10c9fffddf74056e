#include "data/files/numpy_files.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "data/files/bundle.h"
#include "data/files/npy_array.h"

namespace bora::data {
namespace {

namespace fs = std::filesystem;
using Pair = NumpyFiles::Pair;

// Words for images and labels that often stand together, the preferred ones first.
constexpr std::pair<const char*, const char*> kWords[] = {
    {"x", "y"},          {"images", "labels"},  {"image", "label"}, {"data", "labels"},
    {"data", "targets"}, {"images", "targets"}, {"arr_0", "arr_1"}};
// Words for images and labels in any combination.
constexpr const char* kImageWords[] = {"x", "images", "image", "data", "imgs", "img", "inputs", "features"};
constexpr const char* kLabelWords[] = {"y", "labels", "label", "targets"};
constexpr const char* kEnd = ".npy";

bool has(const Bundle& bundle, const std::string& name) {
  return std::ranges::binary_search(bundle.names(), name);
}

std::string names_in(const Bundle& bundle) {
  return printable(bundle.names().empty() ? "none" : join(bundle.names()));
}

// Arrays of a bundle by their names in lower case.
class ArrayNames {
 public:
  explicit ArrayNames(const Bundle& bundle) : bundle_(bundle) {
    for (const std::string& name : bundle.names())
      if (name.ends_with(kEnd)) by_lower_case_.emplace(lower_case(name), name);
  }
  // Returns the array with this name, or the first whose name differs only in upper and lower case; "": none.
  std::string find(const std::string& name) const {
    if (has(bundle_, name + kEnd)) return name + kEnd;
    const auto found = by_lower_case_.find(lower_case(name + kEnd));
    return found == by_lower_case_.end() ? "" : found->second;
  }

 private:
  const Bundle& bundle_;
  std::map<std::string, std::string> by_lower_case_;
};

// Returns the arrays called by these words, as a part; part "": as a set without parts.
std::vector<Pair> pairs_of_words(const ArrayNames& names, const std::string& part, const std::string& images,
                                 const std::string& labels) {
  std::vector<std::pair<std::string, std::string>> forms;
  if (part.empty()) forms.emplace_back(images, labels);
  for (const char* const between : {"_", ""}) {
    if (part.empty()) break;
    forms.emplace_back(images + between + part, labels + between + part);
    forms.emplace_back(part + between + images, part + between + labels);
  }
  std::vector<Pair> found;
  for (const auto& [of_images, of_labels] : forms)
    if (Pair pair{names.find(of_images), names.find(of_labels)}; !pair.images.empty() && !pair.labels.empty())
      found.push_back(std::move(pair));
  return found;
}

// Returns the pairs of arrays that are named as a part by one of its names; {""}: as a set without parts. The
// first one is read. `combined`: whether words for images and labels may be combined in any way.
std::vector<Pair> find_pairs(const ArrayNames& names, const std::vector<std::string>& parts, bool combined) {
  std::vector<Pair> found;
  for (const std::string& part : parts) {
    for (const auto& [images, labels] : kWords)
      for (const Pair& pair : pairs_of_words(names, part, images, labels))
        if (std::ranges::count(found, pair) == 0) found.push_back(pair);
    if (!combined) continue;
    for (const char* const images : kImageWords)
      for (const char* const labels : kLabelWords)
        for (const Pair& pair : pairs_of_words(names, part, images, labels))
          if (std::ranges::count(found, pair.images, &Pair::images) == 0 ||
              std::ranges::count(found, pair.labels, &Pair::labels) == 0)
            found.push_back(pair);
  }
  return found;
}

// Returns the names of the arrays in pairs, without the ends of the files: "x and y, images and labels".
std::string names_of(const std::vector<Pair>& pairs) {
  const auto name = [](const std::string& file) { return printable(fs::path(file).stem().string()); };
  std::vector<std::string> texts;
  for (const Pair& pair : pairs)
    texts.push_back(fmt::format("{} and {}", name(pair.images), name(pair.labels)));
  return join(texts);
}

// Returns the file `images` and the file of its labels in the same folder; nullopt if there are no labels.
std::optional<Pair> pair_of_file(const Bundle& bundle, const std::string& images) {
  const ArrayNames names(bundle);
  const std::string stem = lower_case(images.substr(0, images.size() - std::string_view(kEnd).size()));
  const auto labels_for = [&](const std::string& word, const std::string& other) -> std::string {
    const auto at = stem.rfind(word);
    if (at == std::string::npos) return "";
    return names.find(std::string(stem).replace(at, word.size(), other));
  };
  std::vector<std::pair<std::string, std::string>> words(std::begin(kWords), std::end(kWords));
  for (const char* const word : kImageWords)
    for (const char* const other : kLabelWords) words.emplace_back(word, other);
  for (const auto& [word, other] : words)
    if (const std::string labels = labels_for(word, other); !labels.empty()) return Pair{images, labels};
  const std::string labels = names.find("labels");
  if (!labels.empty() && labels != images) return Pair{images, labels};
  return std::nullopt;
}

// Axes of an array of images; the first axis counts the images.
struct Axes {
  ImageShape shape;
  std::int64_t channel = 1, row = 1, column = 1;  // strides, in values
};

Axes axes_of(const NpyArray& array, const std::string& where) {
  constexpr int kLongestSide = 1 << 15;
  const std::vector<int>& s = array.shape;
  const auto is_colour = [](int side) { return side == 1 || side == 3; };
  Axes axes;
  if (s.size() == 3) {
    axes = {{1, s[1], s[2]}, 0, s[2], 1};
  } else if (s.size() == 4 && is_colour(s[3])) {
    axes = {{s[3], s[1], s[2]}, 1, std::int64_t{s[2]} * s[3], s[3]};
  } else if (s.size() == 4 && is_colour(s[1])) {
    axes = {{s[1], s[2], s[3]}, std::int64_t{s[2]} * s[3], s[3], 1};
  } else {
    std::vector<std::string> sides;
    for (const int side : s) sides.push_back(std::to_string(side));
    throw InputError(
        "{}: of shape ({}), expected images: n x height x width, or with 1 or 3 channels last or second",
        where, join(sides));
  }
  if (std::max(axes.shape.height, axes.shape.width) > kLongestSide)
    throw InputError("{}: images of {}, expected at most {} a side", where, to_string(axes.shape),
                     kLongestSide);
  return axes;
}

std::vector<std::uint8_t> pixels_of(const NpyArray& array, const Axes& axes, const std::string& where) {
  // Tolerance: more than the rounding error of k/255 in floats of 32 or 16 bits, in levels, and well below
  // half a level.
  const double rounding = array.type == "<f2" ? 0.13 : 1e-3;
  const bool floats = array.type[1] == 'f';
  double white = array.type == "|b1" ? 1 : 255;
  double most = 0;
  for (std::int64_t i = 0; i < array.size(); ++i) most = std::max(most, array.at(i));
  if (floats && most <= 1) white = 1;
  if (!floats && white == 255 && most == 1)
    throw InputError("{}: has whole numbers up to 1 alone, expected 0 to 255; save black and white as bool",
                     where);
  std::vector<std::uint8_t> pixels;
  pixels.reserve(static_cast<std::size_t>(array.size()));
  const std::int64_t step = axes.shape.size();
  for (int n = 0; n < array.shape[0]; ++n)
    for (int c = 0; c < axes.shape.channels; ++c)
      for (int y = 0; y < axes.shape.height; ++y)
        for (int x = 0; x < axes.shape.width; ++x) {
          const double value = array.at(n * step + c * axes.channel + y * axes.row + x * axes.column);
          const double level = std::round(value * 255 / white);
          if (!(level >= 0 && level <= 255) || std::abs(value * 255 / white - level) > rounding)
            throw InputError(
                "{}: image {} has the value {:g}, expected images of 8 bits a channel: 0 to 255, or k/255 "
                "for floats; give them as they were before any normalisation",
                where, n, value);
          pixels.push_back(static_cast<std::uint8_t>(level));
        }
  return pixels;
}

// Returns the classes of rows that hold a single 1 and zeros otherwise.
std::vector<int> classes_of_one_hot(const NpyArray& array, const std::string& where) {
  std::vector<int> labels;
  const int classes = array.shape[1];
  for (int n = 0; n < array.shape[0]; ++n) {
    int label = -1, others = 0;
    for (int c = 0; c < classes; ++c) {
      const double value = array.at(std::int64_t{n} * classes + c);
      if (value == 1 && label < 0)
        label = c;
      else
        others += value != 0 ? 1 : 0;
    }
    if (label < 0 || others > 0)
      throw InputError("{}: row {} of {} values is not one-hot, expected a single 1 and zeros otherwise",
                       where, n, classes);
    labels.push_back(label);
  }
  return labels;
}

// Returns the class that a text states: "10" is class 10, whatever its position among the sorted texts.
double class_of_text(const std::string& text, std::int64_t image, const std::string& where) {
  const auto label = to_number<int>(text);
  if (!label)
    throw InputError("{}: label '{}' of image {}, expected the number of a class, 0 or more", where,
                     printable(text, 40), image);
  return *label;
}

std::vector<int> labels_of(const NpyArray& array, int images, const std::string& where) {
  constexpr double kMostClasses = 1 << 30;
  const bool texts = array.holds_texts();
  if (!texts && array.shape.size() == 2 && array.shape[0] == images && array.shape[1] > 1)
    return classes_of_one_hot(array, where);
  const bool fits = !array.shape.empty() && array.size() == array.shape[0];
  if (!fits || array.shape[0] != images)
    throw InputError("{}: holds {}, expected a label for each of {}", where, count_of(array.size(), "value"),
                     count_of(images, "image"));
  std::vector<int> labels;
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const double value = texts ? class_of_text(array.text_at(i), i, where) : array.at(i);
    if (!(value >= 0 && value < kMostClasses) || value != std::floor(value))
      throw InputError("{}: label {:g} of image {}, expected a whole number, 0 or more", where, value, i);
    labels.push_back(static_cast<int>(value));
  }
  return labels;
}

void append(ImageDataset& dataset, Bundle& bundle, const Pair& pair) {
  const std::string images_text = bundle.read(pair.images), labels_text = bundle.read(pair.labels);
  const std::string where = bundle.where(pair.images);
  const NpyArray images = parse_npy(images_text, where);
  const Axes axes = axes_of(images, where);
  if (dataset.size() > 0 && axes.shape != dataset.shape)
    throw InputError("{}: images of {}, expected {} as those to train on", where, to_string(axes.shape),
                     to_string(dataset.shape));
  dataset.shape = axes.shape;
  const std::vector<std::uint8_t> pixels = pixels_of(images, axes, where);
  dataset.pixels.insert(dataset.pixels.end(), pixels.begin(), pixels.end());
  const std::string labels_where = bundle.where(pair.labels);
  for (const int label :
       labels_of(parse_npy(labels_text, labels_where, true), images.shape[0], labels_where)) {
    dataset.records.push_back(dataset.size());
    dataset.labels.push_back(label);
  }
}

}  // namespace

std::optional<NumpyFiles> find_numpy_files(const fs::path& path) {
  if (path.extension() == kEnd && fs::is_regular_file(path)) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    NumpyFiles files{folder, {}, {}, pair_of_file(*open_bundle(folder), path.filename().string()), {}, {}};
    if (!files.whole)
      throw InputError("{}: has no labels: expected them beside it, as labels.npy", path.string());
    return files;
  }
  const auto bundle = open_bundle(path);
  const ArrayNames arrays(*bundle);
  // Beside sub-folders, which may be classes of image files, arrays such as features.npy are often derived.
  const bool combined =
      !fs::is_directory(path) ||
      std::ranges::none_of(fs::directory_iterator(path), [](const fs::directory_entry& entry) {
        return entry.is_directory() && !entry.path().filename().string().starts_with('.');
      });
  NumpyFiles files{path, {}, {}, {}, {}, {}};
  // Returns the first pair of a part, which is read, and adds the others to `unread`.
  const auto take = [&](const std::vector<std::string>& names) -> std::optional<Pair> {
    const std::vector<Pair> pairs = find_pairs(arrays, names, combined);
    if (pairs.empty()) return std::nullopt;
    files.unread.insert(files.unread.end(), pairs.begin() + 1, pairs.end());
    return pairs.front();
  };
  files.train = take(part_names(PartKind::train));
  files.test = take(part_names(PartKind::test));
  for (const std::string& name : part_names(PartKind::validation))
    if (const auto pair = take({name})) {
      if (files.test)
        files.others.push_back(*pair);
      else
        files.test = pair;
    }
  const std::vector<Pair> without_part = find_pairs(arrays, {""}, combined);
  const bool parts = files.train || files.test;
  if (!parts && !without_part.empty()) files.whole = without_part.front();
  files.unread.insert(files.unread.end(), without_part.begin() + (files.whole ? 1 : 0), without_part.end());
  // numpy.savez calls arrays without names so; two pairs may be a train and a test part.
  if (const Pair more{"arr_2.npy", "arr_3.npy"}; has(*bundle, more.images) && has(*bundle, more.labels))
    files.unread.push_back(more);
  if (files.train || files.test || files.whole) return files;
  if (fs::is_directory(path)) return std::nullopt;
  throw InputError(
      "{}: holds no images and labels: expected arrays called x_test and y_test, images and labels, ...; it has {}",
      path.string(), names_in(*bundle));
}

ImageDataset load_numpy_files(const NumpyFiles& files, Part part) {
  const auto bundle = open_bundle(files.path);
  if (!files.whole && part == Part::train && !files.train)
    throw InputError("{}: has no train part: expected x_train and y_train, or the like; it has {}",
                     files.path.string(), names_in(*bundle));
  if (!files.whole && part == Part::test && !files.test)
    throw InputError(
        "{}: has no test part: expected x_test and y_test, or the like; it has {}; --part train attacks the train "
        "part",
        files.path.string(), names_in(*bundle));
  std::vector<Pair> read;
  if (files.whole) {
    read = {*files.whole};
  } else {
    if (part != Part::test && files.train) read.push_back(*files.train);
    if (part != Part::train && files.test) read.push_back(*files.test);
    if (part == Part::all) read.insert(read.end(), files.others.begin(), files.others.end());
  }
  ImageDataset dataset;
  dataset.source = files.path.string();
  for (const Pair& pair : read) append(dataset, *bundle, pair);
  if (!files.unread.empty())
    dataset.notes.push_back(fmt::format("{} are read, not {}", names_of(read), names_of(files.unread)));
  return dataset;
}

}  // namespace bora::data
