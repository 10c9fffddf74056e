#include "tools/nas/nas_options.h"

#include <algorithm>
#include <charconv>

#include "common/error.h"
#include "common/text.h"
#include "nas/space/architecture_space.h"
#include "nas/strategy/strategy.h"
#include "tools/options/command_line.h"
#include "tools/options/values.h"

namespace bora {
namespace {

namespace po = boost::program_options;

constexpr const char* kExamples =
    "Examples:\n"
    "  bo-nas --space nb201 --table nasbench201.csv --objective c10_xvalid_200 --strategy "
    "bowl,nas-bowl,random\n"
    "         --budget 150 --seeds 100-119 --out study      strategies compared on a table\n"
    "  bo-nas --resume --out study ... --seeds 100-139      the same with more seeds\n"
    "  bo-nas --space nb201 --table nasbench201.csv --strategy bowl:terms=ps,bowl:start=random --out parts\n"
    "\n"
    "Strategies, with options as name:option=value:\n"
    "  bowl        Bayesian optimisation by paths, Weisfeiler-Lehman labels and statistics of cells: start=\n"
    "              spread|random, pool=whole|mutations, model=NAME, acquisition=ucb|log_ei|ei|pi, "
    "clip=yes|no,\n"
    "              terms=plsd (paths, labels, statistics, their dot product)\n"
    "  nas-bowl    Ru et al. 2021, as printed        gcn         the same with an untrained graph network\n"
    "  local       local search                      evolution   regularised: population=30, tournament=10\n"
    "  tpe         tree of Parzen estimators         parameters  largest first: what any search has to beat\n"
    "  random\n"
    "\n"
    "A table is CSV with a column `arch`, or JSON as NASLib has it. Exit codes: 0 done; 2 wrong input; 130\n"
    "interrupted; 1 anything else.";

int number_of(const std::string& text, const std::string& whole) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 0)
    throw InputError("--seeds: '{}' is not valid, expected e.g. 100-119 or 1,2,5", printable(whole));
  return value;
}

std::vector<int> parse_seeds(const std::string& text) {
  constexpr int kMost = 100000;
  std::vector<int> seeds;
  for (const std::string& part : split(text, ',')) {
    const auto dash = part.find('-');
    const int first = number_of(part.substr(0, dash), text);
    const int last = dash == std::string::npos ? first : number_of(part.substr(dash + 1), text);
    if (last < first || last - first >= kMost)
      throw InputError("--seeds: '{}' is not a range of at most {}", printable(part), kMost);
    for (int seed = first; seed <= last; ++seed) {
      if (std::ranges::find(seeds, seed) != seeds.end()) throw InputError("--seeds: {} is there twice", seed);
      seeds.push_back(seed);
    }
  }
  return seeds;
}

}  // namespace

bool parse(NasOptions& options, int argc, const char* const* argv) {
  CommandLine line("bo-nas", "searches for network architectures", kExamples);
  line.section("What is searched")
      .add_options()                                                                                       //
      ("space", po::value(&options.space)->value_name("NAME"), join(space_names(), " | ").c_str())         //
      ("table", po::value(&options.table)->value_name("FILE"), "what architectures reached: CSV or JSON")  //
      ("dataset", value_of(options.dataset), "of a JSON table with several")                               //
      ("objective", po::value(&options.objective)->value_name("COLUMN"),
       "accuracy in percent to be maximised; without it c10_xvalid_200 or val_accuracy");
  line.section("How").add_options()                                                           //
      ("strategy", value_of(options.strategies), "one or several, see below")                 //
      ("budget", value_of(options.budget), "architectures evaluated, a run")                  //
      ("batch", value_of(options.batch), "architectures asked for at a time, told together")  //
      ("seeds", value_of(options.seeds), "a run each")                                        //
      ("threads", value_of(options.threads), "runs at the same time; 0: one a core");
  line.section("Output").add_options()  //
      ("out", po::value(&options.out)->value_name("FOLDER"),
       "run.sqlite, results.csv, summary.csv and report.html")  //
      ("resume", po::bool_switch(&options.resume),
       "go on with the study in --out; it may get more strategies and seeds")  //
      ("quiet", po::bool_switch(&options.quiet), "no progress");
  line.keep_out_of_config({"out", "resume", "quiet", "threads"});
  if (!line.parse(argc, argv)) return false;
  options.config = line.config();

  if (options.space.empty()) throw InputError("--space: must name one of {}", join(space_names()));
  if (options.table.empty()) throw InputError("--table: must name a file with what architectures reached");
  if (options.out.empty()) throw InputError("--out: must name a folder for the study");
  if (options.budget < 1) throw InputError("--budget: {} is below 1", options.budget);
  if (options.batch < 1) throw InputError("--batch: {} is below 1", options.batch);
  options.threads = checked_threads(options.threads, "--threads");
  options.seed_list = parse_seeds(options.seeds);
  for (const std::string& name : split(options.strategies, ',')) {
    if (std::ranges::find(options.strategy_list, name) != options.strategy_list.end())
      throw InputError("--strategy: '{}' is there twice", printable(name));
    options.strategy_list.push_back(name);
  }
  return true;
}

}  // namespace bora
