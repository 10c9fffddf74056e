// Images as graphs of superpixels: MNIST-75sp (Knyazev et al. 2019, "Understanding attention and
// generalization in graph neural networks", section 4.1).
#pragma once

#include <cstdint>
#include <numbers>
#include <span>

#include "data/graphs/graph.h"
#include "data/images/dataset.h"

namespace bora::data {

/// Options of superpixel graphs.
struct SuperpixelOptions {
  int most = 75;       ///< largest number of superpixels of an image, >= 1
  int neighbours = 8;  ///< number of nearest superpixels to which each is joined, >= 1
  /// Length scale of edge weights, > 0, where the image has sides of length 1.
  float sigma = static_cast<float>(0.1 * std::numbers::pi);
};

/// Returns the graph of one image, whose nodes are the SLIC superpixels (Achanta et al. 2012), at most
/// options.most of them. Attributes of a node: the mean of its pixels in each channel, then x and y of its
/// centre, all in [0, 1]. Two nodes are joined if one is among the options.neighbours nearest of the other by
/// the distance d of centres (ties: the lower number is nearer); the edge has weight exp(-d^2 / sigma^2).
/// pixels: shape.size() values, CHW, 1 or 3 channels, at least 8 by 8. Throws std::invalid_argument for other
/// images.
Graph superpixel_graph(std::span<const std::uint8_t> pixels, const ImageShape& shape,
                       const SuperpixelOptions& options = {});

/// Returns the graphs of all images, with their labels, names, record numbers and classes, and with the notes
/// and warnings about the images, also that of describe_dark_images(). Throws InputError for images that are
/// smaller than 8 by 8 pixels.
GraphDataset superpixel_graphs(const ImageDataset& images, const SuperpixelOptions& options = {});

}  // namespace bora::data
