#include "nas/space/layered/layered_space.h"

#include <gtest/gtest.h>

#include "nas/space/layered/modifiers.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

using testing::expect_input_error;

const std::shared_ptr<const LayeredSpace>& cnn() {
  static const auto space = make_cnn_space();
  return space;
}
const std::shared_ptr<const LayeredSpace>& mlp() {
  static const auto space = make_mlp_space();
  return space;
}

const char* const kBranches =
    "conv3:16@0 conv3:32@1 max-pool@2 conv5:24@1 avg-pool@4 res3:64@3+5 avg-pool@6 fc:32@7 softmax@8 softmax@7";

TEST(LayeredText, SaysWhatIsWrongAndWhere) {
  const auto refuses = [](const char* text, const char* why, const char* where = "") {
    expect_input_error([&] { cnn()->parse(text); }, why, where);
  };
  refuses("conv3:16@0 conv4:16@1 softmax@2", "layer 2: 'conv4' is not one of conv3", "cnn");
  refuses("conv3@0 softmax@1", "expected conv3:UNITS@SOURCES");
  refuses("conv3:16@0 max-pool:3@1 softmax@2", "max-pool has no units");
  refuses("conv3:16@0 softmax@2", "layer 2: '2' is not an earlier layer");
  refuses("conv3:16 softmax@1", "layer 1: '' is not an earlier layer");
  refuses("conv3:4@0 softmax@1", "4 units, expected 8 to 1024");
  refuses("conv3:16@0 conv3:16@1", "leads nowhere");
  refuses("conv3:16@0 softmax@1+1", "layer 2: 1 occurs twice");
  refuses("max-pool@0 softmax@1", "takes the image and is not a convolution");
  refuses("conv3:16@0 conv3/2:16@0 conv3:16@1+2 softmax@3", "images of several sizes");
  refuses("conv3:16@0 fc:16@1 conv3:16@2 softmax@3", "a convolution no image");
  refuses("conv3:16@0 softmax@1 fc:16@2 softmax@3", "is a decision and leads to another layer");
  refuses("conv3/2:16@0 conv3/2:16@1 conv3/2:16@2 conv3/2:16@3 conv3/2:16@4 softmax@5", "halved 5 times");
  refuses("conv3:1024@0 conv3:1024@1 conv3:1024@2 conv3:1024@3 conv3:1024@4 softmax@5", "masses");
}

TEST(LayeredText, NumberingMakesNoDifference) {
  const Architecture one = cnn()->parse("conv3:16@0 conv3:32@1 conv5:8@1 conv3:16@2 conv3:16@3+4 softmax@5");
  const Architecture two = cnn()->parse("conv3:16@0 conv5:8@1 conv3:32@1 conv3:16@3 conv3:16@2+4 softmax@5");
  EXPECT_EQ(one.text(), two.text());
  EXPECT_EQ(cnn()->parse(one.text()).text(), one.text());
  EXPECT_EQ(computation_hash(one), computation_hash(two));
  // Two equal layers with different successors may be exchanged.
  EXPECT_EQ(cnn()->parse("conv3:16@0 conv3:16@0 conv3:8@1 conv5:8@2 softmax@3+4").text(),
            cnn()->parse("conv3:16@0 conv3:16@0 conv3:8@2 conv5:8@1 softmax@3+4").text());
  // Networks that differ only in widths have different hashes.
  const Architecture wide = cnn()->parse("conv3:16@0 conv3:40@1 conv5:8@1 conv3:16@2 conv3:16@3+4 softmax@5");
  EXPECT_NE(computation_hash(one), computation_hash(wide));
}

TEST(LayeredNetwork, CountsUnitsMassesAndHalvings) {
  const LayeredNetwork network = parse_layered(kBranches, cnn()->grammar());
  const auto in = incoming_units(network, cnn()->grammar());
  const auto mass = layer_masses(network, cnn()->grammar());
  const auto level = halvings(network, cnn()->grammar());
  ASSERT_TRUE(level);
  for (int v = 1; v + 1 < network.nodes(); ++v) {
    const auto i = static_cast<std::size_t>(v);
    const std::string& name = cnn()->grammar().operation(network, v).name;
    if (name == "res3") {
      EXPECT_EQ(in[i], 32 + 24);
      EXPECT_EQ(mass[i], 64 * 56);
      EXPECT_EQ((*level)[i], 1);
    }
    if (name == "fc") {
      EXPECT_EQ(mass[i], 32 * 64);
      EXPECT_EQ((*level)[i], -1);
    }
    if (name == "softmax") {
      EXPECT_EQ(mass[i], 0);
    }
  }
}

TEST(LayeredText, IsTheSameForAnyNumbering) {
  Rng rng(6);
  for (int i = 0; i < 40; ++i) {
    const LayeredNetwork network = cnn()->network(cnn()->sample(rng));
    // The layers in another order.
    const int layers = network.nodes() - 2;
    const auto order = rng.permutation(layers);
    std::vector<int> place(static_cast<std::size_t>(network.nodes()));
    LayeredDraft draft;
    draft.labels.resize(place.size());
    draft.units.resize(place.size());
    for (int v = 0; v < network.nodes(); ++v) {
      const bool layer = v > 0 && v <= layers;
      const int to = layer ? 1 + order[static_cast<std::size_t>(v - 1)] : v;
      place[static_cast<std::size_t>(v)] = to;
      draft.labels[static_cast<std::size_t>(to)] = network.graph.labels[static_cast<std::size_t>(v)];
      draft.units[static_cast<std::size_t>(to)] = network.units[static_cast<std::size_t>(v)];
    }
    draft.output = network.nodes() - 1;
    for (const auto& [from, to] : network.graph.edges)
      draft.edges.emplace_back(place[static_cast<std::size_t>(from)], place[static_cast<std::size_t>(to)]);
    const auto again = arranged(draft);
    ASSERT_TRUE(again);
    EXPECT_EQ(to_text(*again, cnn()->grammar()), to_text(network, cnn()->grammar()));
  }
}

TEST(LayeredGrammar, IsChecked) {
  LayeredGrammar grammar = cnn()->grammar();
  grammar.most_units = 4;
  expect_input_error([&] { LayeredSpace(grammar, {"conv3:16@0 softmax@1"}); }, "units");
  grammar = cnn()->grammar();
  grammar.operations.resize(2);
  expect_input_error([&] { LayeredSpace(grammar, {"conv3:16@0 softmax@1"}); }, "operations");
}

// Each modifier changes what its name says, and nothing else.
TEST(Modifiers, DoWhatTheyAreCalled) {
  const LayeredGrammar& grammar = cnn()->grammar();
  const LayeredNetwork from = parse_layered(kBranches, grammar);
  const auto units = [](const LayeredNetwork& network) {
    int sum = 0;
    for (const int one : network.units) sum += one;
    return sum;
  };
  const auto tries = [&](NetworkModifier modifier, auto check) {
    Rng rng(static_cast<std::uint64_t>(modifier));
    int made = 0;
    for (int i = 0; i < 300; ++i)
      if (const auto to = modified(from, grammar, modifier, rng)) {
        ++made;
        EXPECT_EQ(fault_of(*to, grammar), "");
        EXPECT_TRUE(to != from);
        check(*to);
      }
    EXPECT_GT(made, 20) << static_cast<int>(modifier);
  };
  tries(NetworkModifier::more_units, [&](const LayeredNetwork& to) {
    const int more = units(to) - units(from);
    EXPECT_TRUE(more == 2 || more == 3 || more == 4 || more == 8) << more;
  });
  tries(NetworkModifier::fewer_units, [&](const LayeredNetwork& to) {
    const int fewer = units(from) - units(to);
    EXPECT_TRUE(fewer == 2 || fewer == 3 || fewer == 4 || fewer == 8) << fewer;
  });
  int several = 0;
  tries(NetworkModifier::more_units_of_all, [&](const LayeredNetwork& to) {
    EXPECT_EQ(to.nodes(), from.nodes());
    several += units(to) - units(from) > 8 ? 1 : 0;
  });
  EXPECT_GT(several, 0);
  tries(NetworkModifier::fewer_units_of_all,
        [&](const LayeredNetwork& to) { EXPECT_LT(units(to), units(from)); });
  tries(NetworkModifier::remove_layer,
        [&](const LayeredNetwork& to) { EXPECT_EQ(to.nodes(), from.nodes() - 1); });
  tries(NetworkModifier::duplicate_path,
        [&](const LayeredNetwork& to) { EXPECT_GT(to.nodes(), from.nodes()); });
  tries(NetworkModifier::skip, [&](const LayeredNetwork& to) {
    EXPECT_GE(to.nodes(), from.nodes());
    EXPECT_EQ(to.graph.edges.size() - from.graph.edges.size(),
              static_cast<std::size_t>(to.nodes() - from.nodes() + 1));
  });
  tries(NetworkModifier::swap_operation,
        [&](const LayeredNetwork& to) { EXPECT_EQ(to.nodes(), from.nodes()); });
  tries(NetworkModifier::wedge_layer, [&](const LayeredNetwork& to) {
    EXPECT_EQ(to.nodes(), from.nodes() + 1);
    EXPECT_EQ(to.graph.edges.size(), from.graph.edges.size() + 1);
  });
}

TEST(Modifiers, SourcesOfARemovedLayerAreJoinedToItsTargets) {
  // Without the removed layer its source would have no target, so that it is joined to the decision.
  const LayeredNetwork from = parse_layered("conv3:16@0 conv3:16@0 conv3:24@1 softmax@2+3", cnn()->grammar());
  const std::string wanted = cnn()->parse("conv3:16@0 conv3:16@0 softmax@1+2").text();
  Rng rng(3);
  bool seen = false;
  for (int i = 0; i < 50; ++i)
    if (const auto to = modified(from, cnn()->grammar(), NetworkModifier::remove_layer, rng))
      seen = seen || to_text(*to, cnn()->grammar()) == wanted;
  EXPECT_TRUE(seen);
}

TEST(Modifiers, ActivationsAreSwappedForActivations) {
  const LayeredNetwork from = parse_layered("relu:64@0 softmax@1", mlp()->grammar());
  Rng rng(2);
  std::set<std::string> texts;
  for (int i = 0; i < 100; ++i)
    if (const auto to = modified(from, mlp()->grammar(), NetworkModifier::swap_operation, rng))
      texts.insert(to_text(*to, mlp()->grammar()));
  EXPECT_EQ(texts.size(), 5u);
  EXPECT_TRUE(texts.contains("tanh:64@0 softmax@1"));
}

}  // namespace
}  // namespace bora::nas
