#include "data/graphs/superpixels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include <opencv2/imgproc.hpp>
#include <opencv2/ximgproc/slic.hpp>

#include "common/error.h"

namespace bora::data {
namespace {

constexpr int kSmallestSide = 8;

// Scope in which OpenCV uses one thread. With small images several threads are slower, because they write to
// the pixels of neighbouring superpixels at the same time.
class OneThread {
 public:
  OneThread() : before_(cv::getNumThreads()) { cv::setNumThreads(1); }
  ~OneThread() { cv::setNumThreads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

// Returns the image as a matrix, in colour as L*a*b*, since SLIC measures distances in this space.
cv::Mat matrix_of(std::span<const std::uint8_t> pixels, const ImageShape& shape) {
  const int area = shape.height * shape.width;
  cv::Mat image(shape.height, shape.width, CV_8UC(shape.channels));
  for (int i = 0; i < area; ++i)
    for (int channel = 0; channel < shape.channels; ++channel)
      image.data[i * shape.channels + channel] = pixels[channel * area + i];
  if (shape.channels == 3) cv::cvtColor(image, image, cv::COLOR_RGB2Lab);
  return image;
}

struct Segments {
  cv::Mat label;  // label of every pixel, CV_32S
  int count = 0;
};

// Divides an image into at most `most` superpixels. The initial grid has about `most` cells, and small
// superpixels are merged with their neighbours. If too many remain, first the minimum size is increased, then
// the grid is made coarser. On MNIST this gives 69 superpixels on average; the authors of the data set report
// 71.
Segments cut(const cv::Mat& image, int most) {
  constexpr float kCompactness = 20;
  constexpr int kIterations = 10;
  const int area = image.rows * image.cols;
  for (int grid = std::max(1, static_cast<int>(std::sqrt(area / most)));
       grid <= std::min(image.rows, image.cols); ++grid) {
    const auto slic = cv::ximgproc::createSuperpixelSLIC(image, cv::ximgproc::SLIC, grid, kCompactness);
    slic->iterate(kIterations);
    for (const int smallest : {25, 35, 50}) {  // percent of the mean size; OpenCV rounds to 1/4, 1/3 and 1/2
      slic->enforceLabelConnectivity(smallest);
      Segments segments;
      segments.count = slic->getNumberOfSuperpixels();
      if (segments.count < 1) break;  // all superpixels were too small
      if (segments.count > most) continue;
      slic->getLabels(segments.label);
      return segments;
    }
  }
  // Even the coarsest grid gives more superpixels than allowed, so the whole image is one.
  return {cv::Mat::zeros(image.rows, image.cols, CV_32S), 1};
}

// Returns the attributes, nodes x (channels + 2), as documented at superpixel_graph.
std::vector<float> describe(std::span<const std::uint8_t> pixels, const ImageShape& shape,
                            const Segments& segments) {
  const int area = shape.height * shape.width;
  const int columns = shape.channels + 2;
  std::vector<double> sums(static_cast<std::size_t>(segments.count) * columns);
  std::vector<int> sizes(segments.count);
  for (int y = 0; y < shape.height; ++y)
    for (int x = 0; x < shape.width; ++x) {
      const int node = segments.label.at<int>(y, x);
      double* sum = sums.data() + static_cast<std::size_t>(node) * columns;
      for (int channel = 0; channel < shape.channels; ++channel)
        sum[channel] += pixels[channel * area + y * shape.width + x] / 255.0;
      sum[shape.channels] += (x + 0.5) / shape.width;
      sum[shape.channels + 1] += (y + 0.5) / shape.height;
      ++sizes[node];
    }
  std::vector<float> attributes(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i)
    attributes[i] = static_cast<float>(sums[i] / sizes[i / columns]);
  return attributes;
}

// Joins every node to its nearest nodes.
void join_nearest(Graph& graph, const SuperpixelOptions& options) {
  const auto squared_distance = [&](int a, int b) {
    const auto of_a = graph.attributes_of(a).last(2), of_b = graph.attributes_of(b).last(2);
    const float dx = of_a[0] - of_b[0], dy = of_a[1] - of_b[1];
    return dx * dx + dy * dy;
  };
  std::set<NodePair> edges;
  std::vector<std::pair<float, int>> others;
  for (int node = 0; node < graph.nodes; ++node) {
    others.clear();
    for (int other = 0; other < graph.nodes; ++other)
      if (other != node) others.emplace_back(squared_distance(node, other), other);
    const auto nearest = std::min<std::size_t>(others.size(), options.neighbours);
    std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(nearest), others.end());
    for (std::size_t k = 0; k < nearest; ++k) edges.insert(pair_of(node, others[k].second));
  }
  graph.edges.assign(edges.begin(), edges.end());
  for (const auto& [u, v] : graph.edges) {
    const float weight = std::exp(-squared_distance(u, v) / (options.sigma * options.sigma));
    graph.weights.push_back(std::max(weight, std::numeric_limits<float>::min()));  // weights must exceed 0
  }
}

}  // namespace

Graph superpixel_graph(std::span<const std::uint8_t> pixels, const ImageShape& shape,
                       const SuperpixelOptions& options) {
  if ((shape.channels != 1 && shape.channels != 3) || std::min(shape.height, shape.width) < kSmallestSide ||
      pixels.size() != static_cast<std::size_t>(shape.size()))
    throw std::invalid_argument(
        "superpixel_graph: expected an image of 1 or 3 channels and 8x8 pixels or more");
  if (options.most < 1 || options.neighbours < 1 || !(options.sigma > 0))
    throw std::invalid_argument("superpixel_graph: expected options above 0");
  const OneThread one_thread;
  Segments segments = cut(matrix_of(pixels, shape), options.most);
  Graph graph;
  graph.nodes = segments.count;
  graph.attribute_count = shape.channels + 2;
  graph.attributes = describe(pixels, shape, segments);
  join_nearest(graph, options);
  return graph;
}

GraphDataset superpixel_graphs(const ImageDataset& images, const SuperpixelOptions& options) {
  if (std::min(images.shape.height, images.shape.width) < kSmallestSide)
    throw InputError("{}: images of {}, expected at least {} by {} pixels to cut superpixels from",
                     images.source, to_string(images.shape), kSmallestSide, kSmallestSide);
  GraphDataset dataset;
  dataset.labels = images.labels;
  dataset.class_names = images.class_names;
  dataset.classes = images.classes;
  dataset.names = images.names;
  dataset.records = images.records;
  dataset.source = images.source;
  dataset.notes = images.notes;
  dataset.warnings = images.warnings;
  if (std::string warning = describe_dark_images(images); !warning.empty())
    dataset.warnings.push_back(std::move(warning));
  dataset.attribute_count = images.shape.channels + 2;
  dataset.graphs.reserve(images.labels.size());
  for (int i = 0; i < images.size(); ++i)
    dataset.graphs.push_back(superpixel_graph(images.image(i), images.shape, options));
  return dataset;
}

}  // namespace bora::data
