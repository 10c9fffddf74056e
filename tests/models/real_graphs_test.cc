// Networks trained on real sets of graphs reach the accuracies on clean graphs of Ru 2021, table 6.6.
#include <gtest/gtest.h>

#include "common/random.h"
#include "data/graphs/load_graphs.h"
#include "models/graphs/graph_training.h"
#include "models/victims/evaluation.h"
#include "support/real_data.h"

namespace bora::models {
namespace {

struct Published {
  const char* data;
  const char* architecture;
  double accuracy;
};

TEST(RealGraphs, AreLearntAsWellAsPublished) {
  const auto folder = testing::real_data("tu");
  if (folder.empty()) GTEST_SKIP() << "no folder tu with PROTEINS.zip and IMDB-MULTI.zip among the real data";
  for (const auto& [data, architecture, accuracy] : {Published{"PROTEINS.zip", "gcn", 0.717},
                                                     {"PROTEINS.zip", "gin", 0.705},
                                                     {"IMDB-MULTI.zip", "gcn", 0.505},
                                                     {"IMDB-MULTI.zip", "gin", 0.489}}) {
    const auto spec = (folder / data).string();
    const auto train_part = load_graphs(spec, Part::train);
    const auto test_part = load_graphs(spec, Part::test);
    GraphNetworkOptions options;
    options.architecture = parse_graph_architecture(architecture);
    options.features = features_for(default_features(train_part), train_part);
    options.classes = train_part.classes;
    options.seed = mix_seed(0, "weights");
    ThreadPool pool(2);
    GraphNetwork network(options, &pool);
    train(network, train_part, default_training(options.architecture), pool);
    // The standard error on one split of about 250 graphs is three percentage points.
    EXPECT_GE(measure_accuracy(network, test_part).fraction(), accuracy - 0.05)
        << data << " " << architecture;
  }
}

}  // namespace
}  // namespace bora::models
