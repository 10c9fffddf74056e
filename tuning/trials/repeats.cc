#include "tuning/trials/repeats.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "common/text.h"
#include "data/files/csv_table.h"
#include "tuning/result_table.h"

namespace bora::tuning {

int trials_at_once(int workers, int repeats) {
  // In the worst case one worker runs the last repeat of the oldest trial, and the other workers need
  // ceil((workers - 1) / repeats) further trials.
  return 1 + (workers - 1 + repeats - 1) / repeats;
}

std::optional<RepeatRow> end_of_repeats(const std::vector<RepeatRow>& repeats, int wanted) {
  RepeatRow end;
  end.status = "done";
  for (const RepeatRow& repeat : repeats) {
    end.seconds += repeat.seconds;
    end.attempts += repeat.attempts;
  }
  const auto failed =
      std::ranges::find_if(repeats, [](const RepeatRow& repeat) { return repeat.values.empty(); });
  if (failed != repeats.end()) {
    end.status = failed->status;
    end.reason = fmt::format("{} (repeat {} of {})", failed->reason, failed->number, wanted);
    return end;
  }
  if (static_cast<int>(repeats.size()) < wanted) return std::nullopt;
  for (std::size_t k = 0; k < repeats.front().values.size(); ++k) {
    double mean = 0;
    for (const RepeatRow& repeat : repeats) mean += repeat.values[k] / wanted;
    // Clamping keeps the mean of equal values equal to them in spite of rounding.
    const auto [least, most] =
        std::ranges::minmax(repeats, {}, [k](const RepeatRow& repeat) { return repeat.values[k]; });
    end.values.push_back(std::clamp(mean, least.values[k], most.values[k]));
  }
  return end;
}

namespace {

// Returns the sum over the repeats of the squared deviation of objective k from its mean; nullopt for fewer
// than two repeats or without a value.
std::optional<double> squared_deviations(const TrialRow& row, std::size_t k) {
  if (row.values.empty() || row.repeats.size() < 2) return std::nullopt;
  double sum = 0;
  for (const RepeatRow& repeat : row.repeats) sum += std::pow(repeat.values[k] - row.values[k], 2);
  return sum;
}

}  // namespace

std::optional<double> standard_error(const TrialRow& row, std::size_t k) {
  const auto sum = squared_deviations(row, k);
  const auto n = static_cast<double>(row.repeats.size());
  return sum ? std::optional(std::sqrt(*sum / (n - 1) / n)) : std::nullopt;
}

std::optional<double> measured_noise(const Tuning& tuning, std::size_t k,
                                     const std::set<std::int64_t>& left_out) {
  double sum = 0, freedom = 0, repeats = 0;
  int trials = 0;
  for (const auto& [number, row] : tuning.trials())
    if (const auto of_trial = squared_deviations(row, k); of_trial && !left_out.contains(number)) {
      sum += *of_trial;
      repeats = static_cast<double>(row.repeats.size());
      freedom += repeats - 1;
      ++trials;
    }
  return trials < 2 ? std::nullopt : std::optional(sum / freedom / repeats);
}

std::string repeats_csv(const Tuning& tuning) {
  std::string out = "trial,repeat,status";
  std::vector<std::pair<std::string, std::size_t>> columns;
  for (std::size_t k = 0; k < tuning.objectives().size(); ++k)
    columns.emplace_back(tuning.objectives()[k].name, k);
  for (auto& bounded : bounded_columns(tuning)) columns.push_back(std::move(bounded));
  for (const auto& [name, at] : columns) out += "," + csv_field(name);
  const bool timed = std::ranges::any_of(columns, [](const auto& of) { return of.first == "seconds"; });
  out += timed ? ",reason\n" : ",seconds,reason\n";
  for (const auto& [number, row] : tuning.trials())
    for (const RepeatRow& repeat : row.repeats) {
      out += fmt::format("{},{},{}", number, repeat.number, repeat.status);
      for (const auto& [name, at] : columns)
        out += "," + (repeat.values.empty() ? "" : fmt::to_string(repeat.values[at]));
      if (!timed) out += fmt::format(",{:.3f}", repeat.seconds);
      out += "," + csv_field(printable(repeat.reason, repeat.reason.size())) + "\n";
    }
  return out;
}

}  // namespace bora::tuning
