#include "tools/attack/protocols.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "common/text.h"
#include "report/figures/published.h"
#include "tools/attack/attack_options.h"

namespace bora::tools::protocols_test {
namespace {

struct Parsed {
  AttackConfig config;
  CommandLine line{"bo-attack", "tests", ""};
};

std::unique_ptr<Parsed> parse(std::vector<const char*> arguments) {
  auto parsed = std::make_unique<Parsed>();
  declare_options(parsed->line, parsed->config);
  arguments.insert(arguments.begin(), {"bo-attack", "--model", "m.pt"});
  EXPECT_TRUE(parsed->line.parse(static_cast<int>(arguments.size()), arguments.data()));
  return parsed;
}

TEST(Protocols, SetWhatTheTableStandsFor) {
  const auto parsed = parse({"--protocol", "ru-6.1"});
  EXPECT_EQ(parsed->config.data.images, 50);
  EXPECT_EQ(parsed->config.goal.targets, 0);
  EXPECT_EQ(parsed->config.threat.epsilon, 0.3);
  EXPECT_EQ(parsed->config.budget.queries, 1000);
  EXPECT_EQ(
      join(parsed->config.attacks, ","),
      "addgp-bo:as=paper:side=14,addgp-bo:side=14,gp-bo-auto:as=paper,gp-bo-auto,gp-bo:as=paper:side=14,"
      "gp-bo:side=14,genattack:side=14,autozoom:as=paper:side=14,autozoom:side=14,zoo:as=paper,zoo");
  EXPECT_TRUE(parsed->config.threat.continuous);
}

TEST(Published, StandsBesideEveryVersionOfItsMethod) {
  const auto success = [](const std::string& protocol, const std::string& attack) {
    const PublishedResult* row = find_published_table(protocol)->find(attack);
    return row == nullptr ? -1 : row->success;
  };
  for (const std::string attack :
       {"gp-bo", "gp-bo:side=14", "gp-bo:side=14:as=paper", "gp-bo:as=paper:beta=1"})
    EXPECT_EQ(success("ru-6.1", attack), 82) << attack;
  EXPECT_EQ(success("ru-6.1", "gp-bo:side=8"), -1) << "another dimension";
  EXPECT_EQ(success("ru-6.1", "bo"), -1);
  EXPECT_EQ(success("ru-a.6", "gp-bo:as=paper:side=28"), 98);
  EXPECT_EQ(success("ru-a.6", "gp-bo"), -1) << "one of three rows";
  EXPECT_EQ(success("ru-6.4", "addgp-bo:decomposition=change:side=14"), 87);
}

TEST(Protocols, YieldToWhatIsTyped) {
  const auto parsed = parse({"--eps", "0.375", "--protocol", "ru-6.1", "--untargeted"});
  EXPECT_EQ(parsed->config.threat.epsilon, 0.375);
  EXPECT_TRUE(parsed->config.goal.untargeted);
  EXPECT_FALSE(parsed->config.goal.targets);
  EXPECT_EQ(parsed->config.data.images, 50);
}

std::string option_of(const Preset& protocol, const std::string& name) {
  const std::map<std::string, std::string> options(protocol.options.begin(), protocol.options.end());
  return options.contains(name) ? options.at(name) : "";
}

bool is_of_graphs(const Preset& protocol) {
  EXPECT_NE(option_of(protocol, "task"), "") << protocol.name << " does not say what it is on";
  return option_of(protocol, "task") == "graph";
}

TEST(Protocols, HaveAttacksThatAreThere) {
  for (const Preset& protocol : protocols()) {
    std::set<std::string> seen;
    for (const std::string& spec : split(option_of(protocol, "attack"), ',')) {
      EXPECT_TRUE(seen.insert(spec).second) << protocol.name << ": " << spec << " occurs twice";
      if (is_of_graphs(protocol)) {
        EXPECT_NO_THROW(make_recipe<Graph>(spec)) << protocol.name << ": " << spec;
      } else {
        EXPECT_NO_THROW(make_recipe(spec)) << protocol.name << ": " << spec;
      }
    }
  }
}

TEST(Protocols, AreOnesTheCommandAccepts) {
  for (const Preset& protocol : protocols()) {
    const auto parsed = parse({"--protocol", protocol.name.c_str()});
    parsed->config.task = is_of_graphs(protocol) ? RunTask::graphs : RunTask::images;
    EXPECT_NO_THROW(check(parsed->config)) << protocol.name;
    using Kinds = std::vector<std::string>;
    const auto foreign = is_of_graphs(protocol) ? Kinds{kImages, kPixels, kSemantic} : Kinds{kGraphs};
    EXPECT_EQ(parsed->line.changed_option_for(foreign), "") << protocol.name;
  }
}

TEST(Protocols, OfGraphsAreThoseOfTheThesis) {
  const auto parsed = parse({"--protocol", "ru-6.6"});
  const GraphBudget budget = parsed->config.budget_of_graphs();
  EXPECT_EQ(budget.rules.ratio, 0.03);
  EXPECT_EQ(budget.rules.mode, EditMode::flip);
  EXPECT_EQ(budget.queries(3), 150);
  EXPECT_EQ(budget.queries(1000), 20000);
  EXPECT_FALSE(parsed->config.plan().targeted);
  const auto rewired = parse({"--protocol", "ru-6.7-rewire"});
  EXPECT_EQ(rewired->config.threat.edits.mode, EditMode::rewire);
  EXPECT_EQ(rewired->config.threat.edits.hops, 2);
}

TEST(Presets, StandardHasTheAttacksAndBudgetsOfAutoAttack) {
  const auto parsed = parse({"--preset", "standard", "--budget", "3000"});
  EXPECT_EQ(parsed->config.data.images, 1000);
  EXPECT_EQ(parsed->config.budget_of_images(), 3000) << "typed";
  const std::vector<std::string> attacks = {"apgd:restarts=1", "apgd-t:restarts=1",
                                            "square:p=0.8:schedule=10000", "bo:budget=500",
                                            "adba:budget=1000"};
  EXPECT_EQ(parsed->config.plan().attacks, attacks);
  EXPECT_NO_THROW(check(parsed->config));
}

TEST(Presets, LeaveOutWhiteBoxAttacksWhereLabelsAloneAreVisible) {
  const auto parsed = parse({"--preset", "standard", "--visible", "label"});
  EXPECT_EQ(parsed->config.plan().attacks.front(), "square:p=0.8:schedule=10000");
  EXPECT_NO_THROW(check(parsed->config));
}

TEST(Attacks, AreTheDefaultsThatHelpNames) {
  const auto parsed = parse({});
  EXPECT_EQ(parsed->config.plan().attacks, (std::vector<std::string>{"bo", "square"}));
  for (const Norm norm : {Norm::l0, Norm::patch}) {
    parsed->config.threat.norm = norm;
    EXPECT_EQ(parsed->config.plan().attacks, (std::vector<std::string>{"sparse-rs", "random"}));
  }
  // In L2, Square needs scores.
  const auto labels = parse({"--norm", "l2", "--visible", "label"});
  EXPECT_EQ(labels->config.plan().attacks, (std::vector<std::string>{"bo", "hop-skip-jump"}));
  EXPECT_NO_THROW(check(labels->config));
  parsed->config.task = RunTask::graphs;
  EXPECT_EQ(parsed->config.plan().attacks, (std::vector<std::string>{"grabnel", "random"}));
  std::string help = parsed->line.help();
  std::erase_if(help, [](char c) { return std::isspace(static_cast<unsigned char>(c)); });
  EXPECT_NE(
      help.find("auto:bo,squareonimages(sparse-rs,randomwith--norml0orpatch,bo,hop-skip-jumpwith--norml2"
                "andlabelsalone),grabnel,random"),
      std::string::npos);
}

TEST(Protocols, SplitTheFactoryByAccess) {
  std::map<std::string, std::string> attacks;
  for (const Preset& protocol : protocols()) attacks[protocol.name] = protocol.options.back().second;
  for (const auto& attack : attack_summaries()) {
    if (attack.norms.front() != Norm::linf) continue;  // the protocols are in L-infinity
    const auto holds = [&](const std::string& protocol) {
      const auto names = split(attacks.at(protocol), ',');
      return std::find(names.begin(), names.end(), attack.name) != names.end();
    };
    EXPECT_EQ(holds("rivals"), attack.access == AccessLevel::scores && attack.prior != PriorUse::required)
        << attack.name;
    EXPECT_EQ(holds("labels"), attack.access == AccessLevel::labels || attack.name == "bo") << attack.name;
  }
}

TEST(Protocols, OfLabelsShowNoScores) {
  const auto parsed = parse({"--protocol", "labels"});
  EXPECT_EQ(parsed->config.plan().attacks.front(), "bo");
  EXPECT_TRUE(parsed->config.goal.visible.label_only());
  EXPECT_NO_THROW(check(parsed->config));
}

TEST(PublishedTables, HoldNumbersThatCanBeTrue) {
  for (const PublishedTable& table : published_tables()) {
    int budget = 0;
    for (const auto& [option, value] : table.options)
      if (option == "budget") budget = std::stoi(value);
    for (const PublishedResult& row : table.rows) {
      EXPECT_LE(row.success, 100) << table.protocol << " " << row.name;
      EXPECT_LE(row.median, row.max) << table.protocol << " " << row.name;
      EXPECT_LE(row.mean, row.max) << table.protocol << " " << row.name;
      EXPECT_LE(row.max, budget) << table.protocol << " " << row.name;
      EXPECT_LT(row.l2_error, row.l2) << table.protocol << " " << row.name;
      EXPECT_EQ(table.find(row.attack), &row) << table.protocol << " " << row.attack;
    }
  }
  EXPECT_EQ(find_published_table("ru-a.7")->find("genattack:side=16")->median, 281);
  EXPECT_EQ(find_published_table("rivals"), nullptr);
}

}  // namespace
}  // namespace bora::tools::protocols_test
