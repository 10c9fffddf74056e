#include <gtest/gtest.h>

#include "attacks/ledger/graph_task.h"
#include "attacks/ledger/ledger.h"
#include "attacks/runner/verifier.h"
#include "data/graphs/graph_json.h"
#include "support/stub_graph_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

class GraphVerifierTest : public ::testing::Test {
 protected:
  GraphVerifierTest() : database_(RunDatabase::create(folder_ / "run.sqlite")) {
    Rng rng(3);
    original_ = testing::random_graph(9, 0.4, rng);
    original_.node_labels.assign(9, 1);
    original_.attribute_count = 1;
    for (int node = 0; node < 9; ++node) original_.attributes.push_back(static_cast<float>(rng.normal()));
    InputRow input;
    input.attacked = true;
    input.label = 9;  // never predicted: every query succeeds
    input.content = to_json(original_);
    database_.add(input);
    InstanceRow row;
    row.attack = "random";
    database_.add(row);
    adversarial_ = original_;
    adversarial_.edges.erase(adversarial_.edges.begin() + 2);
    adversarial_.edges.pop_back();
    const auto threat = task_.threat(std::make_shared<const Graph>(original_));
    const Question<Graph> question{0, {9, {}}, threat.get(), &adversarial_};
    Ledger<Graph>(oracle_, task_, database_).query({question});
  }
  static EditRules rules(int most_edits) {
    EditRules rules;
    rules.most_edits = most_edits;
    return rules;
  }

  testing::TemporaryFolder folder_;
  testing::EdgeVictim victim_{3, 1};
  Oracle<Graph> oracle_{victim_};
  GraphTask task_{rules(2)};
  Graph original_, adversarial_;
  RunDatabase database_;
};

TEST_F(GraphVerifierTest, ConfirmsTheExamplesOfTheFiles) {
  const auto verdict = verify_run(database_, oracle_, task_, folder_.path());
  EXPECT_EQ(verdict.examples, 1);
  EXPECT_TRUE(verdict.clean());
  EXPECT_EQ(task_.read(folder_ / "originals/record00000_label9.json"), original_);
  EXPECT_EQ(task_.read(folder_ / "adversarial/random/record00000_label9_untargeted.json"), adversarial_);
}

TEST_F(GraphVerifierTest, DetectsAViolatedBound) {
  const auto verdict = verify_run(database_, oracle_, GraphTask(rules(1)), folder_.path());
  EXPECT_EQ(verdict.within, 0);
  EXPECT_EQ(verdict.confirmed, 1);
  EXPECT_FALSE(verdict.clean());
}

}  // namespace
}  // namespace bora::attacks
