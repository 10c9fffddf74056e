#include "nas/supernet/supernet.h"

#include <cmath>

#include <gtest/gtest.h>

#include "nas/space/nb201_space.h"
#include "nas/supernet/small_supernet.h"
#include "nas/supernet/supernet_modules.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

using testing::kSmallShape;
using testing::small_supernet;

const Nb201Space& space() {
  static const Nb201Space cells;
  return cells;
}
constexpr const char* kCells[] = {
    "|nor_conv_3x3~0|+|nor_conv_1x1~0|nor_conv_3x3~1|+|nor_conv_1x1~0|skip_connect~1|avg_pool_3x3~2|",
    "|skip_connect~0|+|none~0|nor_conv_3x3~1|+|avg_pool_3x3~0|none~1|nor_conv_1x1~2|",
    // A cell with operations that are on no path, and one without a path from input to output.
    "|nor_conv_3x3~0|+|nor_conv_1x1~0|none~1|+|nor_conv_3x3~0|none~1|none~2|",
    "|nor_conv_3x3~0|+|none~0|none~1|+|none~0|none~1|nor_conv_3x3~2|"};

CellPath path_of_text(const char* text) {
  return path_of(space().parse(text));
}

Minibatch some_images(int count) {
  static const ImageDataset data = bars(40, kSmallShape, 3, 4);
  return plain_minibatch(data, 0, count);
}

CellMix some_mix() {
  CellMix mix;
  Rng rng(11);
  for (auto& row : mix)
    for (double& one : row) one = rng.uniform(0.1, 0.4);
  return mix;
}

// Returns the name that a parameter of the cell network has in the supernet.
std::string name_in_supernet(std::string name, const CellPath& path) {
  const auto edge = name.find(".edge");
  if (edge == std::string::npos) return name;
  const std::string ends = name.substr(edge + 5, 3);
  for (std::size_t e = 0; e < path.size(); ++e)
    if (ends == std::to_string(Nb201Space::kEnds[e][0]) + "_" + std::to_string(Nb201Space::kEnds[e][1]))
      return name.substr(0, edge + 8) +
             (path[e] == Nb201Space::kConv3 - Nb201Space::kFirstOperation ? "_conv3" : "_conv1") + ".weight";
  return "";
}

// Visits the weights that the cell network shares with the supernet, as pairs of the latter's and its own.
template <typename Visit>
void each_shared_weight(Supernet& net, ScriptedModule& cell, const CellPath& path, Visit visit) {
  const auto shared = net.implementation().module->named_parameters();
  for (const auto& item : cell.named_parameters()) {
    const bool of_edge = item.key().find(".edge") != std::string::npos;
    if (of_edge && item.key().find(".norm.") != std::string::npos)
      continue;  // the scale is 1 and the shift 0
    visit(*shared.find(name_in_supernet(item.key(), path)), item.value());
  }
}

torch::Tensor tensor_of(const Minibatch& batch) {
  return torch::from_blob(const_cast<float*>(batch.images.data()), {batch.size(), 1, 16, 16}).clone();
}

TEST(Supernet, OnePathEqualsTheCellNetworkWithTheSameWeights) {
  const torch::NoGradGuard no_grad;
  const Minibatch batch = some_images(12);
  for (const char* text : kCells) {
    const CellPath path = path_of_text(text);
    Supernet net(small_supernet());
    NetworkOptions options =
        cell_network(space(), space().parse(text), small_supernet().network, kSmallShape, 3);
    options.mean = small_supernet().mean;
    options.deviation = small_supernet().deviation;
    const auto cell = make_module(options);
    cell->train();
    const auto loss_of_cell = [&] {
      const auto labels = torch::tensor(std::vector<std::int64_t>(batch.labels.begin(), batch.labels.end()));
      return torch::nn::functional::cross_entropy(cell->forward(tensor_of(batch)), labels).item<double>();
    };
    const double passes = text == kCells[3] ? -1 : 1e-4;  // the cell without a path has no weights
    EXPECT_GT(std::abs(net.evaluate(batch, path).loss - loss_of_cell()), passes) << text;
    each_shared_weight(net, *cell, path, [](torch::Tensor a, torch::Tensor b) { b.copy_(a); });
    EXPECT_NEAR(net.evaluate(batch, path).loss, loss_of_cell(), 1e-5) << text;
    net.evaluate(batch, path);
    EXPECT_TRUE(torch::allclose(net.implementation().module->forward(tensor_of(batch)),
                                cell->forward(tensor_of(batch)), 1e-5, 1e-5))
        << text;

    // Weights are also copied from the cell to the supernet, after they were changed.
    for (auto& weight : cell->parameters())
      if (weight.dim() == 4) weight.add_(torch::full_like(weight, 0.05));
    EXPECT_GT(std::abs(net.evaluate(batch, path).loss - loss_of_cell()), passes) << text;
    each_shared_weight(net, *cell, path, [](torch::Tensor a, torch::Tensor b) { a.copy_(b); });
    EXPECT_NEAR(net.evaluate(batch, path).loss, loss_of_cell(), 1e-5) << text;
  }
}

TEST(Supernet, AMixtureOfOneOperationEachIsThePath) {
  Supernet net(small_supernet());
  const CellPath path = path_of_text(kCells[0]);
  CellMix mix{}, of_mix;
  for (std::size_t e = 0; e < path.size(); ++e) mix[e][static_cast<std::size_t>(path[e])] = 1;
  const Minibatch batch = some_images(16);
  EXPECT_NEAR(net.mix_gradient(batch, mix, of_mix), net.evaluate(batch, path).loss, 1e-5);
}

TEST(Supernet, TheMixturesGradientIsAFiniteDifference) {
  Supernet net(small_supernet());
  const Minibatch batch = some_images(32);  // two slices
  const CellMix mix = some_mix();
  CellMix gradient, ignored;
  net.mix_gradient(batch, mix, gradient);
  constexpr double kStep = 2e-3;  // small, so that few rectifiers pass their kink
  double largest = 0;
  for (std::size_t e = 0; e < mix.size(); ++e)
    for (std::size_t o = 0; o < mix[e].size(); ++o) {
      CellMix more = mix, less = mix;
      more[e][o] += kStep;
      less[e][o] -= kStep;
      const double slope =
          (net.mix_gradient(batch, more, ignored) - net.mix_gradient(batch, less, ignored)) / (2 * kStep);
      EXPECT_NEAR(gradient[e][o], slope, 1e-3 + 0.02 * std::abs(slope)) << e << " " << o;
      largest = std::max(largest, std::abs(slope));
    }
  EXPECT_GT(largest, 0.02);
}

TEST(Supernet, GradientsDoNotDependOnThreadsAndAreOnlyOfUsedOperations) {
  ThreadPool pool(3);
  Supernet one(small_supernet()), three(small_supernet(), &pool);
  const CellPath path = path_of_text(kCells[1]);
  const auto before = three.implementation().module->named_parameters();
  const auto weight = [&](const char* name) { return before.find(name)->clone(); };
  const auto unused = weight("body.stage1_cell1.edge0_1_conv3.weight");
  const auto used = weight("body.stage1_cell1.edge1_2_conv3.weight");
  CellMix first, second;
  for (Supernet* net : {&one, &three}) {
    EXPECT_GT(net->add_gradients(some_images(40), path), 0);
    net->step(0.1);
  }
  EXPECT_TRUE(torch::equal(unused, weight("body.stage1_cell1.edge0_1_conv3.weight")));
  EXPECT_FALSE(torch::equal(used, weight("body.stage1_cell1.edge1_2_conv3.weight")));
  EXPECT_EQ(one.add_gradients(some_images(40), some_mix(), first),
            three.add_gradients(some_images(40), some_mix(), second));
  EXPECT_EQ(first, second);
  one.step(0.1);
  three.step(0.1);
  EXPECT_EQ(one.evaluate(some_images(20), path).loss, three.evaluate(some_images(20), path).loss);
}

TEST(Supernet, LongGradientsAreClipped) {
  SupernetOptions options = small_supernet();
  options.momentum = options.weight_decay = 0;
  options.clip_norm = 1e-3;
  Supernet net(options);
  std::vector<torch::Tensor> before;
  for (const auto& weight : net.implementation().parameters) before.push_back(weight.detach().clone());
  net.add_gradients(some_images(20), path_of_text(kCells[0]));
  net.step(1);
  double square = 0;
  for (std::size_t p = 0; p < before.size(); ++p)
    square += (before[p] - net.implementation().parameters[p]).pow(2).sum().item<double>();
  EXPECT_NEAR(std::sqrt(square), 1e-3, 1e-5);
}

TEST(Supernet, ResumesFromItsStateAndRefusesThatOfAnother) {
  const CellPath path = path_of_text(kCells[0]);
  Supernet net(small_supernet()), other(small_supernet()), larger(small_supernet(3));
  const auto go = [&](Supernet& one) {
    one.add_gradients(some_images(20), path);
    one.step(0.1);
  };
  go(net);
  other.set_state(net.state());
  go(net);
  go(other);
  EXPECT_EQ(net.evaluate(some_images(20), path).loss, other.evaluate(some_images(20), path).loss);
  EXPECT_THROW(larger.set_state(net.state()), InputError);
  // Only the weights are copied, not the momentum, so that the next step differs.
  other.copy_weights(net);
  EXPECT_EQ(net.evaluate(some_images(20), path).loss, other.evaluate(some_images(20), path).loss);
  go(net);
  go(other);
  EXPECT_NE(net.evaluate(some_images(20), path).loss, other.evaluate(some_images(20), path).loss);
}

TEST(Supernet, AcceptsOnlyCellsOfNb201) {
  Rng rng(1);
  const auto darts = make_space("nb101")->sample(rng);
  testing::expect_input_error([&] { path_of(darts); }, "cells of nb201");
  EXPECT_EQ(text_of(path_of_text(kCells[0])), kCells[0]);
}

}  // namespace
}  // namespace bora::nas
