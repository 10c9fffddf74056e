// Images as graphs of superpixels: MNIST-75sp (Knyazev et al. 2019, "Understanding attention and
// generalization in graph neural networks", section 4.1).
#pragma once

#include <cstdint>
#include <numbers>
#include <span>

#include "data/graphs/graph.h"
#include "data/images/dataset.h"

namespace bora::data {

struct SuperpixelOptions {
  int most = 75;       ///< largest number of superpixels of an image, >= 1
  int neighbours = 8;  ///< number of nearest superpixels that each is joined to, >= 1
  float sigma = static_cast<float>(0.1 * std::numbers::pi);  ///< > 0; in units of the image's size
};

/// Returns the graph of one image: its SLIC superpixels (Achanta et al. 2012) are the nodes, at most
/// options.most of them. Attributes of a node: the mean of its pixels in each channel, then the centre's x
/// and y, all in [0, 1]. Two nodes are joined if one is among the other's nearest by the distance d of
/// centres (ties: the lower number is nearer); the edge weighs exp(-d^2 / sigma^2). `pixels`: shape.size()
/// values, CHW, 1 or 3 channels, at least 8 by 8; throws std::invalid_argument for anything else.
Graph superpixel_graph(std::span<const std::uint8_t> pixels, const ImageShape& shape,
                       const SuperpixelOptions& options = {});

/// Returns the graphs of all images, with their labels, names, record numbers and classes. Throws InputError
/// for images that are smaller than 8 by 8 pixels.
GraphDataset superpixel_graphs(const ImageDataset& images, const SuperpixelOptions& options = {});

}  // namespace bora::data
