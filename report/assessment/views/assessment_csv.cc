#include "report/assessment/views/assessment_views.h"

#include <fmt/format.h>

#include "data/files/csv_table.h"
#include "report/assessment/words/assessment_tables.h"

namespace bora::report {
namespace {

/// Returns a value as a field; "" if there is none.
template <typename T>
std::string field(const std::optional<T>& value) {
  return value ? fmt::format("{:.9g}", static_cast<double>(*value)) : "";
}

std::string field(const std::optional<int>& value) {
  return value ? std::to_string(*value) : "";
}

std::string fields(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{:.9g},{:.9g}", interval->low, interval->high) : ",";
}

}  // namespace

std::string assessment_csv(const Assessment& assessment, const AssessmentSummary& summary) {
  std::string out =
      "model,origin,bound,bound_in_force,attack,white_box,instances,successes,success,success_low,success_"
      "high,median_queries,robust_low,robust_high,robust_interval_low,robust_interval_high,clean_accuracy,"
      "weights,latency,training_seconds\n";
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const AssessedModel& model = assessment.models[m];
    for (std::size_t b = 0; b < summary.bounds.size(); ++b) {
      const auto& figures = summary.models[m].bounds[b];
      if (!figures) continue;
      const RunRecord& run = model.runs[static_cast<std::size_t>(figures->run)];
      for (const std::string& attack : attack_choices(summary)) {
        const SuccessCurve& curve = success_of(*figures, attack).curve;
        const int budget = summary.points.back();
        const AttackResult* result = attack_of(figures->summary, attack);
        const bool robust = attack.empty() || summary.attacks.size() == 1;
        const int successes =
            result != nullptr ? result->successes() : figures->together.successful.successes;
        out += fmt::format("{},{},{:.9g},{:.9g},{},{},{},{},{},{},{},", csv_field(model.name), model.origin,
                           summary.bounds[b], run.edits ? run.edits->ratio : run.epsilon,
                           attack.empty() ? "all" : csv_field(attack),
                           result != nullptr && result->white_box() ? 1 : 0, curve.size(), successes,
                           field(curve.at(budget)), fields(curve.interval_at(budget)),
                           field(curve.quantile(0.5)));
        const WorstCase& worst = figures->worst;
        out += robust ? fmt::format("{},{},{},", field(worst.accuracy_low), field(worst.accuracy_high),
                                    fields(worst.interval))
                      : ",,,,";
        out += fmt::format("{},{},{},{}\n", field(summary.models[m].clean_accuracy),
                           model.weights ? std::to_string(*model.weights) : "", field(model.latency),
                           field(model.seconds));
      }
    }
  }
  return out;
}

}  // namespace bora::report
