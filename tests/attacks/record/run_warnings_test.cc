#include "attacks/record/run_warnings.h"

#include <gtest/gtest.h>

#include "attacks/record/synthetic_run.h"
#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

RunRecord attacked_labels(const std::vector<int>& labels) {
  RunRecord run;
  run.classes = 10;
  for (const int label : labels) {
    run.inputs.emplace_back();
    run.inputs.back().label = label;
    run.inputs.back().attacked = true;
  }
  return run;
}

TEST(MissingClasses, NamesClassesThatTheFrontOfSortedDataLacks) {
  EXPECT_EQ(describe_missing_classes(attacked_labels(std::vector<int>(20, 3))),
            "the 20 attacked inputs lack 9 of the 10 classes: 0, 1, 2, 4, 5, ...");
  EXPECT_NE(describe_missing_classes(attacked_labels(std::vector<int>(10, 3))), "");
  RunRecord named = attacked_labels(std::vector<int>(20, 1));
  named.classes = 2;
  named.class_names = {"cat", "dog"};
  EXPECT_NE(describe_missing_classes(named).find(": cat"), std::string::npos);
}

TEST(MissingClasses, IsEmptyIfChanceExplainsThem) {
  std::vector<int> labels;
  for (int i = 0; i < 20; ++i) labels.push_back(i % 8);  // a random sample misses 1.2 of 10 on average
  EXPECT_EQ(describe_missing_classes(attacked_labels(labels)), "");
  for (int i = 0; i < 180; ++i) labels.push_back(i % 8);
  EXPECT_NE(describe_missing_classes(attacked_labels(labels)), "");
  EXPECT_EQ(describe_missing_classes(attacked_labels({4, 4, 4, 4})), "");
  EXPECT_EQ(describe_missing_classes(attacked_labels({})), "");
}

TEST(MissingClasses, CountsOnlyAttackedInputsWithLabels) {
  RunRecord run = attacked_labels(std::vector<int>(20, 3));
  for (int label = 0; label < 10; ++label) {
    run.inputs.emplace_back();
    run.inputs.back().label = label;
  }
  EXPECT_NE(describe_missing_classes(run), "");
  EXPECT_EQ(describe_missing_classes(attacked_labels(std::vector<int>(20, -1))), "");
}

TEST(MissingClasses, ArePartOfTheRecordOfARun) {
  SyntheticRun run;
  for (int i = 0; i < 12; ++i) run.inputs.push_back({3, 3, true, ""});
  const testing::TemporaryFolder folder;
  write_synthetic_run(run, folder.path());
  const RunRecord record = read_run(folder.path());
  ASSERT_EQ(record.warnings.size(), 1U);
  EXPECT_NE(record.warnings.front().find("lack 9 of the 10 classes"), std::string::npos);
}

// Returns a run on images of these labels, each with one success that ends in class `end`.
RunRecord ends_in(int end, const std::vector<int>& labels) {
  RunRecord run = attacked_labels(labels);
  run.classes = 11;
  run.targeted = false;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    InstanceRecord instance;
    instance.attack = "square";
    instance.input = static_cast<int>(i);
    instance.adversarial = AdversarialRow{};
    instance.adversarial->predicted = end;
    run.instances.push_back(instance);
  }
  return run;
}

TEST(UnseenClass, IsNamedIfMostSuccessesEndInIt) {
  std::vector<int> labels;
  for (int i = 0; i < 20; ++i) labels.push_back(i % 10);
  RunRecord run = ends_in(10, labels);
  EXPECT_EQ(
      describe_unseen_class(run),
      "20 of 20 successes of square end in class 10, which none of the 20 labelled images has: if "
      "the class means 'rejected' or 'background', these inputs were not misclassified; report the share of "
      "rejected inputs separately (column predicted of results.csv)");
  for (int i = 0; i < 9; ++i) run.instances[i].adversarial->predicted = 3;
  EXPECT_NE(describe_unseen_class(run).find("11 of 20 successes"), std::string::npos);
  run.instances[9].adversarial->predicted = 3;
  EXPECT_EQ(describe_unseen_class(run), "") << "half of them";
  EXPECT_EQ(warnings_of(ends_in(10, labels)).size(), 1U);
}

TEST(UnseenClass, IsNoneThatTheDataHaveOrMayLackByChance) {
  std::vector<int> labels;
  for (int i = 0; i < 20; ++i) labels.push_back(i % 10);
  EXPECT_EQ(describe_unseen_class(ends_in(4, labels)), "");
  for (int& label : labels) label = label == 4 ? 5 : label;
  EXPECT_EQ(describe_unseen_class(ends_in(4, labels)), "") << "a sample of 20 may lack one of 11 classes";
  for (int i = 0; i < 80; ++i) labels.push_back(i % 4);
  EXPECT_NE(describe_unseen_class(ends_in(4, labels)), "");
  EXPECT_EQ(describe_unseen_class(ends_in(7, std::vector<int>(100, 0))), "") << "sorted data";
  EXPECT_NE(describe_unseen_class(ends_in(0, {1, 2, 3, 4, 5})), "") << "a class for the background";
  RunRecord targeted = ends_in(10, labels);
  targeted.targeted = true;
  EXPECT_EQ(describe_unseen_class(targeted), "");
  EXPECT_EQ(describe_unseen_class(ends_in(10, {0, 1, 2, 3})), "");
}

TEST(TiesText, CountsThemAmongTheAnswers) {
  RunRecord run;
  EXPECT_EQ(describe_ties(run), "");
  run.instances.resize(2);
  run.instances[0].queries = 70;
  run.instances[1].queries = 2;
  run.tied_answers = 30;
  run.tied_goals = 7;
  EXPECT_EQ(
      describe_ties(run),
      "the largest scores are equal in 30 of 72 answers to the attacks; a tie does not count as a success, although 7 of them reach the goal by the order of the classes alone");
  run.tied_goals = 0;
  EXPECT_EQ(
      describe_ties(run),
      "the largest scores are equal in 30 of 72 answers to the attacks; a tie does not count as a success");
  run.tied_answers = 37;
  EXPECT_EQ(
      describe_ties(run),
      "the largest scores are equal in 37 of 72 answers to the attacks; a tie does not count as a success; a model with mostly tied answers may have stopped answering, e.g. because a quota is used up");
}

}  // namespace
}  // namespace bora::attacks
