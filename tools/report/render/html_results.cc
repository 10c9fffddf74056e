#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/report/render/format.h"
#include "tools/report/render/graph_tables.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"
#include "tools/report/render/paper_tables.h"

namespace bora {
namespace {

using Json = nlohmann::json;

/// The corners of a curve, ascending: x, and in percent its value and band. Works for SuccessCurve, over
/// queries, and NormalisedCurve.
template <typename Curve, typename X>
Json curve_json(const AttackResult& attack, std::size_t place, const Curve& curve, std::vector<X> corners,
                X first, X last) {
  const X end = std::min(last, std::max(first, static_cast<X>(curve.last_observed())));
  corners.push_back(first);
  // All succeeded: the curve stays where it is up to the budget.
  corners.push_back(curve.at(last) ? last : end);
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  Json json = {{"name", attack.name + attack.mark()},
               {"colour", line_colour(place)},
               {"dash", line_dash(place)},
               {"x", Json::array()},
               {"y", Json::array()},
               {"low", Json::array()},
               {"high", Json::array()}};
  const auto hundredths = [](double share) { return std::round(1e4 * share) / 100; };
  for (const X x : corners) {
    const auto rate = curve.at(x);
    const auto band = curve.interval_at(x);
    if (x > last || !rate || !band) continue;
    json["x"].push_back(x);
    json["y"].push_back(hundredths(*rate));
    json["low"].push_back(hundredths(band->low));
    json["high"].push_back(hundredths(band->high));
  }
  return json;
}

/// Returns the data of the chart's script: curves against queries and, for graphs, against queries / n^2.
Json chart_json(const RunRecord& run, const RunSummary& summary) {
  Json data = {{"budget", run.budget}, {"attacks", Json::array()}};
  for (std::size_t place = 0; place < summary.attacks.size(); ++place) {
    const AttackResult& attack = summary.attacks[place];
    data["attacks"].push_back(
        curve_json(attack, place, attack.curve, attack.curve.event_queries(), 1, run.budget));
  }
  if (!summary.graphs || summary.graphs->points.back() <= 0) return data;
  const GraphSummary& graphs = *summary.graphs;
  const double last = graphs.points.back();
  double first = last;
  for (const GraphAttackResult& attack : graphs.attacks) {
    for (const double ratio : attack.curve.event_ratios()) first = std::min(first, ratio);
  }
  first = std::pow(10, std::floor(std::log10(first)));
  Json by_size = {
      {"title", "queries / n\u00b2"}, {"first", first}, {"budget", last}, {"attacks", Json::array()}};
  for (std::size_t place = 0; place < graphs.attacks.size(); ++place) {
    const NormalisedCurve& curve = graphs.attacks[place].curve;
    by_size["attacks"].push_back(
        curve_json(summary.attacks[place], place, curve, curve.event_ratios(), first, last));
  }
  data["by_size"] = std::move(by_size);
  return data;
}

/// Returns the values 1, 2, 5, 10, ... times `first` up to `last`, and `last`.
std::vector<double> round_steps(double first, double last) {
  std::vector<double> steps;
  for (double power = first; power < last; power *= 10)
    for (const int times : {1, 2, 5})
      if (times * power < last * (1 - 1e-9)) steps.push_back(times * power);
  steps.push_back(last);
  return steps;
}

std::string rate_cell(const SuccessPoint& point, const std::optional<Interval>& interval) {
  if (!point.rate) return kUnknown;
  return fmt::format("{} <span class=\"quiet\">{}</span>", percent_number(point.rate),
                     percent_interval(interval));
}

std::vector<std::string> point_headers(const std::string& first, const std::vector<int>& points) {
  std::vector<std::string> headers{first};
  for (const int queries : points) headers.push_back(grouped(queries));
  return headers;
}

std::string success_table(const RunSummary& summary) {
  HtmlTable table(
      fmt::format("Success in % within so many queries, and its 95% interval, {}s taken for independent",
                  summary.noun()),
      point_headers("Attack", summary.points));
  for (const AttackResult& attack : summary.attacks) {
    std::vector<std::string> row{attack_label(summary, attack.name)};
    for (const SuccessPoint& point : attack.points) row.push_back(rate_cell(point, point.interval));
    table.add(std::move(row));
  }
  return table.html();
}

/// Returns intervals that take instances as independent, for comparison with figures computed so elsewhere;
/// "" where no two instances share an input.
std::string independent_table(const RunSummary& summary) {
  HtmlTable table(
      "Success in %, with Wilson's 95% interval of as many independent trials as there are instances",
      point_headers("Attack", summary.points));
  bool shared = false;
  for (const AttackResult& attack : summary.attacks) {
    shared = shared || attack.images < attack.curve.size();
    std::vector<std::string> row{attack_label(summary, attack.name)};
    for (const SuccessPoint& point : attack.points) row.push_back(rate_cell(point, point.independent));
    table.add(std::move(row));
  }
  if (!shared) return "";
  return fmt::format(
             "<details><summary>Intervals as if instances were independent</summary>\n<p>Instances of one "
             "{0} tend to fall together, so these are too narrow: the table above, the curve's band and the "
             "intervals "
             "of medians take {0}s for independent, not instances.</p>\n",
             summary.noun()) +
         table.html() + "</details>\n";
}

/// A chart's curves where the axis has its marks: `curve` gives that of the attack at a place.
template <typename X, typename Curve>
std::string values_table(const RunSummary& summary, const std::string& unit, const std::vector<double>& steps,
                         const Curve& curve) {
  std::vector<std::string> columns{"Attack"};
  for (const double step : steps) columns.push_back(fmt::format("{:.6g}", step));
  HtmlTable table(
      fmt::format("Success in % within so many {}, and its 95% interval, at marks of the axis", unit),
      std::move(columns));
  for (std::size_t place = 0; place < summary.attacks.size(); ++place) {
    std::vector<std::string> row{attack_label(summary, summary.attacks[place].name)};
    for (const double step : steps) {
      const auto at = static_cast<X>(step);
      const auto rate = curve(place).at(at);
      row.push_back(rate ? fmt::format("{} <span class=\"quiet\">{}</span>", percent_number(rate),
                                       percent_interval(curve(place).interval_at(at)))
                         : kUnknown);
    }
    table.add(std::move(row));
  }
  return table.html();
}

/// Returns the curves of the chart as tables. They are unfolded in the HTML, so that readers without scripts
/// see them in place of the chart.
std::string chart_values(const RunRecord& run, const RunSummary& summary, double first_ratio) {
  std::string out =
      "<details class=\"values\" open><summary>The chart in numbers</summary>\n" +
      values_table<int>(
          summary, "queries", round_steps(1, run.budget), [&](std::size_t place) -> const auto& {
            return summary.attacks[place].curve;
          });
  if (first_ratio > 0)
    out += values_table<double>(
        summary, "queries per squared number of nodes",
        round_steps(first_ratio, summary.graphs->points.back()), [&](std::size_t place) -> const auto& {
          return summary.graphs->attacks[place].curve;
        });
  return out + "</details>\n";
}

std::string queries_table(const RunSummary& summary) {
  std::vector<std::string> columns{"Attack", "Median [95%]", "Quartiles", "Successes",
                                   "Median", "Mean",         "Max"};
  if (summary.graphs) {
    columns.emplace_back("Edits, median");
  } else if (summary.semantic) {
    columns.insert(columns.end(), {"Severity", "L2"});
  } else {
    columns.insert(columns.end(), {"L-infinity", "L2"});
  }
  HtmlTable table(
      "Queries to success. Medians and quartiles count failures as longer than the budget (Kaplan-Meier).",
      columns);
  table.group({{"", 1}, {"all instances", 2}, {"over successes only", static_cast<int>(columns.size()) - 3}});
  const auto mean = [](std::optional<double> value) {
    return value ? fmt::format("{:.3f}", *value) : kUnknown;
  };
  for (std::size_t a = 0; a < summary.attacks.size(); ++a) {
    const AttackResult& attack = summary.attacks[a];
    const SuccessfulQueries& only = attack.successful;
    const bool any = only.successes > 0;
    std::vector<std::string> row{
        attack_label(summary, attack.name),
        figure_cell(quantile_text(attack.quantiles[1])),
        reached(attack.quantiles[0].queries) + " / " + reached(attack.quantiles[2].queries),
        grouped(only.successes),
        any ? fmt::format("{:g}", only.median) : kUnknown,
        any ? fmt::format("{:.1f}", only.mean) : kUnknown,
        any ? grouped(only.max) : kUnknown};
    if (summary.graphs) {
      row.push_back(figure_cell(edits_text(summary.graphs->attacks[a])));
    } else {
      row.insert(row.end(), {mean(attack.mean_linf), mean(attack.mean_l2)});
    }
    table.add(std::move(row));
  }
  return table.html();
}

std::string seconds_table(const RunRecord& run, const RunSummary& summary) {
  std::set<std::string> parts;
  for (const AttackResult& attack : summary.attacks) {
    for (const auto& [part, seconds] : attack.seconds) parts.insert(part);
  }
  parts.erase("total");
  std::vector<std::string> headers{"Attack", "Queries spent", "Attack's own time", "Per query"};
  for (const std::string& part : parts) headers.push_back("of it: " + escape(part));
  HtmlTable table(
      fmt::format(
          "Time on the clock of the attacks' own computation, summed over instances: where instances run "
          "side by side, each counts its own. The victim took {} for all attacks together, the whole run "
          "{}.",
          duration(run.victim_seconds), duration(run.wall_seconds)),
      headers);
  for (const AttackResult& attack : summary.attacks) {
    const auto seconds = [&](const std::string& part) {
      const auto it = attack.seconds.find(part);
      return it == attack.seconds.end() ? std::optional<double>() : it->second;
    };
    const auto total = seconds("total");
    std::vector<std::string> row{
        attack_label(summary, attack.name),
        attack.attempts == attack.queries
            ? grouped(attack.queries)
            : fmt::format("{} ({} attempts)", grouped(attack.queries), grouped(attack.attempts)),
        total ? duration(*total) : kUnknown,
        total && attack.queries > 0
            ? fmt::format("{:.2f} ms", 1e3 * *total / static_cast<double>(attack.queries))
            : kUnknown};
    for (const std::string& part : parts) row.push_back(seconds(part) ? duration(*seconds(part)) : "");
    table.add(std::move(row));
  }
  return table.html();
}

std::string comparison_tables(const RunSummary& summary) {
  if (summary.comparisons.empty()) return "";
  return "<h3>Attack against attack</h3>\n" + html(comparison_table(summary.comparisons, summary.points)) +
         "<details><summary>Within fewer queries</summary>\n" +
         html(checkpoint_table(summary.comparisons, summary.points)) + "</details>\n";
}

/// Returns the legend of the chart, where each button shows or hides its line.
std::string legend(const RunSummary& summary) {
  std::string out = "<ul class=\"legend\">";
  for (const AttackResult& attack : summary.attacks) {
    out +=
        fmt::format("<li><button type=\"button\" data-curve=\"{}\" aria-pressed=\"true\">{}</button></li>\n",
                    &attack - summary.attacks.data(), attack_label(summary, attack.name));
  }
  return out + "</ul>\n";
}

}  // namespace

std::string curve_section(const RunRecord& run, const RunSummary& summary) {
  const std::string units = summary.graphs
                                ? "<div class=\"toggle\" role=\"group\" aria-label=\"What is counted\">"
                                  "<button type=\"button\" data-unit=\"queries\" "
                                  "aria-pressed=\"true\">Queries</button>"
                                  "<button type=\"button\" data-unit=\"by_size\" "
                                  "aria-pressed=\"false\">Queries / n\u00b2</button></div>\n"
                                : "";
  const Json data = chart_json(run, summary);
  const std::string json = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  return "<section aria-labelledby=\"curve\">\n<h2 id=\"curve\">Success against queries</h2>\n"
         "<figure>" +
         units +
         "<div class=\"toggle\" role=\"group\" aria-label=\"Scale of the query axis\">"
         "<button type=\"button\" data-scale=\"logarithmic\" aria-pressed=\"true\">Logarithmic</button>"
         "<button type=\"button\" data-scale=\"linear\" aria-pressed=\"false\">Linear</button></div>\n"
         "<div class=\"chart\"><canvas id=\"success-chart\" role=\"img\" aria-label=\"Share of instances "
         "with success "
         "against the number of queries, a step curve with a 95% band for each attack. The table below gives "
         "its values.\">"
         "</canvas></div>\n" +
         legend(summary) +
         "<noscript><p>The chart needs JavaScript; the table below gives its values.</p></noscript>\n" +
         chart_values(run, summary, data.contains("by_size") ? data["by_size"]["first"].get<double>() : 0) +
         "<figcaption>Share of instances that have succeeded within so many queries, failures and cut "
         "instances counted as "
         "censored (Kaplan-Meier), with pointwise 95% bands; of more than four "
         "attacks, the band of the one pointed at.</figcaption></figure>\n"
         "<script type=\"application/json\" id=\"success-data\">" +
         escape_json_for_script(json) + "</script>\n</section>\n";
}

std::string table_section(const RunRecord& run, const RunSummary& summary) {
  return "<section aria-labelledby=\"figures\">\n<h2 id=\"figures\">The figures</h2>\n"
         "<h3>In one table</h3>\n" +
         html(summary.graphs ? accuracy_table(summary) : paper_table(summary)) + "<h3>Success</h3>\n" +
         success_table(summary) + (summary.graphs ? html(ratio_table(summary)) : "") +
         independent_table(summary) + "<h3>Queries</h3>\n" + queries_table(summary) +
         comparison_tables(summary) + "<h3>Time</h3>\n" + seconds_table(run, summary) + "</section>\n";
}

}  // namespace bora
