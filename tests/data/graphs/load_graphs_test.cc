#include "data/graphs/load_graphs.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "data/graph_samples.h"
#include "data/graphs/graph_json.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

// Writes five training images and three test images in MNIST's format.
void write_mnist(const std::filesystem::path& directory) {
  std::uint8_t label = 0;
  for (const auto& [part, count] : {std::pair("train", 5u), std::pair("t10k", 3u)}) {
    testing::Bytes labels;
    for (unsigned i = 0; i < count; ++i) labels.push_back(label++);
    const std::string prefix = (directory / part).string();
    testing::write_bytes(prefix + "-images-idx3-ubyte",
                         testing::idx_file({count, 28, 28}, testing::noise(count * 784, label)));
    testing::write_bytes(prefix + "-labels-idx1-ubyte", testing::idx_file({count}, labels));
  }
}

TEST(LoadGraphs, MakesTasksWithTheirSettings) {
  const GraphDataset set = load_graphs("er-components:graphs=30:nodes=20-22:p=1:seed=4", Part::all);
  EXPECT_EQ(set.size(), 30);
  EXPECT_EQ(set.source, "er-components:graphs=30:nodes=20-22:p=1:seed=4");
  EXPECT_EQ(set.class_names.at(2), "3 components");
  for (const Graph& graph : set.graphs) EXPECT_TRUE(graph.nodes >= 20 && graph.nodes <= 22);
  EXPECT_EQ(set.graphs[0].edges.size(),
            static_cast<std::size_t>(set.graphs[0].nodes * (set.graphs[0].nodes - 1) / 2));
  EXPECT_EQ(load_graphs("sbm", Part::all).size(), 3000);
  for (const Graph& graph : load_graphs("ws:graphs=4:nodes=25", Part::all).graphs) EXPECT_EQ(graph.nodes, 25);
  EXPECT_NE(load_graphs("ba:graphs=4:seed=1", Part::all).graphs,
            load_graphs("ba:graphs=4:seed=2", Part::all).graphs);
}

TEST(LoadGraphs, SplitsTheSameGraphsWhateverTheSeedOfTheSplit) {
  const GraphDataset all = load_graphs("ba:graphs=40", Part::all);
  for (const std::uint64_t seed : {1, 2}) {
    const GraphDataset test = load_graphs("ba:graphs=40", Part::test, {0.25, seed});
    EXPECT_EQ(test.size(), 10);
    EXPECT_EQ(std::ranges::count(test.labels, 0), 5);
    for (int i = 0; i < test.size(); ++i) EXPECT_EQ(test.graphs[i], all.graphs[test.records[i]]);
  }
}

TEST(LoadGraphs, CutsTheImagesOfAnySet) {
  const testing::TemporaryFolder folder;
  write_mnist(folder.path());
  const std::string images = folder.path().string();
  const GraphDataset all = load_graphs("mnist-75sp:" + images, Part::all);
  EXPECT_EQ(all.labels, std::vector<int>({0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(all.classes, 10);
  EXPECT_EQ(all.attribute_count, 3);
  EXPECT_EQ(load_graphs("mnist-75sp:" + images, Part::train).labels, std::vector<int>({0, 1, 2, 3, 4}));
  const GraphDataset two = load_graphs("mnist-75sp:" + images + ":graphs=2", Part::all);
  ASSERT_EQ(two.size(), 2);
  EXPECT_EQ(two.graphs[1], all.graphs[1]);
  testing::expect_input_error([&] { load_graphs("mnist-75sp:" + images + ":graphs=0", Part::all); },
                              "graphs=0, expected a whole number of at least 1");
  testing::expect_input_error([&] { load_graphs("mnist-75sp:" + images + ":graph=2", Part::all); },
                              "did you mean 'graphs'?");
  testing::expect_input_error([] { load_graphs("mnist-75sp:digit", Part::all); }, "did you mean digits?");
}

TEST(LoadGraphs, FindsMnistInTheDataFolder) {
  const testing::TemporaryFolder folder;
  ASSERT_EQ(setenv("BORA_DATA_DIR", folder.path().c_str(), 1), 0);
  ASSERT_EQ(setenv("XDG_CACHE_HOME", folder.path().c_str(), 1), 0);
  testing::expect_input_error([] { load_graphs("mnist-75sp", Part::test); }, "$BORA_DATA_DIR/mnist");
  std::filesystem::create_directory(folder / "mnist");
  write_mnist(folder / "mnist");
  EXPECT_EQ(load_graphs("mnist-75sp:graphs=2", Part::test).labels, std::vector<int>({5, 6}));
  unsetenv("BORA_DATA_DIR");
  unsetenv("XDG_CACHE_HOME");
}

TEST(LoadGraphs, RefusesUnknownNamesKeysAndValues) {
  const auto expect_refused = [](const std::string& spec, const std::string& word) {
    testing::expect_input_error([&] { load_graphs(spec, Part::all); }, word);
  };
  expect_refused("er-component", "did you mean er-components?");
  expect_refused("nonsense-of-all-kinds", "expected er-components, ba, ws, sbm, mnist-75sp, a TU set");
  expect_refused("none.zip", "'none.zip' is neither");
  expect_refused("", "'' is neither");
  expect_refused("ba:graph=3",
                 "ba: has no setting 'graph' (did you mean 'graphs'?); valid: graphs, nodes, seed");
  expect_refused("ba:p=0.5", "no setting 'p'");
  expect_refused("ba:100", "'100' is not a setting, expected KEY=VALUE");
  expect_refused("ba:graphs=3:x", "not a setting");
  expect_refused("ba:graphs=ten", "graphs=ten, expected a whole number of at least 1");
  expect_refused("ba:graphs=", "'graphs=' is not a setting");
  expect_refused("ba:nodes=30-", "nodes: got ''");
  expect_refused("ba:seed=-1", "seed=-1");
  expect_refused("er-components:p=nan", "p=nan, expected a number from 0 to 1");
  expect_refused("ba:graphs=3\n", "graphs=3?");
}

TEST(LoadGraphs, RefusesPathsWithoutGraphs) {
  const testing::TemporaryFolder folder;
  const auto refuse = [&](const std::string& name, const std::string& word) {
    testing::expect_input_error([&] { load_graphs(folder / name, Part::all); }, (folder / name).string(),
                                word);
  };
  refuse("", "holds no graphs");
  testing::write_text(folder / "a.txt", "1, 2");
  refuse("a.txt", "is not a graph file");
  testing::write_text(folder / "a.json", "{");
  refuse("a.json", "not JSON");
  testing::write_text(folder / "labels.csv", "file,label\na.json,0\nb.json,1\n");
  refuse("", "'b.json' is not a file");
}

TEST(LoadGraphs, TakesNodeLabelsOfJsonAsTheyAre) {
  const testing::TemporaryFolder folder;
  Graph graph;
  graph.nodes = 2;
  graph.node_labels = {3, 1};
  testing::write_text(folder / "a.json", to_json(graph));
  testing::write_text(folder / "labels.csv", "file,label\na.json,0\n");
  const GraphDataset set = load_graphs(folder.path(), Part::all);
  EXPECT_EQ(set.graphs[0].node_labels, graph.node_labels);
  EXPECT_EQ(set.node_label_count, 4);
  EXPECT_TRUE(set.literal_node_labels);
}

TEST(LoadGraphs, ListedMayHaveParts) {
  const testing::TemporaryFolder folder;
  Graph graph;
  graph.nodes = 2;
  for (const char* name : {"a.json", "b.json"}) testing::write_text(folder / name, to_json(graph));
  testing::write_text(folder / "labels.csv", "file,label,split\na.json,0,train\nb.json,1,test\n");
  const GraphDataset test = load_graphs(folder.path(), Part::test);
  EXPECT_EQ(test.labels, std::vector<int>{1});
  EXPECT_EQ(test.notes,
            std::vector<std::string>{"1 of 2 files are the test part, by the column split of labels.csv"});
  EXPECT_EQ(load_graphs(folder.path(), Part::train).labels, std::vector<int>{0});
  EXPECT_EQ(load_graphs(folder.path(), Part::all).labels, (std::vector<int>{0, 1}));
  testing::expect_input_error([&] { load_graphs(folder / "a.json", Part::train); }, "has no train part");
}

TEST(LoadGraphs, NotesKeysOfJsonThatAreNotRead) {
  const testing::TemporaryFolder folder;
  testing::write_text(folder / "a.json", R"({"nodes": [{"id": 0, "x": [1]}, {"id": 1, "node_label": 2}],
                                             "edges": [{"source": 0, "target": 1}]})");
  testing::write_text(folder / "b.json", R"({"nodes": [{"id": 0}, {"id": 1}],
                                             "edges": [{"source": 0, "target": 1, "kind": "\n"}]})");
  testing::write_text(folder / "labels.csv", "file,label\na.json,0\nb.json,1\n");
  EXPECT_EQ(
      load_graphs(folder.path(), Part::all).notes,
      (std::vector<std::string>{"keys of nodes left out, only label and attributes are read: node_label, x",
                                "keys of edges left out, only weight and label are read: kind"}));
  EXPECT_EQ(load_graphs(folder / "b.json", Part::all).notes.size(), 1u);
  Graph graph;
  graph.nodes = 2;
  graph.edges = {{0, 1}};
  graph.weights = {2};
  graph.node_labels = {1, 0};
  testing::write_text(folder / "a.json", to_json(graph));
  EXPECT_TRUE(load_graphs(folder / "a.json", Part::all).notes.empty());
}

TEST(LoadGraphs, RefusesInconsistentFiles) {
  const testing::TemporaryFolder folder;
  Graph graph;
  graph.nodes = 1;
  testing::write_text(folder / "a.json", to_json(graph));
  graph.node_labels = {1};
  testing::write_text(folder / "b.json", to_json(graph));
  testing::write_text(folder / "labels.csv", "file,label\na.json,0\nb.json,1\n");
  testing::expect_input_error([&] { load_graphs(folder.path(), Part::all); },
                              "a.json: 0 node labels, expected 1");
}

TEST(LooksLikeGraphs, DistinguishesGraphsFromImages) {
  const testing::TemporaryFolder folder;
  for (const std::string spec : {"er-components", "ba:graphs=3", "mnist-75sp:x", "none.zip", "none.json",
                                 "er-component", "mnist-75s:x"})
    EXPECT_TRUE(looks_like_graphs(spec)) << spec;
  for (const std::string spec : {"digits", "fashion-mnist", "none.png", "none", "", "mnist", "bb", "digit"})
    EXPECT_FALSE(looks_like_graphs(spec)) << spec;
  EXPECT_FALSE(looks_like_graphs(folder.path()));
  testing::write_text(folder / "labels.csv", "file,label\na.png,0\n");
  EXPECT_FALSE(looks_like_graphs(folder.path()));
  testing::write_text(folder / "a.json", "");
  EXPECT_TRUE(looks_like_graphs(folder.path()));
  for (const auto& sample : testing::samples()) {
    const testing::TemporaryFolder images;
    EXPECT_FALSE(looks_like_graphs(sample.write(images.path()))) << sample.name;
  }
}

}  // namespace
}  // namespace bora::data
