// A trial of Ru 2021, figure 4.7: trains a network of six convolutions for CIFAR-10 with nine
// hyper-parameters and prints its error on other images. bo-opt runs it (tools/reproduce ru-4).

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include <torch/torch.h>

#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "data/images/load.h"

namespace {

namespace nn = torch::nn;
namespace po = boost::program_options;
using bora::InputError;

constexpr int kLayers = 6;

// Two convolutions, then pooling, three times; a hidden layer. The thesis follows a tutorial of Keras, with
// its dropout, its 1,024 hidden units and the weights that Keras draws (Glorot and Bengio 2010).
nn::Sequential make_network(const bora::data::ImageShape& shape, const std::vector<int>& filters,
                            int classes) {
  constexpr int kHidden = 1024;
  constexpr double kDropout = 0.2;
  nn::Sequential network;
  int channels = shape.channels, height = shape.height, width = shape.width;
  for (int layer = 0; layer < kLayers; ++layer) {
    const int own = filters[static_cast<std::size_t>(layer)];
    network->push_back(nn::Conv2d(nn::Conv2dOptions(channels, own, 3).padding(1)));
    network->push_back(nn::ReLU());
    channels = own;
    if (layer % 2 == 0) {
      network->push_back(nn::Dropout(kDropout));
    } else {
      network->push_back(nn::MaxPool2d(2));
      height /= 2, width /= 2;
    }
  }
  network->push_back(nn::Flatten());
  network->push_back(nn::Dropout(kDropout));
  network->push_back(nn::Linear(channels * height * width, kHidden));
  network->push_back(nn::ReLU());
  network->push_back(nn::Dropout(kDropout));
  network->push_back(nn::Linear(kHidden, classes));
  const torch::NoGradGuard no_gradients;
  for (auto& parameter : network->parameters()) {
    if (parameter.dim() > 1) {
      nn::init::xavier_uniform_(parameter);
    } else {
      nn::init::zeros_(parameter);
    }
  }
  return network;
}

struct Images {
  torch::Tensor pixels, labels;  // n x channels x height x width in [0, 1]; n
};

Images images_of(const bora::data::ImageDataset& all, int first, int count) {
  const auto& shape = all.shape;
  const auto pixels = torch::empty({count, shape.channels, shape.height, shape.width}, torch::kUInt8);
  std::copy_n(all.image(first).data(), static_cast<std::ptrdiff_t>(count) * shape.size(),
              pixels.data_ptr<std::uint8_t>());
  const std::vector<std::int64_t> labels(all.labels.begin() + first, all.labels.begin() + first + count);
  return {pixels.to(torch::kFloat32) / 255, torch::tensor(labels, torch::kInt64)};
}

void train(nn::Sequential& network, const Images& images, double rate, double momentum, int batch,
           int epochs) {
  torch::optim::SGD optimiser(network->parameters(), torch::optim::SGDOptions(rate).momentum(momentum));
  network->train();
  for (int epoch = 0; epoch < epochs; ++epoch)
    for (const auto& rows : torch::randperm(images.labels.size(0), torch::kInt64).split(batch)) {
      optimiser.zero_grad();
      nn::functional::cross_entropy(network->forward(images.pixels.index_select(0, rows)),
                                    images.labels.index_select(0, rows))
          .backward();
      optimiser.step();
    }
}

double error_of(nn::Sequential& network, const Images& images) {
  const torch::NoGradGuard no_gradients;
  constexpr int kBatch = 256;
  network->eval();
  std::int64_t right = 0;
  for (const auto& rows : torch::arange(images.labels.size(0)).split(kBatch)) {
    const auto predicted = network->forward(images.pixels.index_select(0, rows)).argmax(1);
    right += predicted.eq(images.labels.index_select(0, rows)).sum().item<std::int64_t>();
  }
  return 1 - static_cast<double>(right) / static_cast<double>(images.labels.size(0));
}

int run(int argc, char** argv) {
  std::string data, filters;
  double rate = 0, momentum = 0;
  int batch = 0, images = 0, epochs = 0;
  std::uint64_t seed = 0;
  po::options_description options("cnn_trial");
  options.add_options()("data", po::value(&data)->required(), "folder of CIFAR-10")(
      "filters", po::value(&filters)->required(), "of six layers, e.g. 32,32,64,64,128,128")(
      "lr", po::value(&rate)->required(), "learning rate")(
      "momentum", po::value(&momentum)->required(), "in [0, 1)")("batch", po::value(&batch)->required(),
                                                                 "images per step")(
      "images", po::value(&images)->default_value(25000),
      "to learn from, and as many others to measure the error on")(
      "epochs", po::value(&epochs)->default_value(20), "passes")("seed", po::value(&seed),
                                                                 "of weights and order");
  if (!bora::tools::parse_study(options, argc, argv)) return 0;
  std::vector<int> widths;
  for (const auto& width : bora::split(filters, ',')) widths.push_back(std::stoi(width));
  if (widths.size() != kLayers) throw InputError("--filters: got {}, expected {} numbers", filters, kLayers);
  for (const int number : {*std::ranges::min_element(widths), batch, images, epochs})
    if (number < 1)
      throw InputError("--filters, --batch, --images, --epochs: got {}, expected 1 or more", number);
  const auto all = bora::data::load_dataset(data, bora::data::Part::train);
  if (all.size() < 2 * images)
    throw InputError("--images: got {}, expected at most half of the {} of {}", images, all.size(), data);
  torch::set_num_threads(1);
  torch::manual_seed(seed);
  auto network = make_network(all.shape, widths, all.classes);
  train(network, images_of(all, 0, images), rate, momentum, batch, epochs);
  std::cout << error_of(network, images_of(all, images, images)) << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("cnn_trial", run, argc, argv);
}
