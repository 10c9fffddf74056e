#include "data/graphs/load_graphs.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "common/error.h"
#include "common/named_settings.h"
#include "common/order.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "data/files/file.h"
#include "data/files/labelled_list.h"
#include "data/files/places.h"
#include "data/files/split.h"
#include "data/graphs/graph_generators.h"
#include "data/graphs/graph_json.h"
#include "data/graphs/superpixels.h"
#include "data/graphs/tu.h"

namespace bora::data {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSuperpixels = "mnist-75sp";

std::vector<std::string> made_names() {
  std::vector<std::string> names = graph_tasks();
  names.push_back(kSuperpixels);
  return names;
}

std::string name_of(const std::string& spec) {
  return spec.substr(0, spec.find(':'));
}

// Spec of generated graphs, NAME:TARGET:KEY=VALUE:...
struct MadeSpec {
  std::string target;  // may contain ':'
  NamedSettings settings;
};

MadeSpec parse(const std::string& spec) {
  const std::vector<std::string> parts = bora::split(spec, ':');
  std::size_t settings = parts.size();
  while (settings > 1 && parts[settings - 1].find('=') != std::string::npos) --settings;
  const auto begin = parts.begin(), end_of_target = begin + static_cast<std::ptrdiff_t>(settings);
  std::vector<std::string> named{parts.front()};
  named.insert(named.end(), end_of_target, parts.end());
  return {join({begin + 1, end_of_target}, ":"), NamedSettings(join(named, ":"))};
}

GraphDataset load_task(const std::string& spec, MadeSpec made) {
  if (!made.target.empty())
    throw InputError("{}: '{}' is not a setting, expected KEY=VALUE", spec, printable(made.target));
  constexpr int kMost = std::numeric_limits<int>::max();
  TaskOptions options;
  made.settings.read("graphs", options.graphs, 1, kMost);
  const std::string nodes = made.settings.text("nodes", "");
  made.settings.read("seed", options.seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (made.settings.name() == "er-components") made.settings.read("p", options.p, 0, 1);
  made.settings.finish();
  if (!nodes.empty()) {
    const auto dash = nodes.find('-');
    options.fewest_nodes = parse_number<int>(nodes.substr(0, dash), spec + ": nodes", 1);
    options.most_nodes = dash == std::string::npos
                             ? options.fewest_nodes
                             : parse_number<int>(nodes.substr(dash + 1), spec + ": nodes", 1);
  }
  return make_graph_task(made.settings.name(), options);
}

GraphDataset load_superpixels(const std::string& spec, MadeSpec made, Part part, const SplitOptions& split) {
  int graphs = 0;  // all
  made.settings.read("graphs", graphs, 1, std::numeric_limits<int>::max());
  made.settings.finish();
  std::string images_spec = made.target;
  if (images_spec.empty()) {
    const auto directory = first_existing(places("mnist", {}));
    if (!directory)
      throw InputError(
          "{}: the images are not installed: give their directory, {}:DIRECTORY, or put MNIST's IDX "
          "files into $BORA_DATA_DIR/mnist",
          spec, kSuperpixels);
    images_spec = directory->string();
  }
  ImageDataset images = load_dataset(images_spec, part, split);
  if (graphs > 0 && graphs < images.size()) {
    std::vector<int> rows = spread_over_classes(images.labels);
    if (rows.empty()) rows = consecutive(images.size());
    rows.resize(static_cast<std::size_t>(graphs));
    images = select(images, rows);
  }
  return superpixel_graphs(images);
}

void append(GraphDataset& dataset, const fs::path& path, const LabelledFile& file, IgnoredKeys& ignored) {
  const Graph& graph =
      dataset.graphs.emplace_back(graph_from_json(read_text_file(path), path.string(), &ignored));
  for (const int label : graph.node_labels)
    dataset.node_label_count = std::max(dataset.node_label_count, label + 1);
  dataset.literal_node_labels = true;
  dataset.attribute_count = dataset.graphs[0].attribute_count;
  dataset.labels.push_back(file.label);
  dataset.names.push_back(file.name);
  dataset.records.push_back(static_cast<int>(dataset.records.size()));
}

// Adds a note of keys that are left out. read: which keys of `members` are read, for the note.
void note_ignored(GraphDataset& dataset, const std::set<std::string>& keys, const char* members,
                  const char* read) {
  if (keys.empty()) return;
  constexpr std::size_t kShown = 10;
  std::vector<std::string> names(keys.begin(), keys.end());
  if (names.size() > kShown) {
    names.resize(kShown);
    names.emplace_back("...");
  }
  dataset.notes.push_back(
      fmt::format("keys of {} left out, only {} are read: {}", members, read, printable(join(names))));
}

GraphDataset load_files(const fs::path& directory, const std::vector<LabelledFile>& files) {
  GraphDataset dataset;
  IgnoredKeys ignored;
  for (const LabelledFile& file : files) append(dataset, directory / file.name, file, ignored);
  note_ignored(dataset, ignored.nodes, "nodes", "label and attributes");
  note_ignored(dataset, ignored.edges, "edges", "weight and label");
  return dataset;
}

bool lists_graphs(const fs::path& directory) {
  if (!fs::exists(directory / "labels.csv")) return false;
  return std::ranges::any_of(fs::directory_iterator(directory), [](const fs::directory_entry& entry) {
    return entry.path().extension() == ".json";
  });
}

GraphDataset load_by_name_or_path(const std::string& spec, Part part, const SplitOptions& split) {
  if (fs::is_directory(spec)) {
    if (is_tu_directory(spec)) return take_part(load_tu(spec), part, split);
    if (lists_graphs(spec)) {
      const std::vector<LabelledFile> files = read_labelled_list(spec), chosen = files_of(files, part, spec);
      GraphDataset dataset = load_files(spec, chosen);
      if (std::string note = note_on_part(chosen.size(), files.size(), part); !note.empty())
        dataset.notes.push_back(std::move(note));
      return dataset;
    }
    throw InputError(
        "{}: holds no graphs: expected a TU set (NAME_A.txt, ...), or .json files and labels.csv", spec);
  }
  if (fs::is_regular_file(spec)) {
    const fs::path path = spec;
    if (path.extension() == ".zip") return take_part(load_tu(path), part, split);
    if (path.extension() == ".json")
      return load_files(path.parent_path(), files_of({{path.filename().string(), -1}}, part, path));
    throw InputError("{}: is not a graph file: expected a TU set's .zip archive or a graph's .json", spec);
  }
  const std::vector<std::string> names = made_names();
  const std::string name = name_of(spec);
  if (name == kSuperpixels) return load_superpixels(printable(spec), parse(spec), part, split);
  if (std::ranges::find(names, name) != names.end())
    return take_part(load_task(printable(spec), parse(spec)), part, split);
  throw InputError(
      "'{}' is neither a set of graphs nor a path{}: expected {}, a TU set or graphs' .json files",
      printable(spec), suggestion(name, names, kInBrackets), join(names));
}

}  // namespace

GraphDataset load_graphs(const std::string& spec, Part part, const SplitOptions& split) {
  try {
    GraphDataset dataset = load_by_name_or_path(spec, part, split);
    dataset.source = spec;
    check(dataset);
    return dataset;
  } catch (const fs::filesystem_error& error) {
    throw InputError("{}: {}", error.path1().string(), error.code().message());
  }
}

bool looks_like_graphs(const std::string& spec) {
  std::error_code error;
  if (fs::is_directory(spec, error)) {
    try {
      return is_tu_directory(spec) || lists_graphs(spec);
    } catch (const fs::filesystem_error&) {
      return false;  // load_dataset() will report why it cannot be read
    }
  }
  const std::string extension = fs::path(spec).extension().string();
  if (extension == ".zip" || extension == ".json") return true;
  const std::vector<std::string> names = made_names();
  const std::string name = name_of(spec);
  if (std::ranges::find(names, name) != names.end()) return true;
  // Accepts a misspelt name, which the error of load_graphs() corrects. Short names resemble too many words.
  constexpr std::size_t kShort = 4;
  return nearest_name(name, names).size() > kShort && !fs::exists(spec, error);
}

}  // namespace bora::data
