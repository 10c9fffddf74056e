#include "data/samples.h"

#include <zlib.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "common/random.h"
#include "data/images/image_io.h"

namespace bora::testing {
namespace {

namespace fs = std::filesystem;

// Returns images of noise with the given labels.
ImageDataset random_dataset(const ImageShape& shape, std::vector<int> labels, int classes,
                            std::uint64_t seed) {
  ImageDataset dataset;
  dataset.shape = shape;
  dataset.labels = std::move(labels);
  dataset.classes = classes;
  dataset.pixels = noise(dataset.labels.size() * shape.size(), seed);
  for (int i = 0; i < dataset.size(); ++i) dataset.records.push_back(i);
  return dataset;
}

Bytes label_bytes(const ImageDataset& dataset, int from, int to) {
  return Bytes(dataset.labels.begin() + from, dataset.labels.begin() + to);
}

Bytes pixel_bytes(const ImageDataset& dataset, int from, int to) {
  return Bytes(dataset.pixels.begin() + from * dataset.shape.size(),
               dataset.pixels.begin() + to * dataset.shape.size());
}

// mark: character before "idx" in the names of the files.
Sample idx_sample(const std::string& name, char mark, bool compressed) {
  Sample sample;
  sample.name = name;
  sample.all = random_dataset({1, 4, 3}, {3, 1, 9, 0, 0, 2, 7, 5}, 10, 1);
  sample.train_records = 5;
  sample.write = [=, all = sample.all](const fs::path& directory) {
    const auto write = [&](const std::string& stem, int rank, const Bytes& bytes) {
      const std::string file = fmt::format("{}{}idx{}-ubyte{}", stem, mark, rank, compressed ? ".gz" : "");
      write_bytes(directory / file, compressed ? gzip(bytes) : bytes);
    };
    write("train-images", 3, idx_file({5, 4, 3}, pixel_bytes(all, 0, 5)));
    write("train-labels", 1, idx_file({5}, label_bytes(all, 0, 5)));
    write("t10k-images", 3, idx_file({3, 4, 3}, pixel_bytes(all, 5, 8)));
    write("t10k-labels", 1, idx_file({3}, label_bytes(all, 5, 8)));
    return directory.string();
  };
  return sample;
}

Sample cifar_sample() {
  Sample sample;
  sample.name = "cifar";
  sample.all = random_dataset({3, 32, 32}, {9, 0, 4, 4, 1}, 10, 2);
  sample.all.class_names = {"airplane", "automobile", "bird",  "cat",  "deer",
                            "dog",      "frog",       "horse", "ship", "truck"};
  sample.train_records = 4;
  sample.write = [all = sample.all](const fs::path& directory) {
    const auto write = [&](const std::string& file, int from, int to) {
      Bytes bytes;
      for (int i = from; i < to; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(all.labels[i]));
        const Bytes pixels = pixel_bytes(all, i, i + 1);
        bytes.insert(bytes.end(), pixels.begin(), pixels.end());
      }
      write_bytes(directory / file, bytes);
    };
    write("data_batch_1.bin", 0, 1);
    write("data_batch_2.bin", 1, 3);
    write("data_batch_10.bin", 3, 4);  // after 2, though not in the order of names
    write("test_batch.bin", 4, 5);
    write_text(directory / "batches.meta.txt",
               "airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n\n");
    return directory.string();
  };
  return sample;
}

Sample folder_sample(const std::string& name, int channels) {
  Sample sample;
  sample.name = name;
  sample.is_split_here = true;
  std::vector<int> labels;
  for (const auto& [label, count] : {std::pair{0, 10}, {1, 5}, {2, 2}})
    labels.insert(labels.end(), count, label);
  sample.all = random_dataset({channels, 5, 6}, labels, 3, 3);
  sample.all.class_names = {"10", "2", "cat"};  // as bytes sort
  for (int i = 0; i < sample.all.size(); ++i)
    sample.all.names.push_back(fmt::format("{}/{:03}.png", sample.all.class_names[labels[i]], i));
  sample.write = [all = sample.all](const fs::path& directory) {
    for (const auto& class_name : all.class_names) fs::create_directory(directory / class_name);
    for (int i = all.size() - 1; i >= 0; --i) write_png(directory / all.names[i], all.image(i), all.shape);
    write_text(directory / "cat" / "notes.txt", "no image");
    write_text(directory / "cat" / ".hidden.png", "no image");
    write_text(directory / "readme.md", "no class");
    return directory.string();
  };
  return sample;
}

Sample list_sample() {
  Sample sample;
  sample.name = "list";
  sample.has_train = false;
  sample.all = random_dataset({3, 4, 4}, {305, 0, 999}, 0, 4);
  sample.all.names = {"b.png", "a, \"quoted\".png", "sub/c.png"};
  sample.write = [all = sample.all](const fs::path& directory) {
    fs::create_directory(directory / "sub");
    for (int i = 0; i < all.size(); ++i) write_png(directory / all.names[i], all.image(i), all.shape);
    write_text(
        directory / "labels.csv",
        "\357\273\277author,label,file\r\n\"Anna, B.\",305,b.png\r\n\r\nx,0,\"a, \"\"quoted\"\".png\"\r\n,999,sub/c.png");
    return directory.string();
  };
  return sample;
}

Sample single_sample() {
  Sample sample;
  sample.name = "single";
  sample.has_train = false;
  sample.all = random_dataset({3, 7, 5}, {-1}, 0, 5);
  sample.all.names = {"image.PNG"};
  sample.write = [all = sample.all](const fs::path& directory) {
    write_png(directory / "image.PNG", all.pixels, all.shape);
    return (directory / "image.PNG").string();
  };
  return sample;
}

Sample sheet_sample() {
  Sample sample;
  sample.name = "sheet";
  sample.is_split_here = true;
  std::vector<int> labels;
  for (int digit = 0; digit < 10; ++digit) labels.insert(labels.end(), 500, digit);
  sample.all = random_dataset({1, 28, 28}, labels, 10, 6);
  for (int digit = 0; digit < 10; ++digit) sample.all.class_names.push_back(std::to_string(digit));
  // Each cell has one value and a mark, so that the file of the sheet is small.
  Bytes sheet(1000 * 2000);
  for (int record = 0; record < 5000; ++record)
    for (int y = 0; y < 28; ++y)
      for (int x = 0; x < 28; ++x) {
        const bool inside = y >= 4 && y < 24 && x >= 4 && x < 24;
        const std::uint8_t value = inside ? (y == 4 && x == 23 ? 255 : record % 251) : 0;
        sample.all.pixels[record * 784 + y * 28 + x] = value;
        if (inside) sheet[(record / 100 * 20 + y - 4) * 2000 + record % 100 * 20 + x - 4] = value;
      }
  sample.write = [png = encode_png(sheet, {1, 1000, 2000})](const fs::path& directory) {
    write_bytes(directory / "sheet.png", png);
    return (directory / "sheet.png").string();
  };
  return sample;
}

// Images in Keras's format: channels last, labels in a column.
Sample npz_sample() {
  Sample sample;
  sample.name = "npz";
  sample.all = random_dataset({3, 4, 2}, {3, 1, 250, 0, 0}, 0, 7);
  sample.train_records = 3;
  sample.write = [all = sample.all](const fs::path& directory) {
    const auto images = [&](int from, int to) {
      Bytes values;
      for (int i = from; i < to; ++i)
        for (int at = 0; at < 8; ++at)
          for (int c = 0; c < 3; ++c) values.push_back(all.image(i)[static_cast<std::size_t>(c * 8 + at)]);
      return npy_text("|u1", {to - from, 4, 2, 3}, values);
    };
    const auto labels = [&](int from, int to) {
      return npy_text("<i8", {to - from, 1},
                      std::vector<std::int64_t>(all.labels.begin() + from, all.labels.begin() + to));
    };
    write_zip(directory / "set.npz", {{"x_train.npy", images(0, 3)},
                                      {"y_train.npy", labels(0, 3)},
                                      {"x_test.npy", images(3, 5)},
                                      {"y_test.npy", labels(3, 5)}});
    return (directory / "set.npz").string();
  };
  return sample;
}

// Images in PyTorch's format: values in [0, 1], channels first. file: whether the spec names the file, not
// its folder.
Sample npy_sample(const std::string& name, bool file) {
  Sample sample;
  sample.name = name;
  sample.is_split_here = true;
  sample.all = random_dataset({3, 2, 4}, {0, 1, 0, 1, 0, 0, 0, 0}, 0, 8);
  sample.write = [all = sample.all, file](const fs::path& directory) {
    std::vector<float> values;
    for (const std::uint8_t pixel : all.pixels) values.push_back(static_cast<float>(pixel) / 255);
    write_text(directory / "images.npy", npy_text("<f4", {all.size(), 3, 2, 4}, values));
    write_text(directory / "labels.npy", npy_text("<i4", {all.size()}, all.labels));
    return (file ? directory / "images.npy" : directory).string();
  };
  return sample;
}

}  // namespace

void write_bytes(const fs::path& path, const Bytes& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error(path.string() + ": cannot be written");
}

void write_text(const fs::path& path, const std::string& text) {
  write_bytes(path, Bytes(text.begin(), text.end()));
}

Bytes read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path.string() + ": cannot be read");
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

Bytes gzip(const Bytes& bytes) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;  // largest window, gzip frame
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib cannot deflate");
  Bytes packed(deflateBound(&stream, bytes.size()));
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

Bytes idx_file(const std::vector<std::uint32_t>& dimensions, const Bytes& values) {
  Bytes bytes = {0, 0, 0x08, static_cast<std::uint8_t>(dimensions.size())};
  for (const std::uint32_t dimension : dimensions)
    for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<std::uint8_t>(dimension >> shift));
  bytes.insert(bytes.end(), values.begin(), values.end());
  return bytes;
}

Bytes noise(std::size_t size, std::uint64_t seed) {
  Rng rng(seed);
  Bytes bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng.index(256));
  return bytes;
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      idx_sample("idx", '-', false),
      idx_sample("idx_gzip", '-', true),
      idx_sample("idx_dot", '.', false),
      idx_sample("idx_dot_gzip", '.', true),
      cifar_sample(),
      folder_sample("folder_grey", 1),
      folder_sample("folder_colour", 3),
      list_sample(),
      single_sample(),
      sheet_sample(),
      npz_sample(),
      npy_sample("npy_folder", false),
      npy_sample("npy_file", true),
  };
  return all;
}

}  // namespace bora::testing
