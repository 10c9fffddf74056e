// Study of how well models rank architectures that they were not fitted to (Ru 2021, table 7.1). Prints
// Spearman's rank correlation of the posterior mean with the accuracy, over draws of architectures to fit and
// others to rank, and the share of accuracies inside the 50, 90 and 95% intervals.
//
//   ranking_study --space nb201 --table nasbench201.csv --objective c10_xvalid_200 --models wl,recipe
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>
#include <boost/program_options.hpp>

#include "benchmarks/nas/table_options.h"
#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/text.h"
#include "nas/estimator/rank_correlation.h"
#include "nas/surrogate/architecture_models.h"
#include "nas/table/tabular_benchmark.h"
#include "surrogates/gp/evidence/chosen_by_evidence.h"
#include "surrogates/gp/fitted_gaussian_process.h"

namespace {

using bora::InputError;

using bora::nas::Architecture;

struct Draw {
  double correlation = 0, of_train = 0;
  std::optional<int> chosen;       // kernel that the evidence chose
  std::optional<double> evidence;  // its logarithm
  std::string predictions;         // lines of a CSV file
  double covered[3] = {0, 0, 0};
};
constexpr double kShares[3] = {0.5, 0.9, 0.95};

// Makes a model. recipe-scores has the columns named by --scores as further inputs.
std::unique_ptr<bora::nas::ArchitectureModel> make_model(const std::string& name,
                                                         const bora::nas::TabularBenchmark& benchmark,
                                                         const std::vector<std::string>& scores) {
  if (name != "recipe-scores") return bora::nas::make_architecture_model(name, benchmark.space());
  auto options = bora::nas::RecipeOptions::for_space(*benchmark.space());
  // Scores span many orders of magnitude, so their ranks are used, as normal quantiles.
  auto columns = std::make_shared<std::vector<Eigen::VectorXd>>();
  const auto& all = *benchmark.space()->all();
  for (const std::string& score : scores) {
    benchmark.table().column(score);  // or an error that names those there are
    const auto at = std::ranges::find(benchmark.table().columns, score) - benchmark.table().columns.begin();
    Eigen::VectorXd of(static_cast<Eigen::Index>(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double value = benchmark.row(all[i])[static_cast<std::size_t>(at)];
      of[static_cast<Eigen::Index>(i)] = std::isfinite(value) ? value : -1e300;
    }
    const Eigen::VectorXd rank = bora::nas::ranks(of);
    const boost::math::normal normal;
    columns->push_back(rank.unaryExpr([&](double r) {
      return boost::math::quantile(normal, (r - 0.5) / static_cast<double>(all.size()));
    }));
  }
  auto place = std::make_shared<std::map<std::string, Eigen::Index>>();
  for (std::size_t i = 0; i < all.size(); ++i) (*place)[all[i].text()] = static_cast<Eigen::Index>(i);
  options.scores = [columns, place](const Architecture& architecture) {
    std::vector<double> row;
    for (const auto& column : *columns) row.push_back(column[place->at(architecture.text())]);
    return row;
  };
  return bora::nas::make_recipe(benchmark.space(), options);
}

Draw rank_once(bora::nas::ArchitectureModel& model, bool clip, const bora::nas::TabularBenchmark& benchmark,
               const std::vector<Architecture>& all, int train, int test, std::uint64_t seed) {
  bora::Rng rng(seed);
  const auto order = rng.permutation(static_cast<int>(all.size()));
  std::vector<Architecture> X, Z;
  Eigen::VectorXd y(train), wanted(test), values(test);
  for (int i = 0; i < train; ++i) {
    X.push_back(all[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    y[i] = benchmark.value(X.back());
  }
  for (int i = 0; i < test; ++i) {
    Z.push_back(all[static_cast<std::size_t>(order[static_cast<std::size_t>(train + i)])]);
    wanted[i] = benchmark.accuracy(Z.back());
    values[i] = benchmark.value(Z.back());
  }
  if (clip) y = bora::nas::winsorised(y);
  const auto posterior = model.posterior(X, y, rng);
  if (!posterior) throw InputError("seed {}: the model could not be fitted", seed);
  const auto at = posterior->marginal(Z);
  Draw draw;
  draw.correlation = bora::tools::spearman(at.mean, wanted);
  draw.of_train = bora::tools::spearman(posterior->mean(X), y);
  if (const auto* by_evidence =
          dynamic_cast<const bora::surrogates::ChosenByEvidence<Architecture>*>(&model)) {
    draw.chosen = by_evidence->chosen();
    draw.evidence = by_evidence->log_evidence();
  }
  const auto* process =
      dynamic_cast<const bora::surrogates::FittedGaussianProcess<Architecture>*>(posterior.get());
  const double scale = process != nullptr ? process->standardisation().deviation : 0;
  const double noise = process != nullptr ? process->noise() * scale * scale : 0;
  const boost::math::normal normal;
  const double floor = y.minCoeff();
  for (int i = 0; i < test; ++i) {
    draw.predictions += fmt::format("{},{},{},{}\n", seed, std::exp(-values[i]), std::exp(-at.mean[i]),
                                    std::sqrt(at.variance[i] + noise));
    const double off = std::abs((clip ? std::max(values[i], floor) : values[i]) - at.mean[i]) /
                       std::sqrt(at.variance[i] + noise);
    for (int k = 0; k < 3; ++k)
      draw.covered[k] += off < boost::math::quantile(normal, 0.5 + kShares[k] / 2) ? 1.0 / test : 0;
  }
  return draw;
}

int run(int argc, char** argv) {
  namespace po = boost::program_options;
  bora::tools::TableOptions of{.train = 50, .test = 400};
  std::string objective, models = "wl,recipe", scores, predictions;
  po::options_description options("ranking_study");
  of.add_to(options);
  options.add_options()("objective", po::value(&objective), "column")(
      "models", po::value(&models),
      ("of " + bora::join(bora::nas::architecture_model_names()) +
       ", recipe-scores; with +clip, targets are winsorised")
          .c_str())("scores", po::value(&scores), "columns for recipe-scores")(
      "predictions", po::value(&predictions),
      "CSV file to write: error, predicted error and deviation of its logarithm, for the last model");
  if (!bora::tools::parse_study(options, argc, argv)) return 0;
  const bora::nas::TabularBenchmark benchmark = of.benchmark(bora::nas::make_space(of.space), objective);
  const auto& all = *benchmark.space()->all();
  const int train = of.train, test = of.test;
  const auto drawn = bora::tools::seed_range(of.seeds);
  std::cout << fmt::format("{} {} ({} architectures), {} to learn from, {} to rank, {} draws\n\n", of.space,
                           benchmark.objective(), all.size(), train, test, drawn.size())
            << "| model | Spearman | of those learnt from | log evidence | chosen | 50% holds | 90% | 95% "
               "|\n|---|---:|---:|---:|---|---:|---:|---:|\n";
  for (const std::string& name : bora::split(models, ',')) {
    const std::string_view clipped = "+clip";
    const bool clip = name.ends_with(clipped);
    const auto model = make_model(name.substr(0, name.size() - (clip ? clipped.size() : 0)), benchmark,
                                  bora::split(scores, ','));
    std::vector<double> found, of_train, evidence;
    std::map<int, int> chosen;
    std::string lines = "seed,error,predicted,deviation\n";
    double covered[3] = {0, 0, 0};
    for (const int seed : drawn) {
      const auto fresh = model->fresh();
      const Draw draw =
          rank_once(*fresh, clip, benchmark, all, train, test, static_cast<std::uint64_t>(seed));
      found.push_back(draw.correlation);
      of_train.push_back(draw.of_train);
      if (draw.evidence) evidence.push_back(*draw.evidence);
      if (draw.chosen) ++chosen[*draw.chosen];
      lines += draw.predictions;
      for (int k = 0; k < 3; ++k) covered[k] += draw.covered[k] / static_cast<double>(drawn.size());
    }
    std::string choices;
    for (const auto& [number, count] : chosen)
      choices += fmt::format("{}{}: {}", choices.empty() ? "" : ", ", number, count);
    std::cout << fmt::format("| {} | {} | {} | {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", name,
                             bora::tools::mean_text(found, 3), bora::tools::mean_text(of_train, 3),
                             evidence.empty() ? "" : bora::tools::mean_text(evidence, 1), choices, covered[0],
                             covered[1], covered[2])
              << std::flush;
    if (!predictions.empty()) bora::write_atomically(predictions, lines);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("ranking_study", run, argc, argv);
}
