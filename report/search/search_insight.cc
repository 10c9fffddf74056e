#include "report/search/search_insight.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "common/error.h"
#include "common/text.h"
#include "nas/estimator/rank_correlation.h"
#include "nas/surrogate/architecture_models.h"
#include "report/search/search_page.h"
#include "report/statistics/statistics.h"
#include "report/views/html/html_text.h"
#include "report/views/html/page_template.h"
#include "report/views/html/plot.h"
#include "surrogates/gp/fitted_gaussian_process.h"

namespace bora::report {
namespace {

constexpr std::size_t kFewest = 12;  // minimum number of networks for any insight

// Returns half the width of the 95% interval of a difference of means with unequal variances (Welch 1947); 0
// if a mean has no error or both have none. `n_a`, `n_b`: numbers of values.
double half_width(const Mean& a, int n_a, const Mean& b, int n_b) {
  if (!a.error || !b.error) return 0;
  const double of_a = *a.error * *a.error, of_b = *b.error * *b.error, variance = of_a + of_b;
  if (variance <= 0) return 0;
  const double freedom = variance * variance / (of_a * of_a / (n_a - 1) + of_b * of_b / (n_b - 1));
  constexpr double kUpper = 0.975;
  return boost::math::quantile(boost::math::students_t(freedom), kUpper) * std::sqrt(variance);
}

MotifEffect effect_of(Motifs& motifs, const Motif& motif, const std::vector<Architecture>& X,
                      const Eigen::VectorXd& values) {
  std::vector<double> with, without;
  for (std::size_t i = 0; i < X.size(); ++i)
    (motifs.count_in(X[i], {motif}) > 0 ? with : without).push_back(values[static_cast<Eigen::Index>(i)]);
  const Mean a = mean_of(with), b = mean_of(without);
  const int n_a = static_cast<int>(with.size()), n_b = static_cast<int>(without.size());
  return {motif, n_a, n_b, a.value, b.value, half_width(a, n_a, b, n_b)};
}

// Returns a drawing of the operation, with lines to its neighbours.
std::string drawing(const std::string& pattern) {
  const std::string separator = " beside ";
  const auto at = pattern.find(separator);
  constexpr int kWide = 112, kHigh = 22, kGap = 6, kAcross = 40;
  BoxDrawing out{pattern, 2 * kGap + kWide, 0, kWide, kHigh, 11, {{kGap, 0, pattern.substr(0, at), "--text"}},
                 {}};
  int y = kGap;
  if (at != std::string::npos)
    for (const std::string& name : split(pattern.substr(at + separator.size()), ',')) {
      out.links.emplace_back(0, out.boxes.size());
      out.boxes.push_back({kGap + kWide + kAcross, y, name.starts_with(' ') ? name.substr(1) : name});
      y += kHigh + kGap;
    }
  if (out.boxes.size() > 1) out.width += kAcross + kWide;
  out.height = std::max(y, kGap + kHigh + kGap);
  out.boxes.front().y = (out.height - kHigh) / 2;
  return fill_template("boxes", boxes_values(out), search_templates());
}

ReportTable motif_table(const std::vector<MotifEffect>& effects, const std::string& unit) {
  ReportTable table{"Patterns, best first; means of " + unit,
                    {"pattern", "networks", "with it", "without", "difference [95%]"}};
  for (const MotifEffect& effect : effects) {
    const double difference = effect.mean_with - effect.mean_without;
    table.rows.push_back(
        {effect.motif.pattern, fmt::format("{} of {}", effect.with, effect.with + effect.without),
         fmt::format("{:.2f}", effect.mean_with), fmt::format("{:.2f}", effect.mean_without),
         effect.half_width > 0 ? fmt::format("{:+.2f} [{:+.2f}, {:+.2f}]", difference,
                                             difference - effect.half_width, difference + effect.half_width)
                               : fmt::format("{:+.2f}", difference)});
  }
  return table;
}

std::string calibration_plot(const Calibration& found, const std::string& unit) {
  const double least = std::min(found.seen.minCoeff(), found.predicted.minCoeff());
  const double most = std::max(found.seen.maxCoeff(), found.predicted.maxCoeff());
  const double room = 0.05 * (most - least) + 1e-3, low = least - room, high = most + room;
  Plot::Points dots;
  for (Eigen::Index i = 0; i < found.seen.size(); ++i) dots.emplace_back(found.predicted[i], found.seen[i]);
  Plot plot({"predicted", low, high}, {unit, low, high}, 460, 320);
  plot.line({{low, low}, {high, high}}, 6);
  plot.dots(dots, 0);
  return plot.svg("Value of each network against its prediction by a model fitted to other networks");
}

}  // namespace

int Calibration::within(double share) const {
  const double reach = boost::math::quantile(boost::math::normal(), 0.5 + share / 2);
  return static_cast<int>(((seen - predicted).array().abs() <= reach * deviation.array()).count());
}

std::vector<MotifEffect> motif_effects(const ArchitectureSpace& space, const std::vector<Architecture>& X,
                                       const Eigen::VectorXd& values, int most) {
  if (X.size() < kFewest || values.maxCoeff() == values.minCoeff()) return {};
  MotifOptions options;
  constexpr double kShare = 0.15;
  options.least = std::max(3, static_cast<int>(kShare * static_cast<double>(X.size())));
  options.most_share = 1 - kShare;
  // Winsorises the values, since networks that fail altogether would dominate the means.
  const Eigen::VectorXd raised = winsorised(values);
  Motifs motifs(space, X, values, options);
  std::vector<MotifEffect> effects;
  for (const Motif& motif : motifs.ranked()) effects.push_back(effect_of(motifs, motif, X, raised));
  // Sorts by the observed differences: with few networks, the model's derivatives, by which Motifs ranks, are
  // less reliable.
  const auto difference = [](const MotifEffect& effect) { return effect.mean_with - effect.mean_without; };
  std::stable_sort(effects.begin(), effects.end(), [&](const MotifEffect& one, const MotifEffect& two) {
    return difference(one) > difference(two);
  });
  const auto ends = static_cast<std::size_t>(most);
  if (effects.size() > 2 * ends)
    effects.erase(effects.begin() + static_cast<std::ptrdiff_t>(ends),
                  effects.end() - static_cast<std::ptrdiff_t>(ends));
  return effects;
}

Calibration calibration(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values) {
  const auto n = static_cast<Eigen::Index>(X.size());
  if (X.size() < kFewest || values.maxCoeff() == values.minCoeff()) return {};
  const auto model = make_architecture_model("recipe", std::move(space));
  Calibration found{Eigen::VectorXd(n), Eigen::VectorXd(n), winsorised(values), 0};
  // Predictions minus the mean of their training values. This mean is the lower, the better the networks left
  // out are; without the subtraction, a model that predicts only the mean would have a correlation of -1.
  Eigen::VectorXd above(n);
  constexpr Eigen::Index kAlone = 40, kFolds = 10;
  const Eigen::Index folds = n <= kAlone ? n : kFolds;
  for (Eigen::Index fold = 0; fold < folds; ++fold) {
    std::vector<Architecture> learnt, left;
    std::vector<double> known;
    for (Eigen::Index i = 0; i < n; ++i) {
      const Architecture& architecture = X[static_cast<std::size_t>(i)];
      (i % folds == fold ? left : learnt).push_back(architecture);
      if (i % folds != fold) known.push_back(values[i]);
    }
    Rng rng(0);
    const Eigen::VectorXd y =
        winsorised(Eigen::Map<const Eigen::VectorXd>(known.data(), static_cast<Eigen::Index>(known.size())));
    const auto posterior = model->fresh()->posterior(learnt, y, rng);
    const auto* process = dynamic_cast<const FittedGaussianProcess<Architecture>*>(posterior.get());
    if (process == nullptr) return {};
    const double scale = process->standardisation().deviation;
    const auto at = process->marginal(left);
    for (Eigen::Index k = 0; k < at.mean.size(); ++k) {
      found.predicted[fold + k * folds] = at.mean[k];
      above[fold + k * folds] = at.mean[k] - y.mean();
      found.deviation[fold + k * folds] = std::sqrt(at.variance[k] + process->noise() * scale * scale);
    }
  }
  found.correlation = spearman(above, found.seen);
  return found;
}

Json insight_values(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values,
                    const std::string& unit) {
  Json out = {
      {"motifs_html", ""}, {"calibration_html", ""}, {"correlation", ""}, {"held", ""}, {"failure", ""}};
  if (X.empty()) return out;
  try {
    const std::vector<MotifEffect> effects = motif_effects(*space, X, values);
    if (!effects.empty()) out["motifs_html"] = html(motif_table(effects, unit), drawing);
    const Calibration found = calibration(space, X, values);
    const Eigen::Index n = found.predicted.size();
    if (n == 0) return out;
    std::vector<std::string> held;
    for (const double share : {0.5, 0.9, 0.95})
      held.push_back(fmt::format("{:.0f}% intervals hold {} of {}", 100 * share, found.within(share), n));
    out["calibration_html"] = calibration_plot(found, unit);
    out["correlation"] = fmt::format("{:.2f}", found.correlation);
    out["held"] = join(held);
  } catch (const InputError& error) {
    // An error here does not prevent the rest of the page.
    out["failure"] = error.what();
  }
  return out;
}

}  // namespace bora::report
