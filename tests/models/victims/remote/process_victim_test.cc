#include "models/victims/remote/process_victim.h"

#include <atomic>
#include <csignal>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/types.h>

#include "common/error.h"
#include "models/victims/load_victim.h"
#include "models/victims/remote/expect_interrupted.h"
#include "models/victims/remote/process_protocol.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models::process_victim_test {
namespace {

constexpr ImageShape kShape{1, 2, 4};

Batch ramp(int rows) {
  Batch images(rows, kShape.size());
  for (Eigen::Index i = 0; i < images.size(); ++i)
    images.data()[i] = static_cast<float>(i) / static_cast<float>(images.size());
  return images;
}

class ProcessVictim : public ::testing::Test {
 protected:
  VictimOptions options(const std::string& mode, bool once = false) const {
    VictimOptions options;
    options.address = std::string("exec:'") + BORA_ODD_VICTIM + "' " + mode;
    if (once) options.address += " '" + (folder_.path() / "was-here").string() + "'";
    options.data_shape = kShape;
    options.chunk = 4;
    options.endpoint.timeout = 20;
    return options;
  }
  std::string refusal(const VictimOptions& options) const {
    return testing::input_error([&] { load_process(options, ramp(4)); });
  }
  static std::string failure(Victim& victim) {
    try {
      victim.scores(ramp(4));
    } catch (const VictimError& error) {
      return error.what();
    }
    return "no failure";
  }
  testing::TemporaryFolder folder_;
};

TEST_F(ProcessVictim, HasNoOutputToChoose) {
  VictimOptions named = options("scores");
  named.output = "logits";
  const std::string line = testing::input_error([&] { load_victim(named, ramp(4)); });
  EXPECT_NE(line.find("a program has one output"), std::string::npos) << line;
}

TEST_F(ProcessVictim, ReturnsTheScoresOfTheProgram) {
  for (const int concurrency : {1, 3}) {
    VictimOptions some = options("good");
    some.endpoint.concurrency = concurrency;
    const auto victim = load_process(some, ramp(4));
    EXPECT_EQ(victim->spec().classes, 5);
    EXPECT_EQ(victim->spec().kind, ScoreKind::logits);
    EXPECT_EQ(victim->spec().input, kShape);
    EXPECT_EQ(victim->scores(ramp(11)).values, Batch(ramp(11).leftCols(5)));
    EXPECT_EQ(victim->passes(), std::vector<int>(11, 1));
  }
}

TEST_F(ProcessVictim, GetsImagesInItsFormat) {
  VictimOptions turned = options("good");
  turned.range = ValueRange{-1, 1};
  turned.mean = {0.5F};
  turned.deviation = {2};
  const Batch expected = ((ramp(3).leftCols(5).array() * 2 - 1 - 0.5F) / 2).matrix();
  EXPECT_EQ(load_process(turned)->scores(ramp(3)).values, expected);
}

TEST_F(ProcessVictim, IsRestartedWhenItEndsOrHangs) {
  for (const char* mode : {"crash", "hang"}) {
    VictimOptions once = options(mode, true);
    if (std::string(mode) == "hang") once.endpoint.timeout = 0.5;
    const auto victim = load_process(once, ramp(4));
    // There are two requests; the first is sent twice.
    EXPECT_EQ(victim->scores(ramp(8)).values, Batch(ramp(8).leftCols(5))) << mode;
    EXPECT_EQ(victim->passes(), (std::vector<int>{2, 2, 2, 2, 1, 1, 1, 1})) << mode;
    std::filesystem::remove(folder_.path() / "was-here");
  }
}

TEST_F(ProcessVictim, OthersAnswerWhileAProcessIsRestarted) {
  VictimOptions once = options("crash", true);
  once.endpoint.concurrency = 3;
  const auto victim = load_process(once, ramp(4));
  // Which process gets a request depends on time, so batches are sent until the first process has died.
  constexpr int kMostBatches = 200, kRows = 120;
  int again = 0;  // inputs that were sent more than once
  for (int batch = 0; batch < kMostBatches && again == 0; ++batch) {
    ASSERT_EQ(victim->scores(ramp(kRows)).values, Batch(ramp(kRows).leftCols(5))) << batch;
    for (const int passes : victim->passes()) again += passes - 1;
  }
  EXPECT_EQ(again, 4) << "the request that the process died of, and no other";
  EXPECT_EQ(victim->scores(ramp(kRows)).values, Batch(ramp(kRows).leftCols(5)));
  EXPECT_EQ(victim->passes(), std::vector<int>(kRows, 1));
}

TEST_F(ProcessVictim, WaitsCanBeInterrupted) {
  std::atomic<bool> stop = false;
  VictimOptions hanging = options("hang", true);
  hanging.endpoint.stop = &stop;
  hanging.endpoint.timeout = testing::kNever;
  const auto victim = load_process(hanging, ramp(4));
  pid_t program = 0;
  std::ifstream(folder_.path() / "was-here") >> program;
  ASSERT_EQ(::kill(program, 0), 0);
  testing::expect_interrupted(*victim, ramp(4), stop);
  EXPECT_NE(::kill(program, 0), 0) << "the program goes on";
  stop = false;
  EXPECT_EQ(victim->scores(ramp(4)).values, Batch(ramp(4).leftCols(5)));
}

TEST_F(ProcessVictim, FastAnswersAreAcceptedAfterAStop) {
  std::atomic<bool> stop = false;
  VictimOptions good = options("good");
  good.endpoint.stop = &stop;
  const auto victim = load_process(good, ramp(4));
  stop = true;
  EXPECT_EQ(victim->scores(ramp(11)).values, Batch(ramp(11).leftCols(5)));
}

TEST_F(ProcessVictim, ReportsItsFailureAfterTheLastRetry) {
  VictimOptions crash = options("crash");
  crash.endpoint.retries = 0;
  const auto victim = load_process(crash, ramp(4));
  EXPECT_EQ(failure(*victim), "ended with exit code 3; last output: out of memory");
  EXPECT_EQ(victim->passes(), std::vector<int>(4, 1));
  EXPECT_EQ(victim->scores(ramp(4)).values, Batch(ramp(4).leftCols(5))) << "it was not restarted";
}

TEST_F(ProcessVictim, NamesWhatIsWrongWithAnAnswer) {
  const std::pair<const char*, const char*> cases[] = {
      {"error", "failed: ValueError: odd"},
      {"rows", "gave 5 x 5 scores for 4 inputs, expected 4 x classes"},
      {"huge", "gave 4 x 1099511627776 scores for 4 inputs"},
      {"other", "expected an answer to"},
      {"endless", "without the end of a line"},
      {"nan", "gave scores that are not finite: nan for class 0"},
      {"nan-rows", "states NaN for 'rows', which is not JSON, expected a finite number"},
      {"null-rows", "states null for 'rows', expected a whole number"},
  };
  for (const auto& [mode, part] : cases) {
    VictimOptions odd = options(mode);
    odd.endpoint.retries = 0;
    const auto victim = load_process(odd, ramp(4));
    const std::string why = failure(*victim);
    EXPECT_NE(why.find(part), std::string::npos) << mode << ": " << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  }
}

TEST_F(ProcessVictim, RefusesATruncatedAnswer) {
  VictimOptions half = options("half");
  half.endpoint.retries = 0;
  const auto victim = load_process(half, ramp(4));
  EXPECT_NE(failure(*victim).find("ended with exit code 0"), std::string::npos);
}

TEST_F(ProcessVictim, RefusesProgramsThatAreNoVictims) {
  const std::pair<const char*, const char*> cases[] = {
      {"old", "uses version 7 of the protocol, expected 1"},
      {"nobody", "has a greeting without \"bora\": 1"},
      {"huge-classes", "states 1e999 for 'classes', which is not JSON, expected a finite number"},
      {"chatter", "printed 'loading weights' on standard output"},
      {"babble", "printed 'epoch 1' on standard output"},
      {"random", "scores of the same images differ between two calls"},
  };
  for (const auto& [mode, part] : cases) {
    const std::string why = refusal(options(mode));
    EXPECT_NE(why.find(part), std::string::npos) << mode << ": " << why;
    EXPECT_EQ(why.find("input-shape"), std::string::npos) << "the images are not at fault: " << why;
  }
  VictimOptions missing = options("good");
  missing.address = "exec:/no/such/program";
  EXPECT_NE(refusal(missing).find("could not be run"), std::string::npos) << refusal(missing);
  missing.address = "exec: ";
  EXPECT_NE(refusal(missing).find("expected exec:COMMAND"), std::string::npos);
}

TEST_F(ProcessVictim, MayGiveLabelsOnly) {
  const auto victim = load_process(options("labels"), ramp(4));
  EXPECT_TRUE(victim->spec().labels_only);
  EXPECT_EQ(victim->labels(ramp(3)), (std::vector<int>{0, 1, 2}));
  EXPECT_THROW(victim->scores(ramp(3)), VictimError);
}

TEST_F(ProcessVictim, MayGiveItsBestClassesOnly) {
  const auto victim = load_process(options("top"), ramp(4));
  EXPECT_EQ(victim->spec().top, 2);
  EXPECT_EQ(victim->spec().classes, 5);
  EXPECT_EQ(victim->spec().kind, ScoreKind::probabilities);
  EXPECT_FALSE(victim->spec().randomised);
  Batch expected = Batch::Constant(11, 5, kHidden);
  expected.col(1).setConstant(0.3F);
  expected.col(3).setConstant(0.6F);
  EXPECT_EQ(victim->scores(ramp(11)).values, expected);
  EXPECT_EQ(victim->labels(ramp(2)), std::vector<int>(2, 3));
  VictimOptions stated = options("top");
  stated.kind = ScoreKind::logits;
  stated.classes = 7;
  EXPECT_EQ(load_process(stated)->spec().kind, ScoreKind::logits);
  EXPECT_EQ(load_process(stated)->spec().classes, 7);
  EXPECT_FALSE(victim->has_gradients());
}

TEST_F(ProcessVictim, NamesWhatIsWrongWithBestClasses) {
  const std::pair<const char*, const char*> in_answers[] = {
      {"top-range", "gave the class 5 among the best, expected 0 to 4"},
      {"top-part", "gave the class 0.5 among the best, expected 0 to 4"},
      {"top-twice", "gave the class 3 twice among the 2 best"},
      {"top-rising", "gave the score 0.7 behind 0.6, expected the best class first"},
      {"top-nan", "gave scores that are not finite: nan"},
      {"top-columns", "gave 5 columns, expected 4: the scores of the 2 best classes"},
  };
  for (const auto& [mode, part] : in_answers) {
    VictimOptions odd = options(mode);
    odd.endpoint.retries = 0;
    const std::string why = failure(*load_process(odd, ramp(4)));
    EXPECT_NE(why.find(part), std::string::npos) << mode << ": " << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
  }
  const std::pair<const char*, const char*> at_the_start[] = {
      {"top-many", "states that it gives the 6 best of 5 classes"},
      {"top-none", "states top: 0, expected a whole number from 1 to 1048576"},
      {"top-unsaid", "its number of classes must be stated (--classes)"},
  };
  for (const auto& [mode, part] : at_the_start)
    EXPECT_NE(refusal(options(mode)).find(part), std::string::npos) << mode << ": " << refusal(options(mode));
  VictimOptions few = options("top");
  few.classes = 2;
  EXPECT_NE(refusal(few).find("gave the class 3 among the best, expected 0 to 1"), std::string::npos);
}

TEST_F(ProcessVictim, BlamesTheImagesOnlyForErrorsThatTheyMayCause) {
  for (const char* error : {"ValueError", "RuntimeError", "IndexError"})
    EXPECT_NE(refusal(options(error)).find("state that (--input-shape, --layout)"), std::string::npos)
        << error;
  for (const char* error :
       {"AttributeError", "ConnectionError", "FileNotFoundError", "ImportError", "KeyError", "MemoryError",
        "ModuleNotFoundError", "NameError", "NotImplementedError", "OSError", "PermissionError",
        "TimeoutError", "TypeError", "UnboundLocalError", "ZeroDivisionError", "urllib.error.HTTPError",
        "urllib.error.URLError"}) {
    const std::string why = refusal(options(error));
    EXPECT_NE(why.find("fails on clean inputs: failed: " + std::string(error) + ": odd"), std::string::npos)
        << why;
    EXPECT_EQ(why.find("--layout"), std::string::npos) << why;
  }
}

TEST_F(ProcessVictim, GreetsWithNumbersInRange) {
  const auto refused = [](const std::string& fields) -> std::string {
    try {
      parse_greeting("{\"bora\": 1, " + fields + "}\n");
    } catch (const VictimError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refused("\"classes\": 10.0, \"shape\": [1, 2, 3]"), "accepted");
  EXPECT_EQ(refused("\"classes\": 4294967298"),
            "states classes: 4294967298, expected a whole number from 1 to 1048576");
  EXPECT_EQ(refused("\"classes\": 1e300"),
            "states classes: 1e+300, expected a whole number from 1 to 1048576");
  EXPECT_EQ(refused("\"classes\": true"), "states classes: true, expected a whole number from 1 to 1048576");
  EXPECT_EQ(refused("\"top\": 2.5"), "states top: 2.5, expected a whole number from 1 to 1048576");
  EXPECT_EQ(refused("\"shape\": [1, -2, 3]"), "states shape: -2, expected a whole number from 1 to 32768");
  EXPECT_NE(
      refused("\"shape\": " + std::string(30'000, '[') + std::string(30'000, ']')).find("on standard output"),
      std::string::npos);
}

TEST_F(ProcessVictim, RunsInItsWorkingFolder) {
  VictimOptions elsewhere = options("good");
  elsewhere.address = "exec:./odd good";
  elsewhere.endpoint.folder = folder_.path().string();
  std::filesystem::create_symlink(BORA_ODD_VICTIM, folder_.path() / "odd");
  EXPECT_EQ(load_process(elsewhere, ramp(4))->spec().classes, 5);
  elsewhere.endpoint.folder = (folder_.path() / "gone").string();
  const std::string why = refusal(elsewhere);
  EXPECT_NE(why.find("its working folder does not exist: " + elsewhere.endpoint.folder), std::string::npos)
      << why;
  EXPECT_EQ(why.find('\n'), std::string::npos);
}

TEST_F(ProcessVictim, TheExampleInTheDocumentationWorks) {
  VictimOptions example;
  example.address = std::string("exec:'") + BORA_EXAMPLE_VICTIM + "'";
  example.data_shape = kShape;
  const auto victim = load_process(example);
  EXPECT_EQ(victim->spec().classes, 10);
  EXPECT_EQ(victim->scores(ramp(2)).values(0, 0), 0);
}

}  // namespace
}  // namespace bora::models::process_victim_test
