// Small sets of graphs in every form that is read, written here by hand, and what they hold.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/graphs/graph.h"
#include "data/zip_files.h"
#include "support/layers.h"

namespace bora::testing {

void write_text_file(const std::filesystem::path& path, const std::string& text);
void write_files(const std::filesystem::path& directory, const TextFiles& files);

/// One form's sample.
struct GraphSample {
  std::string name;  ///< name of the test
  /// Writes the sample below the (empty) directory and returns what load_graphs is to be given.
  std::function<std::string(const std::filesystem::path&)> write;
  GraphDataset all;       ///< what Part::all must give, but for `source`
  bool has_train = true;  ///< false: Part::train is refused and the rest is all test
};

inline std::string name_of_graphs(const ::testing::TestParamInfo<GraphSample>& info) {
  return info.param.name;
}
inline void PrintTo(const GraphSample& sample, std::ostream* out) {
  *out << sample.name;
}

const std::vector<GraphSample>& graph_samples();

}  // namespace bora::testing
