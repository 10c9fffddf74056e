#include "report/search/search_reports.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/files/atomic_write.h"
#include "data/files/csv_table.h"
#include "report/search/search_page.h"
#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;
constexpr int kBlue = 0, kOrange = 1, kGrey = 6;  // indices of the page's colours

std::string name_of(const BnnTrainer& trainer, int network) {
  return trainer.networks()[static_cast<std::size_t>(network)].name();
}

// Returns the number of active units of each layer: "32 of 50, 12 of 50".
std::string active_text(const BnnTrainer& trainer, const BnnCheckpoint& checkpoint) {
  std::string text;
  for (const int active : checkpoint.active)
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", active,
                        trainer.networks()[static_cast<std::size_t>(checkpoint.network)].width);
  return text;
}

std::string results_csv(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome) {
  std::string out =
      "network,depth,width,weights,step,log_likelihood,rmse,noise,active,round,seconds,failure\n";
  for (const BnnCheckpoint& row : outcome.checkpoints) {
    const BnnShape& shape = trainer.networks()[static_cast<std::size_t>(row.network)];
    const auto value = [&](double number) {
      return row.failure.empty() ? fmt::format("{:.9g}", number) : std::string();
    };
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{:.2f},{}\n", shape.name(), shape.depth, shape.width,
                       trainer.weights(row.network),
                       options.checkpoints[static_cast<std::size_t>(row.checkpoint)],
                       value(row.log_likelihood), value(row.rmse), value(row.noise),
                       fmt::join(row.active, " "), row.round + 1, row.seconds, csv_field(row.failure));
  }
  return out;
}

// Returns the check of the curve model on held-out networks.
std::string held_out_text(const BnnOutcome& outcome) {
  std::vector<double> begun, unseen, independent, gain, gain_unseen;
  for (const HeldOutCurve& curve : outcome.held_out) {
    begun.push_back(curve.begun);
    unseen.push_back(curve.unseen);
    independent.push_back(curve.independent);
    gain.push_back(curve.begun - curve.independent);
    gain_unseen.push_back(curve.unseen - curve.independent);
  }
  const auto shown = [](const std::vector<double>& values) {
    const auto interval = mean_interval(values);
    return fmt::format("{:.3f} ± {:.3f}", interval.mean, interval.half_width);
  };
  return fmt::format(
      "log density of the last values of {} held-out networks: {} by the chain given the earlier values, {} "
      "by the chain without, {} by independent processes; differences to the last {} and {} (95% intervals)",
      outcome.held_out.size(), shown(begun), shown(unseen), shown(independent), shown(gain),
      shown(gain_unseen));
}

double quantile(Eigen::VectorXd draws, double share) {
  std::ranges::sort(draws);
  return draws[static_cast<Eigen::Index>(share * static_cast<double>(draws.size() - 1) + 0.5)];
}

// Results of the search in words and tables.
struct Words {
  std::string progress;         ///< "12 of 20 begun, 5 trained to the end, 1 without a value (...); ..."
  std::string held_out;         ///< check of the model; "" without held-out networks
  std::string name;             ///< name of the best network; "" if none is complete
  std::string size;             ///< weights and active units of the best network
  MarkedText validation, test;  ///< scores of the best network; test is "" without test inputs
  ReportTable networks;
};

MarkedText scores(double log_likelihood, double rmse, const std::string& on) {
  return sentence("log likelihood {}, RMSE {} ({})",
                  {strong(fmt::format("{:.3f}", log_likelihood)), fmt::format("{:.4g}", rmse), on});
}

ReportTable networks_of(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome) {
  ReportTable table{
      "Networks, best first; by their last known validation log likelihood",
      {"network", "weights", "step", "log likelihood", "RMSE", "noise", "active units", "seconds"}};
  std::vector<const BnnCheckpoint*> order;
  for (int network = 0; network < outcome.table.X.rows(); ++network)
    if (const auto* row = outcome.last(network)) order.push_back(row);
  const auto worth = [](const BnnCheckpoint* row) {
    return row->failure.empty() ? std::pair(row->checkpoint, row->log_likelihood) : std::pair(-1, 0.0);
  };
  std::ranges::stable_sort(order, std::greater{}, worth);
  for (const BnnCheckpoint* row : order) {
    double seconds = 0;
    for (const BnnCheckpoint& other : outcome.checkpoints)
      if (other.network == row->network) seconds += other.seconds;
    if (!row->failure.empty()) {
      table.rows.push_back({name_of(trainer, row->network), fmt::to_string(trainer.weights(row->network)), "",
                            row->failure, "", "", "", fmt::format("{:.1f}", seconds)});
      continue;
    }
    table.rows.push_back({name_of(trainer, row->network), fmt::to_string(trainer.weights(row->network)),
                          fmt::to_string(options.checkpoints[static_cast<std::size_t>(row->checkpoint)]),
                          fmt::format("{:.3f}", row->log_likelihood), fmt::format("{:.4g}", row->rmse),
                          fmt::format("{:.4g}", row->noise), active_text(trainer, *row),
                          fmt::format("{:.1f}", seconds)});
  }
  return table;
}

Words words_of(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome) {
  Words out;
  int begun = 0, complete = 0;
  for (int network = 0; network < outcome.table.X.rows(); ++network) {
    begun += outcome.table.reached(network) > 0 || outcome.table.failed.contains(network);
    complete += outcome.table.complete(network);
  }
  out.progress =
      fmt::format("{} of {} begun, {} trained to the end", begun, trainer.networks().size(), complete);
  const auto fails = [](const BnnCheckpoint& row) { return !row.failure.empty(); };
  if (const auto failed = std::ranges::count_if(outcome.checkpoints, fails); failed > 0)
    out.progress += fmt::format(", {} without a value ({})", failed,
                                std::ranges::find_if(outcome.checkpoints, fails)->failure);
  out.progress += fmt::format("; steps of {:.2f} trainings in {} rounds", outcome.spent, outcome.rounds);
  const std::string& strategy = options.search.strategy;
  if ((strategy == "halving" || strategy == "hyperband") && outcome.first_budget > 0 &&
      outcome.first_budget != options.budget)
    out.progress += fmt::format(
        "; begun with --budget {}, from which {} derived its brackets: a new search with --budget {} may train "
        "other networks",
        outcome.first_budget, strategy, options.budget);
  if (!outcome.held_out.empty()) out.held_out = held_out_text(outcome);
  out.networks = networks_of(options, trainer, outcome);
  const int best = outcome.table.best();
  if (best < 0) return out;
  const BnnCheckpoint& row = *outcome.last(best);
  out.name = name_of(trainer, best);
  out.size = fmt::format("{} weights, active units {}", trainer.weights(best), active_text(trainer, row));
  out.validation = scores(
      row.log_likelihood, row.rmse,
      fmt::format("{} inputs", trainer.validation_inputs()) +
          (complete > 1 ? fmt::format("; the largest of {}, and therefore optimistic", complete) : ""));
  if (outcome.test)
    out.test = scores(outcome.test->log_likelihood, outcome.test->rmse,
                      fmt::format("{} inputs that took no part", trainer.test_inputs()));
  return out;
}

// Returns the logarithm of the number of steps of a checkpoint, its horizontal coordinate.
double log_step(const BnnConfig& options, int checkpoint) {
  return std::log(options.checkpoints[static_cast<std::size_t>(checkpoint)]);
}

// Returns the ends of the axis of all known values, except those far below the median; none if no value is
// known.
std::optional<std::pair<double, double>> ends_of(const CurveTable& table) {
  std::vector<double> known;
  for (const double value : table.Y.reshaped())
    if (!std::isnan(value)) known.push_back(value);
  if (known.empty()) return std::nullopt;
  std::ranges::sort(known);
  const double high = known.back(), median = known[known.size() / 2];
  const double low = std::max(known.front(), median - 3 * (high - median) - 0.1);
  const double room = 0.05 * (high - low) + 1e-3;
  return std::pair(low - room, high + room);
}

// Predicted continuation of a training that was stopped: mean and quantiles at each checkpoint, beginning
// with the last known one.
struct Continuation {
  int network = 0;
  std::vector<double> lower, upper, mean;  // lower, upper: 5% and 95% quantiles
};

// Returns the predictions for all stopped trainings, those with the largest expected last value first.
std::vector<Continuation> predict_continuations(const BnnConfig& options, const BnnOutcome& outcome) {
  const CurveTable& table = outcome.table;
  const auto k = static_cast<int>(table.Y.cols());
  std::vector<int> stopped;
  for (int network = 0; network < table.X.rows(); ++network)
    if (table.reached(network) > 0 && !table.ended(network)) stopped.push_back(network);
  if (stopped.empty() || table.best() < 0 || k < 2) return {};
  CurveSearchOptions chain = options.search;
  chain.strategy = "gpar";
  const Gpar model = fitted_curves(table, chain, outcome.rounds);
  Rng rng(mix_seed(options.search.seed, "report"));
  constexpr int kDraws = 400;
  std::vector<Continuation> all;
  for (const int network : stopped) {
    const Eigen::MatrixXd draws = model.sample(table.X.row(network), table.Y.row(network), kDraws, rng, true);
    Continuation& one = all.emplace_back();
    one.network = network;
    for (int checkpoint = table.reached(network) - 1; checkpoint < k; ++checkpoint) {
      one.lower.push_back(quantile(draws.col(checkpoint), 0.05));
      one.upper.push_back(quantile(draws.col(checkpoint), 0.95));
      one.mean.push_back(draws.col(checkpoint).mean());
    }
  }
  std::ranges::stable_sort(all, std::greater{}, [](const Continuation& one) { return one.mean.back(); });
  return all;
}

ReportTable stopped_table(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome,
                          const std::vector<Continuation>& continuations) {
  ReportTable table{
      "Trainings that were stopped, and the last value that the model predicts for them",
      {"network", "stopped at step", "in round", "value there", "expected in the end", "90% band"}};
  for (const Continuation& one : continuations) {
    const BnnCheckpoint& known = *outcome.last(one.network);
    const auto reached = static_cast<std::size_t>(outcome.table.reached(one.network));
    table.rows.push_back({name_of(trainer, one.network), fmt::to_string(options.checkpoints[reached - 1]),
                          fmt::to_string(known.round + 1), fmt::format("{:.3f}", known.log_likelihood),
                          fmt::format("{:.3f}", one.mean.back()),
                          fmt::format("{:.3f} to {:.3f}", one.lower.back(), one.upper.back())});
  }
  return table;
}

// Draws the first six predictions.
void draw_continuations(Plot& plot, const BnnConfig& options, const BnnOutcome& outcome,
                        const std::vector<Continuation>& continuations) {
  constexpr std::size_t kMost = 6;
  for (std::size_t i = 0; i < std::min(continuations.size(), kMost); ++i) {
    const Continuation& one = continuations[i];
    const auto points = [&](const std::vector<double>& values) {
      Plot::Points drawn;
      int checkpoint = outcome.table.reached(one.network) - 1;
      for (const double value : values) drawn.emplace_back(log_step(options, checkpoint++), value);
      return drawn;
    };
    plot.band(points(one.lower), points(one.upper), kOrange);
    plot.line(points(one.mean), kOrange, false, "predicted for a stopped one");
  }
}

// Draws the known values of all networks: lines for complete trainings, dots for the others.
void draw_known_values(Plot& plot, const BnnConfig& options, const BnnTrainer& trainer,
                       const CurveTable& table) {
  for (int network = 0; network < table.X.rows(); ++network) {
    Plot::Points points;
    for (int checkpoint = 0; checkpoint < table.reached(network); ++checkpoint)
      points.emplace_back(log_step(options, checkpoint), table.Y(network, checkpoint));
    if (points.empty()) continue;
    if (table.complete(network))
      plot.line(points, kBlue, false, name_of(trainer, network));
    else
      plot.dots(points, kOrange, false, name_of(trainer, network));
  }
}

// Adds the plot of learning curves, and the table of stopped trainings with predictions of their last values.
void add_curves(Json& page, const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome) {
  const auto ends = ends_of(outcome.table);
  if (!ends) return;
  const std::vector<Continuation> continuations = predict_continuations(options, outcome);
  const int last = static_cast<int>(outcome.table.Y.cols()) - 1;
  Plot plot({"optimisation steps", log_step(options, 0) - 0.05, log_step(options, last) + 0.05, {}, true},
            {"validation log likelihood", ends->first, ends->second}, 760, 360);
  draw_continuations(plot, options, outcome, continuations);
  draw_known_values(plot, options, trainer, outcome.table);
  page["curves_html"] =
      plot.svg("Validation log likelihood at each checkpoint, of every network that was begun");
  page["stopped_html"] =
      continuations.empty() ? "" : html(stopped_table(options, trainer, outcome, continuations));
}

// Returns a plot of the best complete training against the optimisation steps spent; "" without one.
std::string progress_plot(const BnnConfig& options, const BnnOutcome& outcome) {
  Plot::Points best;
  double steps = 0, top = -std::numeric_limits<double>::infinity(), bottom = 0;
  for (const BnnCheckpoint& row : outcome.checkpoints) {
    const auto place = static_cast<std::size_t>(row.checkpoint);
    steps += options.checkpoints[place] - (place == 0 ? 0 : options.checkpoints[place - 1]);
    if (place + 1 < options.checkpoints.size() || !row.failure.empty() || row.log_likelihood <= top) continue;
    top = row.log_likelihood;
    if (best.empty()) bottom = top;
    best.emplace_back(steps / options.checkpoints.back(), top);
  }
  if (best.empty()) return "";
  best.emplace_back(outcome.spent, top);
  const double room = 0.05 * (top - bottom) + 1e-3;
  Plot plot({"trainings to the last checkpoint", 0, outcome.spent},
            {"best validation log likelihood", bottom - room, top + room}, 760, 260);
  plot.line(best, kBlue, true, "best so far");
  return plot.svg("Largest last validation log likelihood, by optimisation steps");
}

// Returns a histogram for each layer of the best network: logarithms of the units' mean divergences, as in
// figure 5.4 of Ru 2021.
std::string units_plots(const BnnOutcome& outcome) {
  std::string out;
  constexpr int kBins = 24;
  for (std::size_t layer = 0; layer < outcome.divergences.size(); ++layer) {
    std::vector<double> logs;
    for (const double divergence : outcome.divergences[layer])
      logs.push_back(std::log(std::max(divergence, 1e-9)));
    const auto [low, high] = std::ranges::minmax(logs);
    const double width = std::max(high - low, 1e-3) / kBins;
    std::vector<int> counts(kBins, 0);
    for (const double value : logs)
      ++counts[static_cast<std::size_t>(std::min<double>(kBins - 1, (value - low) / width))];
    Plot::Points steps;
    for (int bin = 0; bin < kBins; ++bin)
      steps.emplace_back(low + bin * width, counts[static_cast<std::size_t>(bin)]);
    steps.emplace_back(high, 0);
    Plot plot({fmt::format("mean divergence of a unit of layer {}, nats", layer + 1),
               low - width,
               high + width,
               {},
               true},
              {"units", 0, 1.0 + *std::ranges::max_element(counts)}, 760, 200);
    plot.line(steps, kGrey, true, "units");
    out += plot.svg(fmt::format("Histogram of the units of layer {} by mean divergence", layer + 1));
  }
  return out;
}

}  // namespace

std::string bnn_text(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome) {
  const Words words = words_of(options, trainer, outcome);
  std::string out = fmt::format("networks   {}\n", words.progress);
  if (!words.name.empty()) {
    out += fmt::format("best       {}: {}\n           validation {}\n", words.name, words.size,
                       words.validation.plain());
    if (!words.test.empty()) out += fmt::format("           test {}\n", words.test.plain());
  }
  if (!words.held_out.empty()) out += fmt::format("model      {}\n", words.held_out);
  return out + fmt::format("report     {}\n", (fs::path(options.out) / "report.html").string());
}

void write_bnn_report(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome) {
  write_atomically(fs::path(options.out) / "results.csv", results_csv(options, trainer, outcome));
  const Words words = words_of(options, trainer, outcome);
  Json page = {{"best", nullptr},
               {"progress", words.progress},
               {"strategy", options.search.strategy},
               {"held_out", words.held_out},
               {"curves_html", ""},
               {"progress_html", progress_plot(options, outcome)},
               {"best_name", words.name},
               {"units_html", units_plots(outcome)},
               {"networks_html", html(words.networks)}};
  if (!words.name.empty())
    page["best"] = {
        {"name", words.name}, {"validation_html", html(words.validation)}, {"test_html", html(words.test)}};
  add_curves(page, options, trainer, outcome);
  write_search_page(options.out, "Architecture search", "Bayesian networks for " + options.data, "bnn", page);
}

}  // namespace bora::report
