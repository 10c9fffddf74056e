#include "nas/table/tabular_benchmark.h"

#include <algorithm>
#include <cmath>

#include "common/random.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "nas/space/listed_space.h"

namespace bora::nas {
namespace {

int column_of(const NasTable& table, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (const auto found = std::ranges::find(table.columns, name); found != table.columns.end())
      return static_cast<int>(found - table.columns.begin());
  return -1;
}

}  // namespace

TabularBenchmark::TabularBenchmark(SpacePtr whole, NasTable table, const std::string& objective, bool percent,
                                   ObservationOptions observations)
    : table_(std::move(table)), objective_(objective), observations_(std::move(observations)) {
  if (!(observations_.noise >= 0 && std::isfinite(observations_.noise)))
    throw SettingError("noise", "{} is not a number >= 0", observations_.noise);
  if (objective_.empty())
    for (const char* usual : {"c10_xvalid_200", "val_accuracy"})
      if (objective_.empty() && table_.has(usual)) objective_ = usual;
  if (objective_.empty())
    throw SettingError("objective", "must name a column of {}: {}", table_.file.string(),
                       join(table_.columns));
  const auto column = table_.column(objective_);
  // NaN, a missing value, compares as not larger.
  of_shares_ = !percent &&
               std::ranges::none_of(column, [](double value) { return value > 1 || value < 0; }) &&
               std::ranges::any_of(column, [](double value) { return value > 0; });
  for (const std::string& name : observations_.columns) {
    table_.column(name);  // or an error that names those there are
    observed_.push_back(column_of(table_, {name}));
  }
  parameters_ = column_of(table_, {"params", "params_M", "parameters"});
  const int operations = column_of(table_, {"flops", "flops_M"});

  std::vector<std::string> texts;
  std::vector<std::vector<double>> known;
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (std::isnan(column[i])) continue;
    if (!(column[i] >= 0 && column[i] <= 100))
      throw InputError("{}: {} of '{}' is {}, expected a percentage", table_.file.string(), objective_,
                       printable(table_.architectures[i]), column[i]);
    std::string text;
    try {
      text = whole->parse(table_.architectures[i]).text();
    } catch (const InputError& error) {
      throw InputError("{}: architecture {}: {}", table_.file.string(), i + 1, error.what());
    }
    if (!places_.emplace(text, texts.size()).second)
      throw InputError("{}: '{}' is there twice", table_.file.string(), printable(text));
    texts.push_back(text);
    accuracies_.push_back(of_shares_ ? 100 * column[i] : column[i]);
    rows_.push_back(i);
    for (const int at : observed_)
      if (const double seen = table_.values[i][static_cast<std::size_t>(at)]; !(seen >= 0 && seen <= 100))
        throw InputError("{}: {} of '{}' is {}, expected a percentage", table_.file.string(),
                         table_.columns[static_cast<std::size_t>(at)], printable(text), seen);
    std::vector<double> numbers;
    for (const int at : {parameters_, operations})
      if (at >= 0) {
        const double number = table_.values[i][static_cast<std::size_t>(at)];
        if (!(number > 0))
          throw InputError("{}: {} of '{}' is {}, expected a positive number", table_.file.string(),
                           table_.columns[static_cast<std::size_t>(at)], printable(text), number);
        numbers.push_back(std::log(number));
      }
    known.push_back(std::move(numbers));
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
  if (!observed_.empty())
    seen = (of_shares_ ? 100 : 1) *
           row(architecture)[static_cast<std::size_t>(
               observed_[static_cast<std::size_t>(rng.index(static_cast<int>(observed_.size())))])];
  return std::clamp(seen + observations_.noise * rng.normal(), 0.0, 100.0);
}

double TabularBenchmark::best_accuracy() const {
  return *std::ranges::max_element(accuracies_);
}

}  // namespace bora::nas
