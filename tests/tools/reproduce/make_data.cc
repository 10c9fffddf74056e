// Writes small data sets in the layout that tools/reproduce expects, made from the digits sheet and from
// random graphs: make_data FOLDER
#include <filesystem>
#include <iostream>
#include <numeric>

#include <fmt/format.h>

#include "common/error.h"
#include "common/random.h"
#include "data/images/image_io.h"
#include "data/images/load.h"
#include "data/samples.h"

namespace {

namespace fs = std::filesystem;
using bora::data::ImageDataset;
using bora::testing::Bytes;

constexpr int kTrain = 1200;
constexpr int kTest = 500;

void write_idx(const fs::path& folder, const std::string& stem, const ImageDataset& digits) {
  const auto n = static_cast<std::uint32_t>(digits.size());
  const Bytes labels(digits.labels.begin(), digits.labels.end());
  bora::testing::write_bytes(folder / (stem + "-images-idx3-ubyte"),
                             bora::testing::idx_file({n, 28, 28}, digits.pixels));
  bora::testing::write_bytes(folder / (stem + "-labels-idx1-ubyte"), bora::testing::idx_file({n}, labels));
}

// Returns an image of `side` x `side` pixels: a digit in its centre, enlarged `zoom` times, on a coloured
// background.
Bytes coloured(std::span<const std::uint8_t> digit, int side, int zoom, bora::Rng& rng) {
  Bytes image;
  const int margin = (side - 28 * zoom) / 2;
  for (int channel = 0; channel < 3; ++channel) {
    const auto ground = static_cast<std::uint8_t>(rng.index(60));
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const int row = (y - margin) / zoom, column = (x - margin) / zoom;
        const bool inside = y >= margin && x >= margin && row < 28 && column < 28;
        image.push_back(std::max(ground, inside ? digit[row * 28 + column] : std::uint8_t{0}));
      }
  }
  return image;
}

void write_cifar(const fs::path& path, const ImageDataset& digits, int from, int to, bora::Rng& rng) {
  Bytes bytes;
  for (int i = from; i < to; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(digits.labels[i]));
    const Bytes pixels = coloured(digits.image(i), 32, 1, rng);
    bytes.insert(bytes.end(), pixels.begin(), pixels.end());
  }
  bora::testing::write_bytes(path, bytes);
}

// Writes larger images: as a list without a training part, and as folders of classes for training.
void write_large(const fs::path& listed, const fs::path& folders, const ImageDataset& digits, int count,
                 bora::Rng& rng) {
  std::string list = "file,label\n";
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("{:03}.png", i);
    const fs::path of_class = folders / fmt::format("{}", digits.labels[i]);
    fs::create_directories(of_class);
    for (const fs::path& folder : {listed, of_class})
      bora::data::write_png(folder / name, coloured(digits.image(i), 96, 3, rng), {3, 96, 96});
    list += fmt::format("{},{}\n", name, digits.labels[i]);
  }
  bora::testing::write_text(listed / "labels.csv", list);
}

// Writes a set in the format of the TU collection, whose classes differ in the number of edges.
void write_tu(const fs::path& folder, const std::string& name, bora::Rng& rng) {
  std::string edges, nodes, labels, node_labels;
  int first = 1;
  for (int graph = 0; graph < 60; ++graph) {
    const int label = graph % 2, n = 8 + rng.index(4);
    for (int u = 0; u < n; ++u) {
      nodes += fmt::format("{}\n", graph + 1);
      node_labels += fmt::format("{}\n", u % 3);
      for (int v = 0; v < u; ++v)
        if (rng.uniform() < (label == 0 ? 0.2 : 0.6))
          edges += fmt::format("{0}, {1}\n{1}, {0}\n", first + u, first + v);
    }
    labels += fmt::format("{}\n", label);
    first += n;
  }
  const fs::path set = folder / name;
  fs::create_directories(set);
  bora::testing::write_text(set / (name + "_A.txt"), edges);
  bora::testing::write_text(set / (name + "_graph_indicator.txt"), nodes);
  bora::testing::write_text(set / (name + "_graph_labels.txt"), labels);
  bora::testing::write_text(set / (name + "_node_labels.txt"), node_labels);
}

ImageDataset first_of(const ImageDataset& digits, int count) {
  std::vector<int> rows(count);
  std::iota(rows.begin(), rows.end(), 0);
  return bora::data::select(digits, rows);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const fs::path folder = argv[1];
  bora::Rng rng(1);
  try {
    const ImageDataset train = first_of(bora::data::load_dataset("digits", bora::data::Part::train), kTrain);
    const ImageDataset test = first_of(bora::data::load_dataset("digits", bora::data::Part::test), kTest);
    for (const char* name : {"mnist", "fashion-mnist", "cifar10", "imagenet224"})
      fs::create_directories(folder / name);
    for (const char* name : {"mnist", "fashion-mnist"}) {
      write_idx(folder / name, "train", train);
      write_idx(folder / name, "t10k", test);
    }
    write_cifar(folder / "cifar10" / "data_batch_1.bin", train, 0, kTrain / 2, rng);
    write_cifar(folder / "cifar10" / "data_batch_2.bin", train, kTrain / 2, kTrain, rng);
    write_cifar(folder / "cifar10" / "test_batch.bin", test, 0, kTest, rng);
    write_large(folder / "imagenet224", folder / "classes", test, 150, rng);
    for (const char* name : {"PROTEINS", "IMDB-MULTI", "MUTAG", "NCI1", "IMDB-BINARY"})
      write_tu(folder / "tu", name, rng);
  } catch (const bora::InputError& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
