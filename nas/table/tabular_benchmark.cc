#include "nas/table/tabular_benchmark.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "common/order.h"
#include "common/random.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "common/usual_goal.h"
#include "nas/space/listed_space.h"

namespace bora::nas {
namespace {

// Returns the first column that has one of the names; -1 if there is none.
int column_of(const NasTable& table, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (const auto found = std::ranges::find(table.columns, name); found != table.columns.end())
      return static_cast<int>(found - table.columns.begin());
  return -1;
}

// Returns the column that is the objective if none is named. Throws SettingError if there is none.
std::string usual_objective(const NasTable& table) {
  for (const char* usual : {"c10_xvalid_200", "val_accuracy"})
    if (table.has(usual)) return usual;
  throw SettingError("objective", "must name a column of {}: {}", table.file.string(), join(table.columns));
}

// Throws InputError unless a value is in [0, 100].
void check_percentage(const NasTable& table, const std::string& column, const std::string& architecture,
                      double value) {
  if (!(value >= 0 && value <= 100))
    throw InputError("{}: {} of '{}' is {}, expected a percentage", table.file.string(), column,
                     printable(architecture), value);
}

// Returns whether accuracies are fractions: all in [0, 1], and one above 0. NaN (missing) is ignored.
bool are_shares(const std::vector<double>& accuracies) {
  return std::ranges::none_of(accuracies, [](double value) { return value > 1 || value < 0; }) &&
         std::ranges::any_of(accuracies, [](double value) { return value > 0; });
}

// Returns the logarithms of the numbers in these columns of a row; columns of -1 are ignored. Throws
// InputError for a number that is not positive.
std::vector<double> log_numbers(const NasTable& table, std::size_t row, const std::vector<int>& columns,
                                const std::string& architecture) {
  std::vector<double> numbers;
  for (const int at : columns) {
    if (at < 0) continue;
    const double number = table.values[row][static_cast<std::size_t>(at)];
    if (!(number > 0))
      throw InputError("{}: {} of '{}' is {}, expected a positive number", table.file.string(),
                       table.columns[static_cast<std::size_t>(at)], printable(architecture), number);
    numbers.push_back(std::log(number));
  }
  return numbers;
}

}  // namespace

TabularBenchmark::TabularBenchmark(SpacePtr whole, NasTable table, const std::string& objective, bool percent,
                                   ObservationOptions observations)
    : table_(std::move(table)), objective_(objective), observations_(std::move(observations)) {
  if (!(observations_.noise >= 0 && std::isfinite(observations_.noise)))
    throw SettingError("noise", "{} is not a number >= 0", observations_.noise);
  for (const std::string_view direction : {":minimise", ":maximise"}) {
    if (!objective_.ends_with(direction)) continue;
    objective_.resize(objective_.size() - direction.size());
    minimised_ = direction == ":minimise";
    directed_ = true;
    break;
  }
  if (objective_.empty() && directed_) throw SettingError("objective", "'{}' names no column", objective);
  if (objective_.empty()) objective_ = usual_objective(table_);
  const auto column = table_.column(objective_);
  const bool shares = are_shares(column);
  of_shares_ = shares && !percent;
  for (const std::string& name : observations_.columns) {
    const bool observed_shares = are_shares(table_.column(name));
    if (observed_shares != shares)
      throw SettingError("observed", "column {} holds {}, expected {} as in {}", name,
                         observed_shares ? "shares of 1" : "percentages",
                         shares ? "shares of 1" : "percentages", objective_);
    observed_.push_back(column_of(table_, {name}));
  }
  parameters_ = column_of(table_, {"params", "params_M", "parameters"});
  const int operations = column_of(table_, {"flops", "flops_M"});

  std::vector<std::string> texts;
  std::vector<std::vector<double>> known;
  // Searches break ties by the order of the list. If that were the order of the file, a table that is sorted
  // by accuracy would give an advantage. Therefore the list is in the order of names.
  for (const auto i : ascending<std::size_t>(table_.architectures)) {
    if (std::isnan(column[i])) continue;
    check_percentage(table_, objective_, table_.architectures[i], column[i]);
    std::string text;
    try {
      text = whole->parse(table_.architectures[i]).text();
    } catch (const InputError& error) {
      throw InputError("{}: architecture {}: {}", table_.file.string(), i + 1, error.what());
    }
    if (!places_.emplace(text, texts.size()).second)
      throw InputError("{}: '{}' occurs twice", table_.file.string(), printable(text));
    texts.push_back(text);
    const double value = of_shares_ ? 100 * column[i] : column[i];
    accuracies_.push_back(minimised_ ? 100 - value : value);
    rows_.push_back(i);
    for (const int at : observed_)
      check_percentage(table_, table_.columns[static_cast<std::size_t>(at)], text,
                       table_.values[i][static_cast<std::size_t>(at)]);
    known.push_back(log_numbers(table_, i, {parameters_, operations}, text));
  }
  if (texts.size() < 2)
    throw InputError("{}: {} architectures with a value of {}, expected at least 2", table_.file.string(),
                     texts.size(), objective_);
  const auto all = whole->all();
  space_ = all && all->size() == texts.size() ? whole : std::make_shared<ListedSpace>(whole, texts, known);
}

std::size_t TabularBenchmark::place(const Architecture& architecture) const {
  const auto found = places_.find(architecture.text());
  if (found == places_.end())
    throw InputError("{}: no architecture '{}'", table_.file.string(), printable(architecture.text()));
  return found->second;
}

double TabularBenchmark::value_of(double accuracy) {
  constexpr double kLeastError = 1e-5;
  return -std::log(std::max(1 - accuracy / 100, kLeastError));
}

double TabularBenchmark::observed(const Architecture& architecture, std::uint64_t seed) const {
  if (!observes_otherwise()) return accuracy(architecture);
  Rng rng(mix_seed(mix_seed(seed, "observation"), architecture.text()));
  double seen = accuracy(architecture);
  if (!observed_.empty()) {
    seen = (of_shares_ ? 100 : 1) *
           row(architecture)[static_cast<std::size_t>(
               observed_[static_cast<std::size_t>(rng.index(static_cast<int>(observed_.size())))])];
    if (minimised_) seen = 100 - seen;
  }
  return std::clamp(seen + observations_.noise * rng.normal(), 0.0, 100.0);
}

std::string TabularBenchmark::doubt_about_direction() const {
  if (directed_ || usual_goal(objective_) != UsualGoal::minimise) return "";
  return fmt::format(
      "objective: {0} is maximised, although its name is that of an error or cost; "
      "if smaller is better, give {0}:minimise",
      printable(objective_));
}

std::string TabularBenchmark::doubt_about_unit() const {
  const std::string name = lower_case(objective_);
  const bool of_percent = name.find("percent") != std::string::npos ||
                          name.find("pct") != std::string::npos || name.find('%') != std::string::npos;
  // On hard sets, fractions may be as large as small percentages. However, percentages usually have two
  // decimals, and fractions more.
  constexpr double kUsual = 10, kRounding = 1e-9;
  const bool of_error = minimised_ || usual_goal(objective_) == UsualGoal::minimise;
  const double smallest = minimised_ ? 100 - best_accuracy() : *std::ranges::min_element(accuracies_);
  const bool two_decimals = std::ranges::all_of(
      accuracies_, [](double value) { return std::abs(value - std::round(value)) < kRounding; });
  if (!of_shares_ || !(of_percent || (of_error && smallest >= kUsual && two_decimals))) return "";
  return fmt::format(
      "objective: all values of {} are at most 1 and are taken as fractions of 1; if they are percentages, "
      "divide them by 100",
      printable(objective_));
}

double TabularBenchmark::best_accuracy() const {
  return *std::ranges::max_element(accuracies_);
}

}  // namespace bora::nas
