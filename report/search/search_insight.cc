#include "report/search/search_insight.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "common/text.h"
#include "nas/estimator/rank_correlation.h"
#include "nas/surrogate/architecture_models.h"
#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"
#include "surrogates/gp/fitted_gaussian_process.h"

namespace bora::report {
namespace {

constexpr std::size_t kFewest = 12;  // minimum number of networks for any insight

struct Sample {
  int count = 0;
  double mean = 0, variance = 0;  // the variance of the mean
};

Sample sample_of(const std::vector<double>& values) {
  Sample sample{static_cast<int>(values.size()), 0, 0};
  if (values.empty()) return sample;
  for (const double value : values) sample.mean += value / static_cast<double>(values.size());
  if (values.size() < 2) return sample;
  for (const double value : values) sample.variance += (value - sample.mean) * (value - sample.mean);
  sample.variance /= static_cast<double>(values.size() - 1) * static_cast<double>(values.size());
  return sample;
}

// Returns half the width of the 95% interval of a difference of means with unequal variances (Welch 1947).
double half_width(const Sample& a, const Sample& b) {
  const double variance = a.variance + b.variance;
  if (a.count < 2 || b.count < 2 || variance <= 0) return 0;
  const double freedom = variance * variance /
                         (a.variance * a.variance / (a.count - 1) + b.variance * b.variance / (b.count - 1));
  constexpr double kUpper = 0.975;
  return boost::math::quantile(boost::math::students_t(freedom), kUpper) * std::sqrt(variance);
}

MotifEffect effect_of(Motifs& motifs, const Motif& motif, const std::vector<Architecture>& X,
                      const Eigen::VectorXd& values) {
  std::vector<double> with, without;
  for (std::size_t i = 0; i < X.size(); ++i)
    (motifs.held(X[i], {motif}) > 0 ? with : without).push_back(values[static_cast<Eigen::Index>(i)]);
  const Sample a = sample_of(with), b = sample_of(without);
  return {motif, a.count, b.count, a.mean, b.mean, half_width(a, b)};
}

// Returns a drawing of the operation, with lines to its neighbours.
std::string drawing(const Motif& motif) {
  const std::string separator = " beside ";
  const auto at = motif.pattern.find(separator);
  const std::string root = motif.pattern.substr(0, at);
  std::vector<std::string> beside;
  if (at != std::string::npos)
    for (const std::string& name : split(motif.pattern.substr(at + separator.size()), ','))
      beside.push_back(name.starts_with(' ') ? name.substr(1) : name);
  constexpr int kWide = 112, kHigh = 22, kGap = 6, kAcross = 40;
  const int rows = std::max<int>(1, static_cast<int>(beside.size()));
  const int height = rows * (kHigh + kGap) + kGap, middle = height / 2;
  const int width = 2 * kGap + kWide + (beside.empty() ? 0 : kAcross + kWide);
  const auto box = [&](int x, int y, const std::string& name, const char* edge) {
    return fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"none\" stroke=\"var({})\"/><text "
        "x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\" fill=\"currentColor\">{}</text>",
        x, y, kWide, kHigh, edge, x + kWide / 2, y + 15, escape(name));
  };
  std::string out = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"{2}\">",
      width, height, escape(motif.pattern));
  for (int i = 0; i < static_cast<int>(beside.size()); ++i) {
    const int y = kGap + i * (kHigh + kGap);
    out += fmt::format("<path d=\"M{} {} L{} {}\" stroke=\"var(--quiet)\"/>", kGap + kWide, middle,
                       kGap + kWide + kAcross, y + kHigh / 2);
    out += box(kGap + kWide + kAcross, y, beside[static_cast<std::size_t>(i)], "--edge");
  }
  return out + box(kGap, middle - kHigh / 2, root, "--text") + "</svg>";
}

std::string motifs_html(const std::vector<MotifEffect>& effects, const std::string& unit) {
  if (effects.empty()) return "";
  HtmlTable table("Patterns, best first; means of " + escape(unit),
                  {"pattern", "networks", "with it", "without", "difference [95%]"});
  for (const MotifEffect& effect : effects) {
    const double difference = effect.mean_with - effect.mean_without;
    table.add({drawing(effect.motif), fmt::format("{} of {}", effect.with, effect.with + effect.without),
               fmt::format("{:.2f}", effect.mean_with), fmt::format("{:.2f}", effect.mean_without),
               effect.half_width > 0
                   ? fmt::format("{:+.2f} [{:+.2f}, {:+.2f}]", difference, difference - effect.half_width,
                                 difference + effect.half_width)
                   : fmt::format("{:+.2f}", difference)});
  }
  return "<h2>What goes with good networks</h2>\n" + table.html() +
         "<p class=\"quiet\">An operation, alone or with all that stands beside it; means of the networks "
         "that have it "
         "and of those that do not, which differ in other things, too. Networks that fail altogether are "
         "raised to the "
         "others' lower end. The search chose these networks, it did not draw them: what goes with a pattern "
         "need not come of it, and an interval among several will miss now and then.</p>\n";
}

std::string calibration_html(const Calibration& found, const std::string& unit) {
  const Eigen::Index n = found.predicted.size();
  if (n == 0) return "";
  Plot::Points dots, diagonal;
  double low = found.seen.minCoeff(), high = found.seen.maxCoeff();
  low = std::min(low, found.predicted.minCoeff());
  high = std::max(high, found.predicted.maxCoeff());
  const double room = 0.05 * (high - low) + 1e-3;
  for (Eigen::Index i = 0; i < n; ++i) dots.emplace_back(found.predicted[i], found.seen[i]);
  diagonal = {{low - room, low - room}, {high + room, high + room}};
  Plot plot({"predicted", low - room, high + room, {}, false}, {unit, low - room, high + room, {}, false},
            460, 320);
  plot.line(diagonal, 6);
  plot.dots(dots, 0);
  std::string held;
  for (const double share : {0.5, 0.9, 0.95})
    held += fmt::format("{}{:.0f}% intervals hold {} of {}", held.empty() ? "" : ", ", 100 * share,
                        found.within(share), n);
  return "<h2>How far the model can be trusted</h2>\n" +
         plot.svg("What a model fitted to the other networks predicts of each, and what it reached") +
         fmt::format(
             "<p class=\"quiet\">Each network predicted from the others. Rank correlation {:.2f}; {}. "
             "Networks that fail altogether are raised to the others' lower end, as the search does.</p>\n",
             found.correlation, held);
}

}  // namespace

int Calibration::within(double share) const {
  const double reach = boost::math::quantile(boost::math::normal(), 0.5 + share / 2);
  int count = 0;
  for (Eigen::Index i = 0; i < seen.size(); ++i)
    count += std::abs(seen[i] - predicted[i]) <= reach * deviation[i] ? 1 : 0;
  return count;
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
    const auto belief = model->fresh()->belief(learnt, y, rng);
    const auto* process = dynamic_cast<const FittedGaussianProcess<Architecture>*>(belief.get());
    if (process == nullptr) return {};
    const double scale = process->standardisation().deviation;
    const auto at = process->marginal(left);
    for (Eigen::Index k = 0; k < at.mean.size(); ++k) {
      found.predicted[fold + k * folds] = at.mean[k];
      found.deviation[fold + k * folds] = std::sqrt(at.variance[k] + process->noise() * scale * scale);
    }
  }
  found.correlation = spearman(found.predicted, found.seen);
  return found;
}

std::string insight_html(SpacePtr space, const std::vector<Architecture>& X, const Eigen::VectorXd& values,
                         const std::string& unit) {
  return motifs_html(motif_effects(*space, X, values), unit) +
         calibration_html(calibration(space, X, values), unit);
}

}  // namespace bora::report
