#include "data/reader_cases.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/graph_samples.h"
#include "data/graphs/load_graphs.h"
#include "data/images/load.h"
#include "data/samples.h"

namespace bora::testing {
namespace {

std::string properties(const ImageDataset& set) {
  return to_string(set.shape);
}

std::string properties(const GraphDataset& set) {
  return fmt::format("{} {} {}", set.node_label_count, set.attribute_count, fmt::join(set.notes, "; "));
}

std::string input(const ImageDataset& set, int i) {
  return {set.image(i).begin(), set.image(i).end()};
}

Graph input(const GraphDataset& set, int i) {
  return set.graphs[static_cast<std::size_t>(i)];
}

Content content(const auto& set) {
  Content out{set.source, properties(set), set.classes, set.class_names,
              set.names,  set.labels,      set.records, {}};
  for (int i = 0; i < set.size(); ++i) out.inputs.emplace_back(input(set, i));
  return out;
}

Content checked(const auto& set) {
  check(set);
  return content(set);
}

}  // namespace

const std::vector<ReaderCase>& reader_cases() {
  static const std::vector<ReaderCase> cases = [] {
    std::vector<ReaderCase> all;
    for (const Sample& each : samples())
      all.push_back({each.name, each.write, false,
                     [](const std::string& spec, Part part, const SplitOptions& split) {
                       return checked(load_dataset(spec, part, split));
                     },
                     content(each.all), each.has_train, each.is_split_here, each.train_records});
    for (const GraphSample& each : graph_samples())
      all.push_back({each.name, each.write, true,
                     [](const std::string& spec, Part part, const SplitOptions& split) {
                       return checked(load_graphs(spec, part, split));
                     },
                     content(each.all), each.has_train, each.has_train, 0});
    return all;
  }();
  return cases;
}

std::vector<ReaderCase> reader_cases_with(bool ReaderCase::*member) {
  std::vector<ReaderCase> chosen;
  std::ranges::copy_if(reader_cases(), std::back_inserter(chosen), std::identity(), member);
  return chosen;
}

}  // namespace bora::testing
