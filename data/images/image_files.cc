#include "data/images/image_files.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "data/files/labelled_list.h"
#include "data/files/part_kind.h"
#include "data/images/image_io.h"

namespace bora::data {
namespace {

// Files with a property of which users are warned.
struct NotedFiles {
  std::int64_t count = 0;
  std::string first;  // name of the first one; "": none

  void add_if(bool noted, const std::string& name) {
    if (noted && count++ == 0) first = name;
  }
  // Returns the beginning of a sentence: "3 of 8 files have", "1 of 8 files has".
  std::string have(std::int64_t all) const {
    return fmt::format("{} of {} {}", count, count_of(all, "file"), count == 1 ? "has" : "have");
  }
};

// Reads and prepares the files, in order. If some are in colour, the grey ones get three equal channels.
ImageDataset read_files(const std::filesystem::path& directory, const std::vector<LabelledFile>& files,
                        const Preparation& preparation) {
  ImageDataset dataset;
  dataset.source = directory.string();
  std::vector<Image> images;
  int channels = 1;
  NotedFiles turned, several;
  for (const auto& [name, label, part] : files) {
    Image image = read_image(directory / name);
    turned.add_if(image.metadata.orientation != 1, name);
    several.add_if(image.metadata.more_images, name);
    image = prepared(std::move(image), preparation, (directory / name).string());
    channels = std::max(channels, image.shape.channels);
    if (!images.empty() &&
        (image.shape.height != images[0].shape.height || image.shape.width != images[0].shape.width))
      throw InputError(
          "{}: {} high and {} wide, expected {} and {} as in {}; resize and crop them to one size, as bo-attack does with "
          "--resize N --crop N",
          (directory / name).string(), image.shape.height, image.shape.width, images[0].shape.height,
          images[0].shape.width, files[0].name);
    images.push_back(std::move(image));
    dataset.records.push_back(dataset.size());
    dataset.labels.push_back(label);
    dataset.names.push_back(name);
  }
  const auto all = std::ssize(files);
  if (turned.count > 0)
    dataset.warnings.push_back(fmt::format(
        "{} an EXIF orientation other than 1, such as {}: pixels are taken as stored, not rotated; if the model "
        "expects upright images, rotate the files first, such as by `mogrify -auto-orient`",
        turned.have(all), printable(turned.first)));
  if (several.count > 0)
    dataset.warnings.push_back(fmt::format(
        "{} several pages or frames, such as {}: only the first one is read; store the others in files of their "
        "own to have them read",
        several.have(all), printable(several.first)));
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

// Returns the names of the wanted entries of a directory without hidden ones, sorted byte by byte.
template <typename Predicate>
std::vector<std::string> sorted_names(const std::filesystem::path& directory, Predicate wanted) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (!is_hidden(entry.path()) && wanted(entry)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> directories_in(const std::filesystem::path& directory) {
  return sorted_names(directory, [](const auto& entry) { return entry.is_directory(); });
}

std::vector<std::string> images_in(const std::filesystem::path& directory) {
  return sorted_names(directory, [](const auto& entry) {
    return entry.is_regular_file() && has_image_extension(entry.path());
  });
}

// Throws InputError for a link to a file or directory that does not exist, since it may be an image or a
// class.
void refuse_broken_links(const std::filesystem::path& directory) {
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (entry.is_symlink() && !entry.exists() && !is_hidden(entry.path()))
      throw InputError("{}: is a link to '{}', which does not exist", entry.path().string(),
                       printable(std::filesystem::read_symlink(entry.path()).string()));
}

bool has_classes(const std::filesystem::path& directory) {
  return std::filesystem::is_directory(directory) && !directories_in(directory).empty() &&
         images_in(directory).empty();
}

bool is_part(const std::filesystem::path& directory, const std::string& name) {
  return kind_by_name(name) && has_classes(directory / name);
}

// Returns the names of the sub-directories with parts in the order of their kinds. Throws InputError for two
// of a kind.
std::vector<std::string> part_folders(const std::filesystem::path& directory) {
  const std::vector<std::string> names = directories_in(directory);
  std::vector<std::string> parts;
  for (const PartKind kind : {PartKind::train, PartKind::test, PartKind::validation}) {
    const std::string* first = nullptr;
    for (const std::string& name : names) {
      if (kind_by_name(name) != kind || !has_classes(directory / name)) continue;
      if (first)
        throw InputError(
            "{}: {} and {} are named like the same part of the data, expected one of them: move the other away, "
            "or give the folder of a part as --data, such as {}",
            directory.string(), *first, name, (directory / *first).string());
      first = &name;
      parts.push_back(name);
    }
  }
  return parts;
}

// Returns the first names as text, then "..." if there are more.
std::string first_of(std::vector<std::string> names) {
  constexpr std::size_t kShown = 5;
  if (names.size() > kShown) {
    names.resize(kShown);
    names.emplace_back("...");
  }
  return printable(join(names));
}

// Throws InputError if some, but not all of the sub-directories are parts: those would become classes.
void refuse_parts_among(const std::filesystem::path& directory, const std::vector<std::string>& names) {
  std::vector<std::string> parts, others;
  for (const std::string& name : names) (is_part(directory, name) ? parts : others).push_back(name);
  if (parts.empty() || others.empty()) return;
  throw InputError(
      "{}: has parts with a folder for each class ({}) beside folders that are no such parts ({}): move the "
      "latter away, give the folder of a part as --data, such as {}, or rename a class that is named like a part",
      directory.string(), first_of(parts), first_of(others), (directory / parts[0]).string());
}

// Returns a warning if classes are named like the train part and a part for testing; "" otherwise.
std::string describe_classes_like_parts(const std::vector<std::string>& classes) {
  const auto named_like = [&](const std::vector<PartKind>& kinds) {
    return std::ranges::find_if(classes, [&](const std::string& name) {
      const auto kind = kind_by_name(name);
      return kind && std::ranges::find(kinds, *kind) != kinds.end();
    });
  };
  const auto train = named_like({PartKind::train});
  const auto test = named_like({PartKind::test, PartKind::validation});
  if (train == classes.end() || test == classes.end()) return "";
  return fmt::format(
      "the folders {} and {} are taken as classes: parts of the data would have a folder for each class and "
      "no images beside these folders",
      *train, *test);
}

// Returns the paths of a directory and of its sub-directories at any depth without hidden ones, relative to
// `root` and sorted byte by byte. Throws InputError if they are too deep, as by a link to a directory above,
// and for broken links.
std::vector<std::string> folders_in(const std::filesystem::path& root, const std::string& directory) {
  constexpr int kDeepest = 12;
  if (std::ranges::count(directory, '/') > kDeepest)
    throw InputError("{}: expected directories of at most {} levels", (root / directory).string(), kDeepest);
  refuse_broken_links(root / directory);
  std::vector<std::string> folders{directory};
  for (const std::string& name : directories_in(root / directory))
    std::ranges::move(folders_in(root, directory + "/" + name), std::back_inserter(folders));
  std::ranges::sort(folders);
  return folders;
}

// Files in the folders of classes.
struct ClassFiles {
  std::vector<LabelledFile> images;
  std::vector<std::string> others;  // files without an image extension
};

// Returns a clause about the files of a folder without images; "" for no files.
std::string unread_text(const std::vector<std::string>& files) {
  if (files.empty()) return "";
  const auto image =
      std::ranges::find_if(files, [](const auto& name) { return !unread_format(name).empty(); });
  if (image != files.end())
    return fmt::format(
        " as PNG, JPEG, BMP, PNM, TIFF or WebP files; {} files such as {} are not read: convert them",
        unread_format(*image), printable(*image));
  return fmt::format("; {} not named as an image: {}{}", count_of(std::ssize(files), "file"),
                     printable(files[0]), files.size() == 1 ? "" : ", ...");
}

// Adds a note of files that are left out for a reason.
void note_left_out(ImageDataset& dataset, const std::vector<std::string>& files, const char* reason) {
  if (files.empty()) return;
  dataset.notes.push_back(fmt::format("{} left out, {}: {}{}", count_of(std::ssize(files), "file"), reason,
                                      printable(files[0]), files.size() == 1 ? "" : ", ..."));
}

// Appends the files in root/folder, which has sub-directories named as some of `classes`. folder: "" or a
// path that ends with '/'. Throws InputError for a sub-directory without images.
void list_files(const std::filesystem::path& root, const std::string& folder,
                const std::vector<std::string>& classes, ClassFiles& files) {
  for (std::size_t label = 0; label < classes.size(); ++label) {
    const std::string name = folder + classes[label];
    if (!std::filesystem::is_directory(root / name)) continue;
    const std::size_t before = files.images.size(), others_before = files.others.size();
    for (const std::string& part : folders_in(root, name)) {
      for (const auto& image : images_in(root / part))
        files.images.push_back({part + "/" + image, static_cast<int>(label)});
      for (const auto& other : sorted_names(root / part, [](const auto& entry) {
             return entry.is_regular_file() && !has_image_extension(entry.path());
           }))
        files.others.push_back(part + "/" + other);
    }
    if (files.images.size() == before)
      throw InputError(
          "{}: holds no images, expected those of class {}{}; remove a folder that is not a class, or give "
          "the labels in {}",
          (root / name).string(), classes[label],
          unread_text(
              {files.others.begin() + static_cast<std::ptrdiff_t>(others_before), files.others.end()}),
          (root / "labels.csv").string());
  }
}

ImageDataset read_classes(const std::filesystem::path& directory, const ClassFiles& files,
                          const std::vector<std::string>& classes, const Preparation& preparation) {
  ImageDataset dataset = read_files(directory, files.images, preparation);
  dataset.class_names = classes;
  dataset.classes = static_cast<int>(classes.size());
  note_left_out(dataset, files.others, "not named as an image");
  NotedFiles unread;
  for (const std::string& name : files.others) unread.add_if(!unread_format(name).empty(), name);
  if (unread.count > 0)
    dataset.warnings.push_back(
        fmt::format("{} an image format that is not read, such as {} ({}): convert these files to PNG",
                    unread.have(std::ssize(files.images) + std::ssize(files.others)), printable(unread.first),
                    unread_format(unread.first)));
  return dataset;
}

// Returns the image files in a directory and its sub-directories that a list does not contain, without hidden
// ones, sorted byte by byte. Does not follow links to directories.
std::vector<std::string> unlisted_images(const std::filesystem::path& directory,
                                         const std::vector<LabelledFile>& files) {
  std::set<std::filesystem::path> listed;
  const auto key = [](const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal();
  };
  for (const LabelledFile& file : files) listed.insert(key(directory / file.name));
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(
      directory, std::filesystem::directory_options::skip_permission_denied, error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator(); entry.increment(error)) {
    const std::filesystem::path& path = entry->path();
    if (is_hidden(path)) entry.disable_recursion_pending();
    std::error_code unknown;
    if (!is_hidden(path) && has_image_extension(path) && entry->is_regular_file(unknown) &&
        !listed.contains(key(path)))
      names.push_back(path.lexically_relative(directory).string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::vector<int> numeric_order(const std::vector<std::string>& names) {
  constexpr const char* kTenDigits = "0123456789";
  const auto prefix = [](const std::string& name) { return name.substr(0, name.find_first_of(kTenDigits)); };
  // Each name is divided into alternating texts and numbers. A number loses its leading zeros and is preceded
  // by its length, so that numbers sort by value.
  std::vector<std::pair<std::vector<std::pair<std::size_t, std::string>>, int>> parted;
  for (const std::string& name : names) {
    if (name.find_first_of(kTenDigits) == std::string::npos || prefix(name) != prefix(names[0])) return {};
    auto& parts =
        parted
            .emplace_back(std::vector<std::pair<std::size_t, std::string>>{}, static_cast<int>(parted.size()))
            .first;
    for (std::size_t at = 0; at < name.size();) {
      const std::size_t digit = std::min(name.find_first_of(kTenDigits, at), name.size());
      const std::size_t end = std::min(name.find_first_not_of(kTenDigits, digit), name.size());
      const std::size_t first = std::min(name.find_first_not_of('0', digit), end);
      parts.emplace_back(0, name.substr(at, digit - at));
      parts.emplace_back(end - first, name.substr(first, end - first));
      at = end;
    }
  }
  if (std::ranges::is_sorted(parted)) return {};
  std::ranges::sort(parted);
  std::vector<int> places(names.size());
  for (std::size_t i = 0; i < parted.size(); ++i)
    places[static_cast<std::size_t>(parted[i].second)] = static_cast<int>(i);
  return places;
}

ImageDataset load_image_folder(const std::filesystem::path& directory, const Preparation& preparation) {
  refuse_broken_links(directory);
  const auto classes = directories_in(directory);
  if (classes.empty())
    throw InputError("{}: holds no sub-directories, expected one for each class", directory.string());
  refuse_parts_among(directory, classes);
  ClassFiles files;
  list_files(directory, "", classes, files);
  ImageDataset dataset = read_classes(directory, files, classes, preparation);
  if (std::string warning = describe_classes_like_parts(classes); !warning.empty())
    dataset.warnings.push_back(std::move(warning));
  return dataset;
}

bool is_split_folder(const std::filesystem::path& directory) {
  const auto names = directories_in(directory);
  return !names.empty() &&
         std::ranges::all_of(names, [&](const std::string& name) { return is_part(directory, name); });
}

ImageDataset load_split_folder(const std::filesystem::path& directory, Part part,
                               const Preparation& preparation) {
  const std::vector<std::string> parts = part_folders(directory);
  const bool has_train = !parts.empty() && kind_by_name(parts[0]) == PartKind::train;
  const bool has_test = parts.size() > (has_train ? 1U : 0U);
  if (part == Part::train && !has_train)
    throw InputError("{}: has no train part: {} is all there is", directory.string(), join(parts));
  if (part == Part::test && !has_test)
    throw InputError(
        "{}: has no test part: expected a sub-directory such as test, val or validation beside {}; "
        "--part train attacks the train part",
        directory.string(), join(parts));
  std::set<std::string> classes;
  for (const auto& folder : parts) refuse_broken_links(directory / folder);
  for (const auto& folder : parts)
    for (const auto& name : directories_in(directory / folder)) classes.insert(name);
  const std::vector<std::string> sorted(classes.begin(), classes.end());
  ClassFiles files;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool of_train = has_train && i == 0, of_test = i == (has_train ? 1U : 0U);
    if (part == Part::all || (part == Part::train ? of_train : of_test))
      list_files(directory, parts[i] + "/", sorted, files);
  }
  return read_classes(directory, files, sorted, preparation);
}

ImageDataset load_labelled_files(const std::filesystem::path& directory, Part part,
                                 const Preparation& preparation) {
  const std::vector<LabelledFile> files = read_labelled_list(directory);
  const std::vector<LabelledFile> chosen = files_of(files, part, directory);
  ImageDataset dataset = read_files(directory, chosen, preparation);
  if (std::string note = note_on_part(chosen.size(), files.size(), part); !note.empty())
    dataset.notes.push_back(std::move(note));
  note_left_out(dataset, unlisted_images(directory, files), "not listed in labels.csv");
  return dataset;
}

ImageDataset load_single_image(const std::filesystem::path& path, const Preparation& preparation) {
  ImageDataset dataset = read_files(path.parent_path(), {{path.filename().string(), -1}}, preparation);
  dataset.source = path.string();
  return dataset;
}

}  // namespace bora::data
