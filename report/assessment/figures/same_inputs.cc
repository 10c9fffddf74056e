#include "report/assessment/figures/same_inputs.h"

#include <cmath>

#include "common/error.h"
#include "common/text.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/run_texts.h"

namespace bora::report {
namespace {

void check_same(const char* what, const RunRecord& first, const std::string& one, const RunRecord& second,
                const std::string& other) {
  if (one == other) return;
  throw InputError("{} and {} are not of one assessment: {} is {} in the first, {} in the second",
                   first.folder.string(), second.folder.string(), what, printable(one), printable(other));
}

/// Returns the budget of a run for comparisons. On graphs it is a rule, as the number of queries depends on
/// the edits allowed.
std::string budget_rule(const RunRecord& run) {
  return run.edits ? budget_text(run) : std::to_string(run.budget);
}

void check_inputs(const RunRecord& first, const RunRecord& second) {
  check_same("the number of inputs", first, std::to_string(first.inputs.size()), second,
             std::to_string(second.inputs.size()));
  for (std::size_t i = 0; i < first.inputs.size(); ++i) {
    const std::string place = "record at place " + std::to_string(i);
    check_same(place.c_str(), first, std::to_string(first.inputs[i].record), second,
               std::to_string(second.inputs[i].record));
    const std::string of_record = "the class of record " + std::to_string(first.inputs[i].record);
    check_same(of_record.c_str(), first, std::to_string(first.inputs[i].label), second,
               std::to_string(second.inputs[i].label));
  }
}

void check_pair(const RunRecord& first, const RunRecord& second) {
  check_same("the task", first, first.task, second, second.task);
  check_same("the data", first, compared_data(first.data), second, compared_data(second.data));
  check_same("the threat", first, first.threat, second, second.threat);
  check_same("the goal", first, first.goal(), second, second.goal());
  check_same("the attacks", first, join(first.attacks), second, join(second.attacks));
  check_same("the budget", first, budget_rule(first), second, budget_rule(second));
  check_same("what the attacker sees", first, first.visible, second, second.visible);
  check_same("the seed", first, first.seed, second, second.seed);
  check_inputs(first, second);
  check_same_records(first, second);
}

}  // namespace

double bound_of(const RunRecord& run) {
  return run.edits ? run.edits->ratio : run.epsilon_asked;
}

bool same_bound(double one, double other) {
  return std::abs(one - other) < 1e-6;
}

void check_same_inputs(const Assessment& assessment) {
  const RunRecord* first = nullptr;
  for (const AssessedModel& model : assessment.models) {
    for (std::size_t r = 0; r < model.runs.size(); ++r) {
      const RunRecord& run = model.runs[r];
      if (first == nullptr) first = &run;
      check_pair(*first, run);
      if (r > 0 && same_bound(bound_of(model.runs[r - 1]), bound_of(run)))
        throw InputError("{} and {} are both runs on {} at a bound of {:g}",
                         model.runs[r - 1].folder.string(), run.folder.string(), model.name, bound_of(run));
    }
  }
}

}  // namespace bora::report
