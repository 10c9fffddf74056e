#include "models/victims/remote/process_graph_victim.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/random.h"
#include "models/toy_graphs.h"
#include "support/input_error.h"

namespace bora::models {
namespace {

class ProcessGraphVictim : public ::testing::Test {
 protected:
  void SetUp() override {
    if (*BORA_TORCH_PYTHON == '\0') GTEST_SKIP() << "there is no Python with numpy";
  }
  static ProcessGraphOptions messages(const std::string& arguments = "") {
    return options(std::string("exec:'") + BORA_TORCH_PYTHON + "' '" + BORA_TEST_SOURCE_DIR +
                   "/models/victims/remote/messages.py' " + arguments);
  }
  static ProcessGraphOptions options(const std::string& address) {
    ProcessGraphOptions options;
    options.address = address;
    options.node_label_count = 3;
    options.attribute_count = 2;
    options.endpoint.timeout = 20;
    return options;
  }
  static std::vector<Graph> graphs(int n) {
    Rng rng(1);
    std::vector<Graph> all;
    for (int i = 0; i < n; ++i) all.push_back(rich_graph(2 + rng.index(12), 0.4, rng, i % 3 == 0));
    return all;
  }
  static std::vector<const Graph*> pointers(const std::vector<Graph>& graphs) {
    std::vector<const Graph*> all;
    for (const Graph& graph : graphs) all.push_back(&graph);
    return all;
  }
};

TEST_F(ProcessGraphVictim, HasTheSpecOfTheProgram) {
  const auto victim = load_process_graph(messages());
  EXPECT_EQ(victim->spec().classes, 3);
  EXPECT_EQ(victim->spec().kind, ScoreKind::logits);
  EXPECT_FALSE(victim->spec().randomised);
  EXPECT_FALSE(victim->has_gradients());
  const auto some = graphs(37);
  const auto asked = pointers(some);
  const Scores scores = victim->scores(asked);
  EXPECT_EQ(victim->passes(), std::vector<int>(37, 1));
  ProcessGraphOptions parallel = messages();
  parallel.endpoint.concurrency = 3;
  EXPECT_EQ(load_process_graph(parallel)->scores(asked).values, scores.values);
}

TEST_F(ProcessGraphVictim, MayGiveLabelsOnly) {
  const auto some = graphs(20);
  const auto asked = pointers(some);
  const auto teller = load_process_graph(messages("--labels"));
  EXPECT_TRUE(teller->spec().labels_only);
  EXPECT_EQ(teller->labels(asked), load_process_graph(messages())->labels(asked));
  EXPECT_THROW(teller->scores(asked), VictimError);
  EXPECT_FALSE(teller->spec().randomised);
  EXPECT_TRUE(load_process_graph(messages("--restless"))->spec().randomised);
}

TEST_F(ProcessGraphVictim, MayGiveItsBestClassesOnly) {
  const auto some = graphs(20);
  const auto asked = pointers(some);
  const auto victim = load_process_graph(messages("--best"));
  EXPECT_EQ(victim->spec().top, 2);
  EXPECT_EQ(victim->spec().classes, 3);
  EXPECT_FALSE(victim->spec().randomised);
  const Batch all = load_process_graph(messages())->scores(asked).values;
  const Batch best = victim->scores(asked).values;
  for (Eigen::Index i = 0; i < all.rows(); ++i) {
    Eigen::Index worst = 0;
    all.row(i).minCoeff(&worst);
    for (Eigen::Index j = 0; j < 3; ++j) EXPECT_EQ(best(i, j), j == worst ? kHidden : all(i, j));
  }
  ProcessGraphOptions few = messages("--best");
  few.classes = 1;
  EXPECT_NE(testing::input_error([&] { load_process_graph(few); }).find("(--classes)"), std::string::npos);
}

TEST_F(ProcessGraphVictim, RefusesScoresThatAreNoLongerProbabilities) {
  const auto some = graphs(2);
  const auto asked = pointers(some);
  const auto victim =
      load_process_graph(messages("--growing 2"), GraphBatch(asked).first(1));  // two requests
  EXPECT_EQ(victim->spec().kind, ScoreKind::probabilities);
  try {
    victim->scores(asked);
    ADD_FAILURE() << "they are accepted";
  } catch (const VictimError& error) {
    EXPECT_NE(std::string(error.what()).find("though its scores are probabilities"), std::string::npos)
        << error.what();
  }
}

TEST_F(ProcessGraphVictim, RefusesInvalidScoresInTheSecondAnswerToProbes) {
  const auto some = graphs(1);
  const std::string why =
      testing::input_error([&] { load_process_graph(messages("--growing 1"), pointers(some)); });
  EXPECT_NE(why.find("though its scores are probabilities"), std::string::npos) << why;
}

TEST_F(ProcessGraphVictim, RefusesInOneLine) {
  const auto refusal = [](const ProcessGraphOptions& some) {
    return testing::input_error([&] { load_process_graph(some); });
  };
  const auto says = [&](const ProcessGraphOptions& some, const char* part) {
    const std::string why = refusal(some);
    EXPECT_NE(why.find(part), std::string::npos) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  };
  says(options("exec: "), "expected exec:COMMAND");
  says(options("exec:no-such-program"), "could not be run");
  says(options("exec:echo hello"), "printed 'hello' on standard output");
  ProcessGraphOptions other = messages();
  other.classes = 7;
  says(other, "states 7 classes but gives 3 scores");
  // A program that needs data which these graphs do not have fails with its own message.
  ProcessGraphOptions bare = messages();
  bare.attribute_count = 0;
  says(bare, "failed: ");
  // A program that classifies images and has printed other text before, which Python buffers by default.
  says(options(std::string("exec:env -u PYTHONUNBUFFERED '") + BORA_TORCH_PYTHON + "' '" +
               BORA_TEST_SOURCE_DIR + "/models/victims/remote/stripes.py'"),
       "this victim classifies images");
}

}  // namespace
}  // namespace bora::models
