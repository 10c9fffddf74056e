// Studies what motifs learnt on one data set say about unseen architectures, on that data set and on others
// (Ru 2021, figures 7.2 and 7.5): the share of the best and the worst quarter that have a good (bad) motif.
//
//   motif_study --space nb201 --table nasbench201.csv --objectives c10_xvalid_200,c100_test_200,in16_test_200
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "benchmarks/nas/table_options.h"
#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "common/text.h"
#include "nas/surrogate/motifs.h"
#include "nas/table/tabular_benchmark.h"

namespace {

using bora::InputError;

int run(int argc, char** argv) {
  namespace po = boost::program_options;
  bora::tools::TableOptions of{.train = 300, .test = 1000};
  std::string objectives, score = "mean";
  bora::nas::MotifOptions how;
  po::options_description options("motif_study");
  of.add_to(options);
  options.add_options()(
      "objectives", po::value(&objectives)->required(),
      "columns: motifs are learnt on the first, and looked for in the best and worst of each")(
      "score", po::value(&score)->default_value(score), "mean | printed, as bo-nas --motif-score")(
      "most-share", po::value(&how.most_share)->default_value(how.most_share),
      "motifs that a larger share of the architectures has are left out");
  if (!bora::tools::parse_study(options, argc, argv)) return 0;
  if (score != "mean" && score != "printed")
    throw InputError("--score: '{}' is not one of mean, printed", score);
  if (score == "printed") how.score = bora::nas::MotifScore::printed;
  const auto names = bora::split(objectives, ',');
  const bora::nas::SpacePtr whole = bora::nas::make_space(of.space);
  std::vector<bora::nas::TabularBenchmark> benchmarks;
  for (const std::string& name : names) benchmarks.push_back(of.benchmark(whole, name));
  const auto& all = *benchmarks.front().space()->all();
  const int train = of.train, test = of.test;

  std::map<std::string, std::vector<double>> shares[6];
  std::map<std::string, int> good_patterns, bad_patterns;
  for (const int seed : bora::tools::seed_range(of.seeds)) {
    bora::Rng rng(static_cast<std::uint64_t>(seed));
    const auto order = rng.permutation(static_cast<int>(all.size()));
    std::vector<bora::nas::Architecture> X;
    Eigen::VectorXd y(train);
    for (int i = 0; i < train; ++i) {
      X.push_back(all[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
      y[i] = benchmarks.front().value(X.back());
    }
    bora::nas::Motifs motifs(*whole, X, y, how);
    const auto good = motifs.good(), bad = motifs.bad();
    for (const auto& motif : good) ++good_patterns[motif.pattern];
    for (const auto& motif : bad) ++bad_patterns[motif.pattern];
    for (const auto& benchmark : benchmarks) {
      std::vector<std::pair<double, const bora::nas::Architecture*>> ranked;
      for (int i = train; i < train + test; ++i) {
        const auto& a = all[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
        ranked.emplace_back(-benchmark.accuracy(a), &a);
      }
      std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      const auto share = [&](std::size_t from, std::size_t to, const std::vector<bora::nas::Motif>& wanted) {
        double have = 0;
        for (std::size_t i = from; i < to; ++i)
          have += motifs.count_in(*ranked[i].second, wanted) > 0 ? 1 : 0;
        return have / static_cast<double>(to - from);
      };
      const std::size_t quarter = ranked.size() / 4;
      shares[0][benchmark.objective()].push_back(share(0, quarter, good));
      shares[1][benchmark.objective()].push_back(share(ranked.size() - quarter, ranked.size(), good));
      shares[2][benchmark.objective()].push_back(share(0, quarter, bad));
      shares[3][benchmark.objective()].push_back(share(ranked.size() - quarter, ranked.size(), bad));
      // Shows which share pruning by the good motifs keeps, and whether it keeps the best of the table.
      const auto best = std::ranges::max_element(
          all, {}, [&](const bora::nas::Architecture& a) { return benchmark.accuracy(a); });
      shares[4][benchmark.objective()].push_back(share(0, ranked.size(), good));
      shares[5][benchmark.objective()].push_back(motifs.count_in(*best, good) > 0 ? 1 : 0);
    }
  }
  std::cout << fmt::format("motifs of {} {}, from {} architectures, looked for in {} others, {} draws\n\n",
                           of.space, names.front(), train, test, shares[0].begin()->second.size())
            << "| of | good motif, best quarter | worst quarter | bad motif, best quarter | worst quarter "
               "| left by pruning | best kept |\n|---|---:|---:|---:|---:|---:|---:|\n";
  for (const std::string& name : names) {
    std::cout << "| " << name << " |";
    for (auto& each : shares) std::cout << ' ' << bora::tools::mean_text(each[name], 2) << " |";
    std::cout << '\n';
  }
  const auto print = [](const char* title, const std::map<std::string, int>& patterns) {
    std::vector<std::pair<int, std::string>> order;
    for (const auto& [pattern, count] : patterns) order.emplace_back(-count, pattern);
    std::sort(order.begin(), order.end());
    std::cout << '\n' << title << ":\n";
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i)
      std::cout << fmt::format("  {:3} of the draws: {}\n", -order[i].first, order[i].second);
  };
  print("most often good", good_patterns);
  print("most often bad", bad_patterns);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("motif_study", run, argc, argv);
}
