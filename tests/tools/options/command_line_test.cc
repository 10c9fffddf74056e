#include "tools/options/command_line.h"

#include <cstdint>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::tools {
namespace {

namespace po = boost::program_options;

// A command with one option of each type.
struct Command {
  Command() : line("bo-test", "tests", "Examples:\n  bo-test --epochs 3") {
    // The option epochs has a former name.
    line.section("Work").add_options()                                      //
        ("epochs,passes", po::value(&epochs)->default_value(20), "passes")  //
        ("seed", po::value(&seed)->default_value(0), "seed")                //
        ("rate", value_of(rate), "learning rate")                           //
        ("data", po::value(&data)->default_value("digits"), "data set")     //
        ("tag", po::value(&tags), "may be repeated")                        //
        ("preset", value_of(preset), "several at once")                     //
        ("quiet", po::bool_switch(&quiet), "say nothing")                   //
        ("force", flag(force)->one_call(), "overwrite");
    line.add_presets("preset",
                     {{"small", "a quick one", {{"epochs", "2"}, {"data", "mnist"}, {"rate", "0.5"}}},
                      {"broken", "refers to itself wrongly", {{"epochs", "many"}}}},
                     {"data", "rate"});
  }

  bool parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "bo-test");
    return line.parse(static_cast<int>(arguments.size()), arguments.data(), out);
  }

  CommandLine line;
  std::ostringstream out;
  int epochs = 0;
  std::uint64_t seed = 0;
  double rate = 0.1;
  std::string data, preset;
  std::vector<std::string> tags;
  bool quiet = false, force = false;
};

std::string error_of(const std::vector<const char*>& arguments) {
  Command command;
  try {
    command.parse(arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "(accepted)";
}

class CommandLineFile : public ::testing::Test {
 protected:
  std::string write(const std::string& text) {
    const auto path = directory_.path() / "run.ini";
    std::ofstream(path) << text;
    return path.string();
  }
  std::string error_of_file(const std::string& text) { return error_of({"--config", write(text).c_str()}); }

  testing::TemporaryFolder directory_;
};

TEST(CommandLine, KnowsWhatIsNotAsItWas) {
  Command command;
  ASSERT_TRUE(command.parse({"--epochs", "20", "--data", "mnist", "--quiet", "--tag", "a"}));
  EXPECT_TRUE(command.line.given("epochs"));
  EXPECT_FALSE(command.line.changed("epochs")) << "given as it would have been";
  EXPECT_TRUE(command.line.changed("data"));
  EXPECT_TRUE(command.line.changed("quiet"));
  EXPECT_TRUE(command.line.changed("tag"));
  EXPECT_FALSE(command.line.changed("seed"));
  EXPECT_FALSE(command.line.changed("force"));
}

TEST(CommandLine, FillsTheVariables) {
  Command command;
  ASSERT_TRUE(command.parse({"--epochs", "3", "--seed=18446744073709551615", "--rate", "1e-3", "--tag", "a",
                             "--tag", "b", "--quiet"}));
  EXPECT_EQ(command.epochs, 3);
  EXPECT_EQ(command.seed, 18446744073709551615ULL);
  EXPECT_EQ(command.rate, 1e-3);
  EXPECT_EQ(command.data, "digits");
  EXPECT_EQ(command.tags, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(command.quiet);
  EXPECT_TRUE(command.line.given("epochs"));
  EXPECT_FALSE(command.line.given("data"));
}

TEST(CommandLine, HelpAndVersionEndTheCommand) {
  Command help;
  EXPECT_FALSE(help.parse({"--help"}));
  for (const char* word : {"bo-test", "--epochs", "(=0.1)", "--config", "Examples:"})
    EXPECT_NE(help.out.str().find(word), std::string::npos) << word;
  Command version;
  EXPECT_FALSE(version.parse({"--version"}));
  EXPECT_NE(version.out.str().find("bo-test (bora) "), std::string::npos);
}

TEST(CommandLine, RefusesWhatIsWrongInOneLine) {
  EXPECT_EQ(error_of({"--epoch", "3"}), "unknown option --epoch; did you mean --epochs?");
  EXPECT_EQ(error_of({"--epoch=3"}), "unknown option --epoch; did you mean --epochs?");
  EXPECT_EQ(error_of({"--dataset", "digits"}), "unknown option --dataset; did you mean --data?");
  EXPECT_EQ(error_of({"--xylophone"}), "unknown option --xylophone");
  EXPECT_EQ(error_of({"-x"}), "unknown option -x");
  EXPECT_EQ(error_of({"--epochs", "many"}), "--epochs: 'many' is not valid, expected a whole number");
  EXPECT_EQ(error_of({"--epochs", "2.5"}), "--epochs: '2.5' is not valid, expected a whole number");
  EXPECT_EQ(error_of({"--epochs", "99999999999"}),
            "--epochs: 99999999999 is too large, expected a whole number of at most 2147483647");
  EXPECT_EQ(error_of({"--epochs=-99999999999"}),
            "--epochs: -99999999999 is too small, expected a whole number of at least -2147483648");
  EXPECT_EQ(
      error_of({"--seed", "18446744073709551616"}),
      "--seed: 18446744073709551616 is too large, expected a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(error_of({"--seed=-1"}), "--seed: '-1' is not valid, expected a whole number of at least 0");
  EXPECT_EQ(error_of({"--epochs", "3", "--epochs", "4"}), "--epochs is given twice");
  EXPECT_EQ(error_of({"digits.pt"}), "unexpected argument 'digits.pt'; options start with --");
  EXPECT_NE(error_of({"--epochs"}).find("--epochs"), std::string::npos);
}

TEST_F(CommandLineFile, AFormerNameStandsForThePresentOne) {
  Command typed;
  ASSERT_TRUE(typed.parse({"--passes", "3"}));
  EXPECT_EQ(typed.epochs, 3);
  EXPECT_TRUE(typed.line.given("epochs"));
  EXPECT_NE(typed.line.config().find("epochs = 3\n"), std::string::npos);
  EXPECT_EQ(typed.line.config().find("passes"), std::string::npos);
  const auto path = write("passes = 7\n");
  Command of_file;
  ASSERT_TRUE(of_file.parse({"--config", path.c_str()}));
  EXPECT_EQ(of_file.epochs, 7);
  Command both;
  ASSERT_TRUE(both.parse({"--config", path.c_str(), "--epochs", "9"}));
  EXPECT_EQ(both.epochs, 9);
  Command set;
  set.line.parse(Settings{{"passes", "4"}});
  EXPECT_EQ(set.epochs, 4);
  Command help;
  EXPECT_FALSE(help.parse({"--help"}));
  EXPECT_EQ(help.out.str().find("--passes"), std::string::npos);
  EXPECT_EQ(error_of({"--passes", "3", "--epochs", "4"}), "--epochs is given twice");
  EXPECT_EQ(error_of({"--passes", "many"}), "--epochs: 'many' is not valid, expected a whole number");
}

TEST(CommandLine, TakesWhateverBytesAreTyped) {
  for (const char* text : {"\xc3\xbcn\xc3\xaf", "\xe7\x8c\xab.pt", "\xff\xfe"}) {
    Command command;
    ASSERT_TRUE(command.parse({"--data", text, "--tag", text})) << text;
    EXPECT_EQ(command.data, text);
    EXPECT_EQ(command.tags, std::vector<std::string>{text});
  }
}

TEST(CommandLine, NamesTheOptionWhoseValueIsMissing) {
  EXPECT_EQ(error_of({"--rate", "--data", "mnist"}), "--rate: its value is missing, --data follows");
  EXPECT_EQ(error_of({"--data", "--epochs=3"}), "--data: its value is missing, --epochs follows");
  EXPECT_EQ(error_of({"--data", "--quiet"}), "--data: its value is missing, --quiet follows");
  Command command;
  ASSERT_TRUE(command.parse({"--data=--epochs", "--tag", "--no-option", "--rate", "-1"}));
  EXPECT_EQ(command.data, "--epochs");
  EXPECT_EQ(command.tags, std::vector<std::string>{"--no-option"});
  EXPECT_EQ(command.rate, -1);
}

TEST_F(CommandLineFile, IsReadAndTheCommandLineWins) {
  const auto path = write(
      "# a comment\n; another\n\nepochs = 7\r\nrate=0.5\n data = a # b.png \ntag = x\ntag = \" y \"\nquiet = true\n");
  Command command;
  ASSERT_TRUE(command.parse({"--config", path.c_str(), "--epochs", "9"}));
  EXPECT_EQ(command.epochs, 9);
  EXPECT_EQ(command.rate, 0.5);
  EXPECT_EQ(command.data, "a # b.png");
  EXPECT_EQ(command.tags, (std::vector<std::string>{"x", " y "}));
  EXPECT_TRUE(command.quiet);
  EXPECT_TRUE(command.line.given("rate"));
}

TEST_F(CommandLineFile, MayBeginWithAByteOrderMark) {
  const auto path = write("\357\273\277epochs = 7\n");
  Command command;
  ASSERT_TRUE(command.parse({"--config", path.c_str()}));
  EXPECT_EQ(command.epochs, 7);
}

TEST_F(CommandLineFile, IsRefusedByLine) {
  EXPECT_NE(error_of_file("epochs = 1\nepoch = 3\n")
                .find("run.ini:2: unknown option 'epoch'; did you mean epochs?"),
            std::string::npos);
  EXPECT_NE(
      error_of_file("epochs = x\n").find("run.ini:1: epochs: 'x' is not valid, expected a whole number"),
      std::string::npos);
  EXPECT_NE(error_of_file(" = 3\n").find("run.ini:1: '= 3' is not of the form name = value"),
            std::string::npos);
  EXPECT_NE(error_of_file("epochs\n").find("run.ini:1: 'epochs' is not of the form name = value"),
            std::string::npos);
  EXPECT_NE(error_of_file("quiet = perhaps\n").find("expected true or false"), std::string::npos);
  EXPECT_NE(error_of_file("epochs = 1\nepochs = 2\n").find("run.ini:2: epochs is given twice"),
            std::string::npos);
  EXPECT_NE(error_of_file("force = true\n").find("'force' belongs on the command line"), std::string::npos);
  EXPECT_NE(error_of({"--config", "/nonexistent/run.ini"}).find("cannot be opened"), std::string::npos);
  const std::string folder = directory_.path().string();
  EXPECT_EQ(error_of({"--config", folder.c_str()}),
            "--config: " + folder + " is a directory, expected an INI file");
}

TEST_F(CommandLineFile, OfTheEffectiveOptionsReadsBackTheSame) {
  Command first;
  ASSERT_TRUE(first.parse({"--rate", "0.30000000000000004", "--data", " \"#odd; name\" ", "--tag", "",
                           "--tag", "b=c", "--quiet", "--force"}));
  const auto path = write(first.line.config());
  Command second;
  ASSERT_TRUE(second.parse({"--config", path.c_str()}));
  EXPECT_EQ(second.rate, first.rate);
  EXPECT_EQ(second.data, first.data);
  EXPECT_EQ(second.tags, first.tags);
  EXPECT_TRUE(second.quiet);
  EXPECT_FALSE(second.force);
  EXPECT_EQ(second.line.config(), first.line.config());
}

TEST(CommandLinePresets, StandForTheirOptions) {
  Command command;
  ASSERT_TRUE(command.parse({"--preset", "small"}));
  EXPECT_EQ(command.epochs, 2);
  EXPECT_EQ(command.data, "mnist");
  EXPECT_EQ(command.rate, 0.5);
  EXPECT_NE(command.line.config().find("preset = small\n"), std::string::npos);
  EXPECT_NE(command.line.config().find("epochs = 2\n"), std::string::npos);
}

TEST(CommandLinePresets, YieldToWhatIsTyped) {
  Command command;
  ASSERT_TRUE(command.parse({"--epochs", "7", "--preset", "small"}));
  EXPECT_EQ(command.epochs, 7);
  EXPECT_EQ(command.data, "mnist");
}

TEST(CommandLinePresets, SetNothingThatExcludesWhatIsTyped) {
  Command command;
  ASSERT_TRUE(command.parse({"--preset", "small", "--rate", "0.25"}));
  EXPECT_EQ(command.epochs, 2);
  EXPECT_EQ(command.rate, 0.25);
  EXPECT_EQ(command.data, "digits");
}

TEST_F(CommandLineFile, PresetsYieldToTheFileAndMayStandInIt) {
  const std::string file = write("preset = small\nepochs = 9\n");
  Command command;
  ASSERT_TRUE(command.parse({"--config", file.c_str()}));
  EXPECT_EQ(command.epochs, 9);
  EXPECT_EQ(command.data, "mnist");
}

TEST(CommandLinePresets, AreListed) {
  Command command;
  EXPECT_FALSE(command.parse({"--preset", "list"}));
  EXPECT_NE(command.out.str().find("small\n  a quick one\n    --epochs 2\n"), std::string::npos);
}

TEST(CommandLinePresets, AreRefusedWithTheNearestName) {
  EXPECT_EQ(error_of({"--preset", "smal"}),
            "--preset: 'smal' is not one of small, broken; did you mean small?");
  EXPECT_EQ(error_of({"--preset", "broken"}),
            "--preset broken: epochs: 'many' is not valid, expected a whole number");
}

TEST(CommandLine, PrintsItsReferencePage) {
  Command command;
  EXPECT_FALSE(command.parse({"--help-markdown"}));
  const std::string page = command.out.str();
  EXPECT_NE(
      page.find("# bo-test\n\nbo-test tests.\n\n## Work\n\n- **`--epochs arg`** (default `20`): passes\n"),
      std::string::npos)
      << page;
  EXPECT_NE(page.find("## Examples\n\n```text\nbo-test --epochs 3\n```\n"), std::string::npos) << page;
}

// A command whose options have types and traits.
struct TypedCommand {
  enum class Size { small, large };
  TypedCommand() : line("bo-test", "tests", "") {
    line.section("Work").add_options()  //
        ("size,extent",                 // extent: a former name
         parsed(size, choice_of<Size>({{"small", Size::small}, {"large", Size::large}}), "small", "SIZE"),
         "a word")  //
        ("half",
         parsed(
             half,
             [](const std::string& text) {
               if (text != "0.5") throw InputError("got '{}', expected 0.5", text);
               return 0.5;
             },
             "auto", "N"),
         "a number")                                                                   //
        ("count", value_of(count, -1, "N")->at_least(-1), "none: -1")                  //
        ("threads", value_of(threads, "N")->free_on_resume()->at_least(1), "threads")  //
        ("file", value_of(file, "FILE")->portable([](const std::string& text) { return "/home/" + text; }),
         "")                                                              //
        ("edges", value_of(edges, "N")->only_for("graphs"), "of graphs")  //
        ("tag", values_of(tags, "TAG"), "may be repeated")                //
        ("quiet", flag(quiet)->one_call(), "")("out", value_of(out, "DIR")->one_call(), "")(
            "resume", flag(resume)->one_call(), "");
    line.find_stored([this](const std::string& folder, bool resumed) -> std::optional<StoredSettings> {
      if (!resumed) return std::nullopt;
      return StoredSettings{stored, folder + "/config.ini"};
    });
  }
  void parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "bo-test");
    line.parse(static_cast<int>(arguments.size()), arguments.data());
  }

  CommandLine line;
  std::string stored, file = "a", out;
  Size size = Size::small;
  std::optional<double> half;
  std::optional<int> count;
  int threads = 1, edges = 3;
  std::vector<std::string> tags;
  bool quiet = false, resume = false;
};

TEST(TypedOptions, AreParsedIntoTheirVariables) {
  TypedCommand given;
  given.parse({"--size", "large", "--half", "0.5", "--count", "7", "--tag", "x", "--tag", "y", "--quiet"});
  EXPECT_EQ(given.size, TypedCommand::Size::large);
  EXPECT_EQ(given.half, 0.5);
  EXPECT_EQ(given.count, 7);
  EXPECT_EQ(given.tags, (std::vector<std::string>{"x", "y"}));
  EXPECT_TRUE(given.quiet);
  TypedCommand absent;
  absent.parse(std::vector<const char*>{});
  EXPECT_EQ(absent.size, TypedCommand::Size::small);
  EXPECT_FALSE(absent.half || absent.count || absent.quiet);
  EXPECT_EQ(absent.line.settings().at("half"), std::vector<std::string>{"auto"});
}

TEST(TypedOptions, NameTheOptionInFrontOfAnError) {
  testing::expect_input_error(
      [] {
        TypedCommand().parse({"--half", "0.4"});
      },
      "--half: got '0.4', expected 0.5");
  testing::expect_input_error(
      [] {
        TypedCommand().parse({"--size", "smal"});
      },
      "--size: 'smal'", "mean small?");
  testing::expect_input_error(
      [] {
        TypedCommand().parse({"--threads", "0"});
      },
      "--threads: got 0, expected at least 1");
  testing::expect_input_error(
      [] {
        TypedCommand().parse({"--threads", "4294967297"});
      },
      "--threads: 4294967297 is too large, expected a whole number from 1 to 2147483647");
}

TEST(TypedOptions, AreTakenBySettingsToo) {
  TypedCommand command;
  command.line.parse(Settings{{"size", "large"}, {"quiet", "yes"}, {"tag", "a"}, {"tag", "b"}});
  EXPECT_EQ(command.size, TypedCommand::Size::large);
  EXPECT_TRUE(command.quiet);
  EXPECT_EQ(command.tags.size(), 2U);
  testing::expect_input_error(
      [] {
        TypedCommand().line.parse(Settings{{"sise", "small"}});
      },
      "unknown option --sise; did you mean --size?");
  testing::expect_input_error(
      [] {
        TypedCommand().line.parse(Settings{{"quiet", "true"}});
      },
      "--quiet: got 'true', expected yes or no");
}

TEST(TypedOptions, ApplyToKindsOfRuns) {
  TypedCommand command;
  command.parse({"--edges", "4"});
  EXPECT_EQ(command.line.changed_option_for({"graphs", "images"}), "edges");
  EXPECT_EQ(command.line.changed_option_for({"images"}), "");
}

TEST(StoredSettings, AreTakenUpAndOthersRefused) {
  TypedCommand same;
  same.stored = "size = large\nthreads = 2\nfile = /home/b\n";
  same.parse({"--resume", "--out", "run", "--threads", "8", "--size", "large", "--file", "b"});
  EXPECT_EQ(same.size, TypedCommand::Size::large);
  EXPECT_EQ(same.threads, 8);
  EXPECT_TRUE(same.line.differences_from_stored().empty());
  same.line.require_stored("the run in run");

  TypedCommand other;
  other.stored = "size = large\n";
  other.parse({"--resume", "--out", "run", "--size", "small"});
  testing::expect_input_error([&] { other.line.require_stored("the run in run"); },
                              "--size: the run in run was made with 'large'", "'small'");
  // If the run does not know an option, its default does not differ from the run.
  TypedCommand newer;
  newer.stored = "size = large\n";
  newer.parse({"--resume", "--out", "run", "--count", "3"});
  ASSERT_EQ(newer.line.differences_from_stored().size(), 1U);
  EXPECT_EQ(newer.line.differences_from_stored()[0].option, "count");
}

TEST(StoredSettings, MayHaveTheFormerNameOfAnOption) {
  TypedCommand same;
  same.stored = "extent = large\n";
  same.parse({"--resume", "--out", "run", "--size", "large"});
  EXPECT_TRUE(same.line.differences_from_stored().empty());
  TypedCommand absent;
  absent.stored = "extent = large\n";
  absent.parse({"--resume", "--out", "run"});
  EXPECT_EQ(absent.size, TypedCommand::Size::large);
  EXPECT_TRUE(absent.line.differences_from_stored().empty());
}

TEST(StoredSettings, ArePrintedForAnyFolder) {
  TypedCommand command;
  command.parse({"--file", "b"});
  EXPECT_NE(command.line.portable_config().find("file = /home/b\n"), std::string::npos);
  EXPECT_NE(command.line.config().find("file = b\n"), std::string::npos);
  EXPECT_EQ(command.line.config().find("quiet"), std::string::npos);
}

}  // namespace
}  // namespace bora::tools
