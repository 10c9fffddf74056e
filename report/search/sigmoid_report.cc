#include "report/search/search_reports.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "report/search/search_page.h"
#include "report/views/html/plot.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;

// Returns the values of sigmoid.html.
Json network_values(const SigmoidOutcome& outcome) {
  const auto percent = [&](const LabelledPoints& points) {
    return fmt::format("{:.1f}", 100 * outcome.network.accuracy(points));
  };
  return {{"setting", outcome.setting.text()},
          {"training", percent(outcome.training)},
          {"training_points", outcome.training.size()},
          {"validation", percent(outcome.validation)},
          {"validation_points", outcome.validation.size()},
          {"regions", regions_values(outcome.network, outcome.training, outcome.validation)},
          {"costs_html", costs_plot(outcome.curves)},
          {"key", key_values({"training", "validation"})}};
}

void write_results(const SigmoidConfig& options, const std::string& heading, std::string_view page,
                   const Json& values, const std::string& csv) {
  write_atomically(fs::path(options.out) / "results.csv", csv);
  write_search_page(options.out, "Sigmoid networks", heading, page, values);
}

std::string report_line(const SigmoidConfig& options) {
  return fmt::format("report     {}\n", (fs::path(options.out) / "report.html").string());
}

void write_network(const SigmoidConfig& options, const SigmoidOutcome& outcome) {
  const CostCurves& curves = outcome.curves;
  std::string csv = "epoch,training_cost,validation_cost\n";
  for (std::size_t i = 0; i < curves.training.size(); ++i)
    csv += fmt::format("{},{:.9g},{:.9g}\n", i + 1, curves.training[i], curves.validation[i]);
  write_results(options, "One network", "sigmoid", {{"network", network_values(outcome)}}, csv);
}

void write_search(const SigmoidConfig& options, const SigmoidOutcome& outcome) {
  const auto& done = outcome.evaluations;
  const SigmoidBounds& bounds = options.bounds;
  std::string csv = "evaluation,layers,epochs,rate,accuracy,mean_before,expected_improvement\n";
  Plot::Points values, best, by_rate, by_epochs, by_units;
  for (std::size_t i = 0; i < done.size(); ++i) {
    const SigmoidSetting setting = bounds.setting(done[i].point);
    const std::string text = setting.text();
    csv += fmt::format("{},{},{},{:.9g},{:.9g},{:.9g},{:.9g}\n", i + 1, text.substr(0, text.find(' ')),
                       setting.training.epochs, setting.training.rate, done[i].value, done[i].expected,
                       done[i].improvement);
    const double at = static_cast<double>(i + 1), percent = 100 * done[i].value;
    double units = 0;
    for (const int n : setting.units) units += n;
    values.emplace_back(at, percent);
    best.emplace_back(at, best.empty() ? percent : std::max(best.back().second, percent));
    by_rate.emplace_back(setting.training.rate, percent);
    by_epochs.emplace_back(setting.training.epochs, percent);
    by_units.emplace_back(units, percent);
  }
  const auto dots = [](const std::string& label, double low, double high, const Plot::Points& points) {
    Plot plot({label, low, high}, {"validation accuracy, %", 0, 100});
    plot.dots(points, 0);
    return plot.svg("Validation accuracy by " + label);
  };
  Plot course({"network", 1, static_cast<double>(done.size())}, {"validation accuracy, %", 0, 100});
  course.line(best, 1, true, "best so far");
  course.dots(values, 0, false, "accuracy");
  const Json page = {
      {"networks", done.size()},
      {"initial", std::min<std::size_t>(done.size(), static_cast<std::size_t>(options.search.initial))},
      {"best", fmt::format("{:.1f}", 100 * done[outcome.best].value)},
      {"network", network_values(outcome)},
      {"course_html", course.svg("Validation accuracy of each network")},
      {"parameters_html",
       dots("learning rate", bounds.least_rate, bounds.most_rate, by_rate) +
           dots("epochs", bounds.least_epochs, bounds.most_epochs, by_epochs) +
           dots("hidden units", 0, std::max(1, bounds.layers * bounds.most_units), by_units)}};
  write_results(options, "Search with a given prior", "sigmoid_search", page, csv);
}

// Returns the root mean squared error of a fit.
std::string error_of(const RegressionFit& fit, const RegressionOutcome& outcome) {
  double error = 0;
  for (Eigen::Index i = 0; i < fit.mean.size(); ++i)
    error +=
        std::pow(fit.mean[i] - outcome.shown_values[i], 2) / static_cast<double>(outcome.shown_values.size());
  return fmt::format("{:.3f}", std::sqrt(error));
}

Plot::Points points_of(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  Plot::Points out;
  for (Eigen::Index i = 0; i < x.size(); ++i) out.emplace_back(x[i], y[i]);
  return out;
}

}  // namespace

std::string sigmoid_text(const SigmoidConfig& options, const SigmoidOutcome& outcome) {
  if (!outcome.evaluations.empty())
    return fmt::format("networks   {}\nbest       {:.1f}% of {} validation points: {}, network {}\n{}",
                       outcome.evaluations.size(), 100 * outcome.evaluations[outcome.best].value,
                       outcome.validation.size(), outcome.setting.text(), outcome.best + 1,
                       report_line(options));
  const CostCurves& curves = outcome.curves;
  const auto least = std::ranges::min_element(curves.validation) - curves.validation.begin();
  return fmt::format(
      "{}\ntraining   cost {:.4f}, accuracy {:.1f}%\nvalidation cost {:.4f}, accuracy {:.1f}%; least cost "
      "{:.4f} after epoch {}\n{}",
      outcome.setting.text(), curves.training.back(), 100 * outcome.network.accuracy(outcome.training),
      curves.validation.back(), 100 * outcome.network.accuracy(outcome.validation),
      curves.validation[static_cast<std::size_t>(least)], least + 1, report_line(options));
}

void write_sigmoid_report(const SigmoidConfig& options, const SigmoidOutcome& outcome) {
  if (outcome.evaluations.empty())
    write_network(options, outcome);
  else
    write_search(options, outcome);
}

std::string sigmoid_text(const SigmoidConfig& options, const RegressionOutcome& outcome) {
  std::string text;
  for (const RegressionFit& fit : outcome.fits)
    text += fmt::format("{:<14} RMSE {}\n", fit.model, error_of(fit, outcome));
  return text + report_line(options);
}

void write_sigmoid_report(const SigmoidConfig& options, const RegressionOutcome& outcome) {
  constexpr double kWide = 1.96;
  const Eigen::VectorXd& x = outcome.shown;
  std::string csv = "model,x,mean,deviation\n";
  Json models = Json::array();
  for (const RegressionFit& fit : outcome.fits) {
    Plot::Points lower, upper;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const double deviation = std::sqrt(std::max(0.0, fit.variance[i]));
      lower.emplace_back(x[i], fit.mean[i] - kWide * deviation);
      upper.emplace_back(x[i], fit.mean[i] + kWide * deviation);
      csv += fmt::format("{},{:.9g},{:.9g},{:.9g}\n", fit.model, x[i], fit.mean[i], deviation);
    }
    Plot plot({"x", -1, 1}, {"f(x)", -1.5, 2});
    plot.band(lower, upper, 1);
    plot.line(points_of(x, fit.mean), 1, false, "mean");
    plot.line(points_of(x, outcome.shown_values), 0, false, "function");
    plot.dots(points_of(outcome.known, outcome.known_values), 0, false, "known");
    models.push_back({{"name", fit.model},
                      {"error", error_of(fit, outcome)},
                      {"plot_html", plot.svg("Posterior of " + fit.model)}});
  }
  write_results(options, "Regression on basis functions", "regression", {{"models", std::move(models)}}, csv);
}

}  // namespace bora::report
