#include "report/search/search_words.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/math/distributions/chi_squared.hpp>

#include "common/text.h"
#include "data/graphs/load_graphs.h"
#include "nas/estimator/training_speed.h"
#include "nas/run/program_answer.h"
#include "nas/run/training/program_trainer.h"
#include "report/statistics/statistics.h"

namespace bora::report {
namespace {

// Returns the kind of inputs of the networks: "images", "graphs", or "inputs" of a program.
const char* noun_of(const SearchConfig& options) {
  if (looks_like_program(options.data)) return "inputs";
  return looks_like_graphs(options.data) ? "graphs" : "images";
}

// Returns a share of `images` images with its 95% Wilson score interval: "97.50% [96.34, 98.30]". If `images`
// is 0, the share is the explained variance of a regression, which has no interval.
std::string percent_of(double share, double images) {
  if (images == 0) return fmt::format("{:.2f}% of the variance", 100 * share);
  const Interval interval = wilson_interval(share, images);
  return fmt::format("{:.2f}% [{:.2f}, {:.2f}]", 100 * share, 100 * interval.low, 100 * interval.high);
}

// Returns a duration in milliseconds: "3.14 ms", or "" if there is none.
std::string milliseconds(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.3g} ms", 1000 * *seconds) : "";
}

// Returns whether the search selects the network with the largest validation accuracy.
bool by_accuracy(const SearchConfig& options) {
  const std::string& by = options.aim.several() ? options.aim.choose : options.aim.objectives.front();
  return by == "accuracy" && options.estimator == "accuracy";
}

std::string progress_of(const SearchConfig& options, const std::vector<SearchTrial>& trials) {
  std::string out = fmt::format("{} of {}", trials.size(), options.budget);
  const auto fails = [](const SearchTrial& trial) { return !trial.failure.empty(); };
  if (const auto failed = std::ranges::count_if(trials, fails); failed > 0)
    out += fmt::format(", {} without a value ({})", failed, std::ranges::find_if(trials, fails)->failure);
  double seconds = 0;
  for (const SearchTrial& trial : trials) seconds += trial.seconds / static_cast<double>(trials.size());
  return out + fmt::format("; {:.1f} s each", seconds);
}

// Returns the number of networks that were not trained to the end, and the share of epochs that this saved.
std::string halving_of(const SearchConfig& options, const SearchOutcome& outcome) {
  if (options.halving <= 0) return "";
  double trained = 0, whole = 0;
  std::ptrdiff_t stopped = 0;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    const auto epochs = static_cast<double>(trial.epochs.size());
    stopped += trial.stopped ? 1 : 0;
    trained += epochs;
    // Networks for graphs may have individual numbers of epochs, which are unknown here if they were stopped.
    whole += trial.stopped ? std::max<double>(options.epochs, epochs) : epochs;
  }
  std::string text = fmt::format("{} {} not trained to the end", count_of(stopped, "network"),
                                 stopped == 1 ? "was" : "were");
  if (options.epochs > 0 && whole > 0)
    text += fmt::format(", which saved {:.0f}% of the epochs", 100 * (1 - trained / whole));
  return text;
}

// Returns a warning if training losses are so small that the estimators tse-e and tse-ema mislead; else "".
std::string overfitting_of(const SearchConfig& options, const SearchOutcome& outcome) {
  if (options.estimator != "tse-e" && options.estimator != "tse-ema") return "";
  std::vector<std::vector<double>> courses;
  std::size_t longest = 0;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty()) continue;
    auto& losses = courses.emplace_back();
    for (const TrainedEpoch& epoch : trial.epochs) losses.push_back(epoch.loss);
    longest = std::max(longest, losses.size());
  }
  constexpr double kOverfit = 0.1;
  const bool overfits = std::ranges::any_of(courses, [](const auto& losses) {
    return std::ranges::any_of(losses, [](double loss) { return loss < kOverfit; });
  });
  if (!overfits) return "";
  return fmt::format(
      "training losses fall below {}: {} is most informative at epoch {} of {} (--epochs); for longer training, "
      "validation accuracy is more informative",
      kOverfit, options.estimator, effective_epochs(courses, kOverfit), longest);
}

// Returns a warning if at least five networks have a value and all have the same accuracy; else "".
std::string alike_of(const SearchConfig& options, const SearchOutcome& outcome) {
  constexpr int kFewestAlike = 5;
  std::optional<double> accuracy;
  int networks = 0;
  for (const SearchTrial& trial : outcome.trials) {
    if (!trial.failure.empty() || trial.epochs.empty()) continue;
    if (accuracy && best_accuracy(trial) != *accuracy) return "";
    accuracy = best_accuracy(trial);
    ++networks;
  }
  if (networks < kFewestAlike) return "";
  return fmt::format(
      "all {} networks have the same accuracy and cannot be ranked; check that {}", networks,
      looks_like_program(options.data)
          ? "the program trains the architecture that it is given"
          : fmt::format("they are trained long enough, at a suitable learning rate, and that the {} are "
                        "neither too few nor too easy",
                        noun_of(options)));
}

// Returns a warning if no network is more accurate than one that always gives the most frequent class; else
// "".
std::string constant_of(const SearchConfig& options, const SearchOutcome& outcome) {
  std::optional<double> best;
  for (const SearchTrial& trial : outcome.trials)
    if (trial.failure.empty() && !trial.epochs.empty())
      best = std::max(best.value_or(0), best_accuracy(trial));
  if (!best || outcome.majority == 0 || *best > outcome.majority) return "";
  return fmt::format(
      "no network is more accurate than one that always gives the most frequent class, which has {:.2f}% of the "
      "validation {}",
      100 * outcome.majority, noun_of(options));
}

// Returns a warning if at least five networks have a value and their accuracies vary no more than those of
// one network on as many samples of validation inputs would (chi-squared test at 5%); else "". The test is
// for independent samples, so it does not exclude that the networks differ on the same inputs.
std::string noise_of(const SearchConfig& options, const SearchOutcome& outcome) {
  constexpr std::size_t kFewestNetworks = 5;
  constexpr double kLevel = 0.95;
  if (outcome.validation == 0 || !by_accuracy(options)) return "";
  std::vector<double> accuracies;
  for (const SearchTrial& trial : outcome.trials)
    if (trial.failure.empty() && !trial.epochs.empty()) accuracies.push_back(best_accuracy(trial));
  if (accuracies.size() < kFewestNetworks) return "";
  const auto networks = static_cast<double>(accuracies.size());
  const double mean = std::accumulate(accuracies.begin(), accuracies.end(), 0.0) / networks;
  double deviations = 0;
  for (const double accuracy : accuracies) deviations += (accuracy - mean) * (accuracy - mean);
  const boost::math::chi_squared_distribution<double> by_chance(networks - 1);
  if (!(deviations > 0) || deviations * outcome.validation > quantile(by_chance, kLevel) * mean * (1 - mean))
    return "";
  return fmt::format(
      "the accuracies of the {} networks vary no more than by chance with {} validation {}, so their order may be "
      "luck; more validation {} or a longer training distinguish networks better",
      accuracies.size(), outcome.validation, noun_of(options), noun_of(options));
}

// Returns a warning if a program gives an accuracy that was measured on another number of inputs; else "".
std::string doubt_of(const SearchConfig& options, const SearchOutcome& outcome) {
  if (!looks_like_program(options.data)) return "";
  for (const SearchTrial& trial : outcome.trials)
    if (std::string doubt = doubt_about_inputs(trial, outcome.validation); !doubt.empty()) return doubt;
  return "";
}

SearchReport::Chosen chosen_of(const SearchConfig& options, const SearchOutcome& outcome,
                               const SearchTrial& best, const std::string& probe) {
  const auto validation = [&](const SearchTrial& trial) {
    return strong(percent_of(best_accuracy(trial), outcome.validation));
  };
  const auto robustness = [&](const SearchTrial& trial) {
    return strong(percent_of(*trial.robustness, options.robust_images));
  };
  SearchReport::Chosen out;
  out.number = static_cast<int>(best.number);
  out.architecture = best.architecture;
  out.weights = best.weights > 0 ? fmt::format("{} weights", best.weights) : "number of weights not known";
  out.latency = milliseconds(best.latency);
  const auto valued =
      std::ranges::count_if(outcome.trials, [](const auto& trial) { return trial.failure.empty(); });
  const std::string inputs =
      outcome.validation > 0 ? fmt::format("{} {}", outcome.validation, noun_of(options)) : "held-out inputs";
  std::string how;
  if (by_accuracy(options) && valued > 1)
    how = fmt::format("; the largest of {}, and therefore optimistic", valued);
  else if (best.epochs.size() > 1)
    how = ", by which its epoch was chosen";
  out.validation = sentence("{} ({}{})", {validation(best), inputs, how});
  const char* const bias =
      options.aim.choose == "robustness" ? ", by which it was chosen, so it is biased upwards" : "";
  if (best.robustness) out.resists = sentence("{} ({}){}", {robustness(best), probe, bias});
  if (outcome.longer)
    out.longer =
        sentence("trained from the start for {}: validation {}, by which its epoch was chosen{}",
                 {count_of(static_cast<std::int64_t>(outcome.longer->epochs.size()), "epoch"),
                  validation(*outcome.longer),
                  outcome.longer->robustness ? "; resists " + robustness(*outcome.longer) : MarkedText()});
  if (outcome.test_images > 0)
    out.test = sentence("{} ({} {}{})",
                        {strong(percent_of(static_cast<double>(outcome.test_correct) / outcome.test_images,
                                           outcome.test_images)),
                         fmt::to_string(outcome.test_images), noun_of(options),
                         outcome.test_doubt.empty() ? " that took no part" : "; " + outcome.test_doubt});
  if (outcome.test_error)
    out.test = sentence("{}: MSE {} of whitened targets", {strong(percent_of(1 - *outcome.test_error, 0)),
                                                           fmt::format("{:.4g}", *outcome.test_error)});
  out.model = outcome.model;
  if (options.aim.several()) out.choice = choice_text(options.aim);
  return out;
}

ReportTable front_of(const SearchConfig& options, const SearchOutcome& outcome,
                     const std::vector<std::size_t>& front, const std::string& objectives) {
  ReportTable table{"Networks that no other beats in " + objectives, {"network", "validation"}};
  if (!options.aim.several()) return table;
  const bool robust = options.robust_images > 0;
  if (robust) table.columns.insert(table.columns.end(), {"resist", "queries"});
  table.columns.insert(table.columns.end(), {"weights", "latency"});
  const SearchTrial* best = outcome.best(options.aim);
  for (const std::size_t i : front) {
    const SearchTrial& trial = outcome.trials[i];
    std::vector<std::string>& row =
        table.add({fmt::format("{}{}", trial.number, &trial == best ? " (chosen)" : ""),
                   percent_of(best_accuracy(trial), outcome.validation)});
    if (robust) {
      row.push_back(percent_of(trial.robustness.value_or(0), options.robust_images));
      row.push_back(fmt::to_string(trial.queries));
    }
    row.push_back(fmt::to_string(trial.weights));
    row.push_back(milliseconds(trial.latency));
  }
  return table;
}

ReportTable networks_of(const SearchConfig& options, const SearchOutcome& outcome) {
  const std::string& first = options.aim.objectives.front();
  ReportTable table{
      .caption = "Networks, best first; by " + (first == "accuracy" ? options.estimator : first),
      .columns = {"network", "architecture", "validation", "last training loss", "weights"},
      .names = 1};
  const bool robust = options.robust_images > 0;
  if (robust) table.columns.emplace_back("resist");
  table.columns.insert(table.columns.end(), {"latency", "seconds"});
  std::vector<const SearchTrial*> order;
  for (const SearchTrial& trial : outcome.trials) order.push_back(&trial);
  const auto worth = [&](const SearchTrial* trial) {
    return trial->failure.empty() ? first_value(*trial, options, outcome)
                                  : -std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(order, [&](const auto* a, const auto* b) { return worth(a) > worth(b); });
  for (const SearchTrial* trial : order) {
    const bool valued = trial->failure.empty();
    std::vector<std::string>& row = table.add(
        {fmt::to_string(trial->number), trial->architecture,
         valued ? percent_of(best_accuracy(*trial), outcome.validation) : trial->failure,
         valued && trial->epochs.back().loss > 0 ? fmt::format("{:.4f}", trial->epochs.back().loss) : "",
         fmt::to_string(trial->weights)});
    if (robust)
      row.push_back(valued && trial->robustness ? fmt::format("{:.0f}%", 100 * *trial->robustness) : "");
    row.push_back(valued ? milliseconds(trial->latency) : "");
    row.push_back(fmt::format("{:.1f}", trial->seconds));
  }
  return table;
}

}  // namespace

double first_value(const SearchTrial& trial, const SearchConfig& options, const SearchOutcome& outcome) {
  return objective_value(trial, options.aim.objectives.front(), options.aim.estimator, outcome.validation);
}

SearchReport search_report(const SearchConfig& options, const SearchOutcome& outcome) {
  SearchReport out;
  out.progress = progress_of(options, outcome.trials);
  out.halving = halving_of(options, outcome);
  out.overfitting = overfitting_of(options, outcome);
  out.alike = alike_of(options, outcome);
  if (out.alike.empty()) out.alike = constant_of(options, outcome);
  if (out.alike.empty()) out.alike = noise_of(options, outcome);
  out.doubt = doubt_of(options, outcome);
  out.probe = fmt::format("{}, bo, {}, {:.0f}/255", count_of(options.robust_images, "validation image"),
                          count_of(options.robust_budget, "query", "queries"), 255 * outcome.robust_epsilon);
  out.objectives = join(options.aim.objectives, " and ");
  const auto front = outcome.front(options.aim);
  out.front_size = front.size();
  out.front = front_of(options, outcome, front, out.objectives);
  out.networks = networks_of(options, outcome);
  if (const SearchTrial* best = outcome.best(options.aim))
    out.chosen = chosen_of(options, outcome, *best, out.probe);
  return out;
}

std::string motifs_text(const MotifSpace& space, const ArchitectureSpace& whole) {
  std::vector<std::string> patterns;
  for (const Motif& motif : space.good()) patterns.push_back(motif.pattern);
  const std::string good =
      fmt::format("one of {} good patterns: {}", patterns.size(), fmt::join(patterns, "; "));
  const auto all = whole.all(), allowed = space.all();
  if (!all || !allowed) return "only architectures with " + good;
  return fmt::format("{} of {} architectures have {}", grouped(static_cast<std::int64_t>(allowed->size())),
                     grouped(static_cast<std::int64_t>(all->size())), good);
}

}  // namespace bora::report
