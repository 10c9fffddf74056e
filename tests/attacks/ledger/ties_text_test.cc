#include "attacks/ledger/ties_text.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"
#include "tools/report/synthetic_run.h"

namespace bora {
namespace {

TEST(TiesText, CountsThemAmongTheAnswers) {
  RunRecord run;
  EXPECT_EQ(describe_ties(run), "");
  run.instances.resize(2);
  run.instances[0].queries = 40;
  run.instances[1].queries = 2;
  run.tied_answers = 30;
  run.tied_goals = 7;
  EXPECT_EQ(describe_ties(run),
            "the largest scores are equal in 30 of 42 answers to the attacks; a tie does not count as a success, although 7 of them "
            "reach the goal by the order of the classes alone");
}

}  // namespace
}  // namespace bora
