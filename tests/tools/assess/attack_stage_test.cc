#include "tools/assess/attack_stage.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::tools {
namespace {

AssessOptions attacking(Settings settings) {
  AssessOptions options;
  options.data = "digits";
  options.bounds = {"0.1"};
  options.range = "0-9";
  options.attack = "random";
  options.attack_settings = std::move(settings);
  return options;
}

void refused(const AssessOptions& options, const std::string& message) {
  try {
    check_attack(options);
    FAIL() << "accepted, expected: " << message;
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(message)) << error.what();
  }
}

TEST(AttackStage, ErrorsNameTheOptionOfTheAssessmentThatHoldsTheSetting) {
  EXPECT_NO_THROW(check_attack(attacking({{"targets", "all"}})));
  refused(attacking({{"continuous", "true"}}), "--attack-options continuous: got 'true', expected yes or no");
  refused(attacking({{"targets", "both"}}), "--attack-options targets: got 'both'");
  refused(attacking({{"contnuous", "yes"}}),
          "unknown option --attack-options contnuous; did you mean --attack-options continuous?");
  refused(attacking({{"target", "1"}, {"targets", "all"}}),
          "--attack-options target, --attack-options targets and --attack-options untargeted exclude");
}

TEST(AttackStage, ErrorsInOptionsOfTheAssessmentKeepTheirNames) {
  AssessOptions wrong = attacking({});
  wrong.bounds = {"40"};
  refused(wrong, "--eps: ");
  wrong = attacking({{"norm", "l0"}, {"prior", "data"}});
  wrong.bounds = {"8"};
  refused(wrong,
          "--attack-options prior: is for --attack-options norm linf and l2, but --attack-options norm");
  wrong.norm = "l0";
  refused(wrong, "--attack-options prior: is for --norm linf and l2, but --norm is l0");
  wrong = attacking({});
  wrong.graphs = true;
  wrong.bounds = {"-1"};
  refused(wrong, "--edits: ");
}

TEST(AttackStage, ErrorsInOptionsOfAModelNameTheModel) {
  AssessOptions options = attacking({});
  const std::string program = "exec:./serve --batch 1";
  options.given = {{"mine", program, {{"mean", "half"}}, "--models"}};
  refused(options, "--models mine;mean: got 'half'");
  options.given.front().option = "--baseline";
  refused(options, "--baseline mine;mean: got 'half'");
}

TEST(AttackStage, ErrorsNameThePlanThatHoldsTheSetting) {
  AssessOptions options = attacking({{"continuous", "true"}});
  options.attack_origin = "plan.toml: --attack-options";
  refused(options, "plan.toml: --attack-options continuous: got 'true'");
  options.attack_settings.clear();
  options.bounds = {"40"};
  refused(options, "--eps: ");
}

}  // namespace
}  // namespace bora::tools
