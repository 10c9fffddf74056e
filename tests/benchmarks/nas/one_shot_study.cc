// Study of how well supernets predict the accuracy of cells that are trained from scratch (Ru 2021,
// table 8.2). Prints, for each supernet and each ranking of the cells, Spearman's rank correlation with the
// accuracy on test images over the networks of a search, and the mean accuracy of the ten cells that are
// ranked first.
//
//   bo-nas --space nb201 --data digits --strategy random --budget 40 ... --out search
//   one_shot_study --search search --seeds 0-2 --batches 50
//
// Keeps trained supernets in search/one-shot/, so that an interrupted study continues.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "nas/estimator/rank_correlation.h"
#include "nas/run/training/data_ranker.h"
#include "nas/supernet/one_shot.h"
#include "runs/run_store.h"
#include "tools/nas/nas_options.h"

namespace {

using bora::InputError;
using Numbers = std::vector<double>;

struct Truth {
  std::vector<bora::nas::CellPath> cells;
  Numbers accuracies;  // accuracies on test images
};

// Returns the cells and accuracies of the first `most` networks of the search.
Truth truth_of(const bora::nas::SearchConfig& options, const bora::nas::TrialTrainer& trainer,
               const bora::nas::ArchitectureSpace& space, int most) {
  Truth truth;
  const auto database = bora::runs::open_for_reading(options.out + "/run.sqlite");
  SQLite::Statement rows(
      *database, "SELECT number, architecture FROM trials WHERE ended = 1 AND failure = '' ORDER BY number");
  while (static_cast<int>(truth.cells.size()) < most && rows.executeStep()) {
    truth.cells.push_back(bora::nas::path_of(space.parse(rows.getColumn(1).getString())));
    truth.accuracies.push_back(
        trainer.test(bora::nas::trial_folder(options.out, rows.getColumn(0).getInt64()) / "model.pt")
            .fraction());
  }
  constexpr std::size_t kFewest = 12;
  if (truth.cells.size() < kFewest)
    throw InputError("{}: {} networks, expected at least {}", options.out, truth.cells.size(), kFewest);
  return truth;
}

Eigen::VectorXd vector_of(const Numbers& numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

double first_ten(const Numbers& worth, const Numbers& accuracies) {
  constexpr std::size_t kFirst = 10;
  std::vector<std::size_t> order(worth.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return worth[i]; });
  double sum = 0;
  for (std::size_t i = 0; i < kFirst; ++i) sum += accuracies[order[i]];
  return sum / kFirst;
}

std::string mean_and_deviation(const Numbers& numbers, double scale, int digits) {
  const Eigen::ArrayXd values = vector_of(numbers).array() * scale;
  const double n = static_cast<double>(values.size());
  const double deviation = n > 1 ? std::sqrt((values - values.mean()).square().sum() / (n - 1)) : 0;
  return fmt::format("{:.{}f} ({:.{}f})", values.mean(), digits, deviation, digits);
}

int run(int argc, char** argv) {
  namespace po = boost::program_options;
  std::string folder, seeds = "0-2", supernets = "random,fair,multi";
  int most = 1000;
  bora::nas::SupernetPlan plan;
  plan.batches = 50;
  plan.epochs = 15;
  po::options_description options("one_shot_study");
  options.add_options()("search", po::value(&folder)->required(), "folder of a search of bo-nas --data")(
      "seeds", po::value(&seeds)->default_value(seeds), "a supernet each")(
      "supernets", po::value(&supernets)->default_value(supernets), "some of random, fair, multi")(
      "cells", po::value(&most)->default_value(most), "networks of the search, the first of them")(
      "epochs", po::value(&plan.epochs)->default_value(plan.epochs), "of a supernet")(
      "batches", po::value(&plan.batches)->default_value(plan.batches), "minibatches that a cell is trained");
  if (!bora::tools::parse_study(options, argc, argv)) return 0;

  const std::string config = folder + "/config.ini";
  const std::vector<const char*> arguments{"bo-nas", "--config", config.c_str(), "--out", folder.c_str()};
  bora::tools::NasOptions typed;
  if (!bora::tools::parse(typed, static_cast<int>(arguments.size()), arguments.data())) return 0;
  const bora::nas::SearchConfig& search = typed.search;
  const std::atomic<bool> stop = false;
  const bora::nas::SpacePtr space = bora::nas::make_space(search.space);
  const auto trainer = bora::nas::make_trainer(search, space, stop);
  const bora::nas::CellTask* task = trainer->images();
  if (task == nullptr) throw InputError("{}: is not a search on images", folder);
  const Truth truth = truth_of(search, *trainer, *space, most);
  plan.cells = static_cast<int>(truth.cells.size());
  const auto data = bora::nas::supernet_data(*task);
  std::cout
      << fmt::format(
             "{} cells, from scratch {}% of test images, the best {:.1f}%, the first ten by that {:.1f}%\n",
             truth.cells.size(), mean_and_deviation(truth.accuracies, 100, 1),
             100 * std::ranges::max(truth.accuracies), 100 * first_ten(truth.accuracies, truth.accuracies))
      << std::endl;

  std::string table =
      "| supernet | ranked by | rank correlation | accuracy of the first ten, % |\n|---|---|---:|---:|\n";
  for (const std::string& kind : bora::split(supernets, ',')) {
    plan.supernet = kind;
    plan.check();
    std::map<std::string, Numbers> correlations, accuracies;
    for (const int seed : bora::tools::seed_range(seeds)) {
      bora::nas::SupernetRun one;
      one.folder = std::filesystem::path(folder) / "one-shot" /
                   fmt::format("{}-{}-{}-{}", kind, plan.epochs, plan.batches, seed);
      one.seed = static_cast<std::uint64_t>(seed);
      std::filesystem::create_directories(one.folder);
      bora::nas::Supernet net(bora::nas::supernet_options(*task, one.seed));
      bora::nas::train_supernet(net, data, plan, one);
      const auto cells = *bora::nas::evaluate_cells(net, truth.cells, data, plan, one);
      for (const std::string& rank : bora::nas::rank_names()) {
        Numbers worth;
        for (const auto& cell : cells) worth.push_back(cell.score(rank));
        correlations[rank].push_back(bora::tools::spearman(vector_of(worth), vector_of(truth.accuracies)));
        accuracies[rank].push_back(first_ten(worth, truth.accuracies));
        std::cout << fmt::format("{} {} {}: {:.3f} {:.4f}", kind, seed, rank, correlations[rank].back(),
                                 accuracies[rank].back())
                  << std::endl;
      }
    }
    for (const std::string& rank : bora::nas::rank_names())
      table +=
          fmt::format("| {} | {} | {} | {} |\n", kind, rank, mean_and_deviation(correlations[rank], 1, 2),
                      mean_and_deviation(accuracies[rank], 100, 1));
  }
  std::cout << "\n" << table;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("one_shot_study", run, argc, argv);
}
