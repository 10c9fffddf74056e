#include "data/graphs/tu.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "data/graph_samples.h"
#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::TextFiles;

// Returns two graphs: a triangle with a tail, and an isolated node beside an edge.
TextFiles small_set() {
  return {{"S_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n1, 3\n3, 1\n3, 4\n4, 3\n6, 7\n7, 6\n"},
          {"S_graph_indicator.txt", "1\n1\n1\n1\n2\n2\n2\n"},
          {"S_graph_labels.txt", "2\n0\n"}};
}

class Tu : public ::testing::Test {
 protected:
  GraphDataset load(const TextFiles& files) {
    std::filesystem::remove_all(folder_ / "set");
    std::filesystem::create_directory(folder_ / "set");
    testing::write_files(folder_ / "set", files);
    GraphDataset dataset = load_tu(folder_ / "set");
    check(dataset);
    return dataset;
  }
  GraphDataset load_with(const std::string& file, const std::string& text) {
    TextFiles files = small_set();
    files[file] = text;
    return load(files);
  }
  template <typename... Parts>
  void expect_refused(const std::string& file, const std::string& text, const Parts&... parts) {
    testing::expect_input_error([&] { load_with(file, text); }, file, parts...);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Tu, ReadsGraphsAndRenumbersLabels) {
  const GraphDataset dataset = load(small_set());
  ASSERT_EQ(dataset.size(), 2);
  EXPECT_EQ(dataset.graphs[0].nodes, 4);
  EXPECT_EQ(dataset.graphs[0].edges, std::vector<NodePair>({{0, 1}, {0, 2}, {1, 2}, {2, 3}}));
  EXPECT_EQ(dataset.graphs[1].nodes, 3);  // the first without an edge
  EXPECT_EQ(dataset.graphs[1].edges, std::vector<NodePair>({{1, 2}}));
  EXPECT_FALSE(dataset.graphs[0].weighted());
  EXPECT_EQ(dataset.labels, std::vector<int>({1, 0}));
  EXPECT_EQ(dataset.class_names, std::vector<std::string>({"0", "2"}));
  EXPECT_EQ(dataset.classes, 2);
  EXPECT_EQ(dataset.node_label_count, 0);
  EXPECT_EQ(dataset.records, std::vector<int>({0, 1}));
  EXPECT_TRUE(dataset.notes.empty());
  EXPECT_EQ(load_with("S_graph_labels.txt", "1\n-1\n").class_names, std::vector<std::string>({"-1", "1"}));
  EXPECT_EQ(load_with("S_graph_labels.txt", "7\n7\n").classes, 1);
}

TEST_F(Tu, MergesDirectionsAndRepeatsOfAnEdgeAndDropsLoops) {
  const GraphDataset both = load(small_set());
  const GraphDataset once = load_with("S_A.txt", "4,3\n2,1\n3,3\n3,2\n1,3\n7,6\n7,6\n5,5\n");
  EXPECT_EQ(once.graphs, both.graphs);
  EXPECT_EQ(once.notes, std::vector<std::string>(
                            {"2 loops dropped", "5 edges listed in one direction only: taken in both"}));
}

TEST_F(Tu, NotesEdgesListedInOneDirection) {
  const GraphDataset one = load_with("S_A.txt", "1,2\n2,1\n2,3\n2,3\n3,2\n4,3\n4,3\n");
  EXPECT_EQ(one.notes, std::vector<std::string>({"1 edge listed in one direction only: taken in both"}));
  EXPECT_EQ(one.graphs[0].edges.size(), 3u);
}

TEST_F(Tu, ReadsLabelsAttributesAndWeights) {
  TextFiles files = small_set();
  files["S_node_labels.txt"] = "5\n-2\n5\n9\n9\n9\n5\n";
  files["S_node_attributes.txt"] = "1,2\n+3, 4e-1\n5\t6\n7,8\n9,10\n-11,12.5\n.5,0\n";
  files["S_edge_labels.txt"] = "3\n3\n1\n1\n3\n3\n3\n3\n1\n1\n";
  files["S_edge_attributes.txt"] = "1\n1\n2\n2\n3\n3\n4\n4\n0.5\n0.5\n";
  const GraphDataset dataset = load(files);
  EXPECT_EQ(dataset.node_label_count, 3);
  EXPECT_EQ(dataset.graphs[0].node_labels, std::vector<int>({1, 0, 1, 2}));
  EXPECT_EQ(dataset.graphs[1].node_labels, std::vector<int>({2, 2, 1}));
  EXPECT_EQ(dataset.attribute_count, 2);
  EXPECT_EQ(dataset.graphs[0].attributes, std::vector<float>({1, 2, 3, 0.4f, 5, 6, 7, 8}));
  EXPECT_EQ(dataset.graphs[1].attributes, std::vector<float>({9, 10, -11, 12.5f, 0.5f, 0}));
  EXPECT_EQ(dataset.graphs[0].edge_labels, std::vector<int>({1, 1, 0, 1}));
  EXPECT_EQ(dataset.graphs[0].weights, std::vector<float>({1, 3, 2, 4}));
  EXPECT_EQ(dataset.graphs[1].weights, std::vector<float>({0.5f}));
  EXPECT_EQ(dataset.notes,
            std::vector<std::string>({"node labels are renumbered without gaps: 5 becomes 1"}));
}

TEST_F(Tu, ReportsWhetherNodeLabelsAreTheNumbersInTheFile) {
  EXPECT_TRUE(load_with("S_node_labels.txt", "0\n1\n2\n0\n1\n2\n0\n").literal_node_labels);
  EXPECT_FALSE(load_with("S_node_labels.txt", "1\n1\n2\n3\n1\n2\n1\n").literal_node_labels);
  EXPECT_TRUE(load_with("S_node_labels.txt", "1\n1\n2\n3\n1\n2\n1\n").notes.empty()) << "no gap";
  EXPECT_FALSE(load_with("S_node_labels.txt", "0\n1\n3\n0\n1\n3\n0\n").literal_node_labels) << "2 is missing";
  EXPECT_FALSE(load_with("S_node_labels.txt", "0,1\n1,0\n0,0\n0,1\n0,1\n1,0\n0,0\n").literal_node_labels);
  EXPECT_FALSE(load(small_set()).literal_node_labels) << "no labels";
}

TEST_F(Tu, ReadsSeveralNumbersInALineAsOneLabel) {
  const GraphDataset dataset = load_with("S_node_labels.txt", "0,1\n1,0\n0,0\n0,1\n0,1\n1,0\n0,0\n");
  EXPECT_EQ(dataset.node_label_count, 3);
  EXPECT_EQ(dataset.graphs[0].node_labels, std::vector<int>({1, 2, 0, 1}));
  EXPECT_EQ(dataset.notes,
            std::vector<std::string>({"node labels are renumbered without gaps: 0,0 becomes 0"}));
}

TEST_F(Tu, NotesWhatItDrops) {
  const auto note = [&](const std::string& file, const std::string& text) {
    const GraphDataset dataset = load_with(file, text);
    EXPECT_EQ(dataset.notes.size(), 1u);
    return dataset.notes.empty() ? "" : dataset.notes[0];
  };
  EXPECT_EQ(note("S_edge_labels.txt", "3\n1\n1\n1\n3\n3\n3\n3\n1\n1\n"),
            "1 edge listed again with another label: the first one's is taken");
  EXPECT_EQ(note("S_edge_attributes.txt", "1\n1\n2\n9\n3\n3\n4\n4\n5\n6\n"),
            "2 edges listed again with another weight: the first one's is taken");
  EXPECT_EQ(note("S_edge_attributes.txt", "1\n1\n2\n2\n3\n3\n4\n4\n0\n0\n"),
            "edge attributes left out: not all are positive, as weights are");
  EXPECT_EQ(note("S_edge_attributes.txt", "1,1\n1,1\n2,1\n2,1\n3,1\n3,1\n4,1\n4,1\n5,1\n5,1\n"),
            "edge attributes left out: 2 an edge, and only one can be its weight");
}

TEST_F(Tu, AcceptsLineEndsBlanksAndBlankLastLines) {
  TextFiles files = small_set();
  for (auto& [name, text] : files) {
    std::string changed;
    for (const char c : text) {
      if (c == '\n')
        changed += " \t\r\n";
      else
        changed += c == ',' ? " ,\t" : std::string(1, c);
    }
    text = "  " + changed + "\r\n \n";
  }
  EXPECT_EQ(load(files).graphs, load(small_set()).graphs);
  files = small_set();
  for (auto& [name, text] : files) text.pop_back();  // no line end at the end of the file
  EXPECT_EQ(load(files).graphs, load(small_set()).graphs);
}

TEST_F(Tu, SkipsByteOrderMarks) {
  TextFiles files = small_set();
  for (auto& [name, text] : files) text = "\xef\xbb\xbf" + text;
  EXPECT_EQ(load(files).graphs, load(small_set()).graphs);
}

TEST_F(Tu, ReadsASetWithoutEdges) {
  const GraphDataset dataset =
      load({{"S_A.txt", ""}, {"S_graph_indicator.txt", "1\n2\n"}, {"S_graph_labels.txt", "0\n1\n"}});
  EXPECT_EQ(dataset.graphs[1].nodes, 1);
  EXPECT_TRUE(dataset.graphs[1].edges.empty());
}

TEST_F(Tu, NamesFileLineValueAndWhatWasExpected) {
  expect_refused("S_A.txt", "1, 2\n2, 8\n", "S_A.txt:2: node 8, expected 1 to 7");
  expect_refused("S_A.txt", "0, 1\n", ":1: node 0, expected 1 to 7");
  expect_refused("S_A.txt", "1, -2\n", ":1: node -2");
  expect_refused("S_A.txt", "1, 2\n\n2, 3\n", ":2: nothing, expected the number of a node");
  expect_refused("S_A.txt", "1, 2\n3\n", ":2: nothing, expected the number of a second node");
  expect_refused("S_A.txt", "1, 2\n3,\n", ":2: a comma at its end");
  expect_refused("S_A.txt", "1, 2, 3\n", ":1: '3', expected two numbers a line");
  expect_refused("S_A.txt", "1, 2\n2, 3x\n", ":2: '3x', expected the number");
  expect_refused("S_A.txt", "1, 2.0\n", ":1: '2.0', expected the number");
  expect_refused("S_A.txt", "1,, 2\n", ":1: '', expected the number");
  expect_refused("S_A.txt", "1, 99999999999\n", ":1: '99999999999'");
  expect_refused("S_A.txt", "1, +-2\n", ":1: '+-2'");
  expect_refused("S_A.txt", std::string("1, \x1b[31m\0\n", 10), ":1: '?[31m?'");
  expect_refused("S_A.txt", "1, " + std::string(1000, 'x'), "xxx...'");
  expect_refused("S_A.txt", "1, 2\n4, 5\n", ":2: edge 4-5 joins graphs 1 and 2");
  expect_refused("S_graph_indicator.txt", "1\n1\n1\n1\n3\n", ":5: graph 3, expected 1 to 2");
  expect_refused("S_graph_indicator.txt", "0\n1\n1\n1\n2\n", ":1: graph 0, expected 1 to 2");
  expect_refused("S_graph_indicator.txt", "1\n2\n1\n", ":3: graph 1 after graph 2");
  expect_refused("S_graph_indicator.txt", "2\n2\n", ":1: graph 2 after graph 0, expected a node of graph 1");
  expect_refused("S_graph_indicator.txt", "1\n1\n", "ends with graph 1, expected 2");
  expect_refused("S_graph_indicator.txt", "", "ends with graph 0, expected 2");
  expect_refused("S_graph_indicator.txt", "1 1\n", ":1: '1', expected one number a line");
  expect_refused("S_graph_labels.txt", "", "is empty");
  expect_refused("S_graph_labels.txt", "0\na\n", ":2: 'a', expected an integer label");
  expect_refused("S_graph_labels.txt", "0\n0.5\n", ":2: '0.5', expected an integer label");
  expect_refused("S_node_labels.txt", "0\n0\n", "2 lines, expected 7, one for each node");
  expect_refused("S_node_labels.txt", "0\n0,1\n", ":2: 2 numbers, expected 1 as in line 1");
  expect_refused("S_node_attributes.txt", "1\n1\n", "2 lines, expected 7");
  expect_refused("S_node_attributes.txt", "1,2\n1\n", ":2: 1 number, expected 2 as in line 1");
  for (const std::string value : {"nan", "inf", "-inf", "1e39", "1e400", "0x1", "--1"})
    expect_refused("S_node_attributes.txt", "1\n" + value + "\n",
                   ":2: '" + value + "', expected a finite number");
  expect_refused("S_edge_labels.txt", "0\n", "1 line, expected 10, one for each line of the edge file");
  expect_refused("S_edge_attributes.txt", "0\n", "1 line, expected 10");
}

TEST_F(Tu, RequiresOneSetWithItsThreeFiles) {
  for (const std::string missing : {"S_graph_indicator.txt", "S_graph_labels.txt"}) {
    TextFiles files = small_set();
    files.erase(missing);
    testing::expect_input_error([&] { load(files); }, missing, "is missing, expected beside S_A.txt");
  }
  TextFiles files = small_set();
  files.erase("S_A.txt");
  testing::expect_input_error([&] { load(files); }, "holds no graph set");
  EXPECT_FALSE(is_tu_directory(folder_ / "set"));
  files["S_A.txt"] = files["T_A.txt"] = "";
  testing::expect_input_error([&] { load(files); }, "holds 2 graph sets (S and T)");
  EXPECT_TRUE(is_tu_directory(folder_ / "set"));
  files.erase("T_A.txt");
  files["._S_A.txt"] = "what a Mac leaves beside a file";
  EXPECT_EQ(load(files).size(), 2);
  testing::expect_input_error([&] { load_tu(folder_ / "none"); }, "none", "neither a directory nor a file");
}

TEST_F(Tu, ReadsArchivesWhateverTheFolder) {
  const GraphDataset expected = load(small_set());
  for (const std::string prefix : {"", "S/", "a/b c/"}) {
    TextFiles files = {{"__MACOSX/._S_A.txt", "x"}, {prefix + "README.txt", "hello"}};
    for (const auto& [name, text] : small_set()) files[prefix + name] = text;
    testing::write_zip(folder_ / "s.zip", files);
    EXPECT_EQ(load_tu(folder_ / "s.zip").graphs, expected.graphs);
  }
}

TEST_F(Tu, NamesTheFileOfAnArchive) {
  TextFiles files = small_set();
  files["S_A.txt"] = "1, 2\n2, 8\n";
  testing::write_zip(folder_ / "s.zip", files);
  testing::expect_input_error([&] { load_tu(folder_ / "s.zip"); },
                              "s.zip: S_A.txt:2: node 8, expected 1 to 7");
  testing::write_text(folder_ / "s.zip", "PK, but no more");
  testing::expect_input_error([&] { load_tu(folder_ / "s.zip"); },
                              "s.zip: truncated, damaged or no zip archive");
}

}  // namespace
}  // namespace bora::data
