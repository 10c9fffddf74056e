#include "tuning/tuning_config.h"

#include <nlohmann/json.hpp>

#include "common/json.h"
#include "common/setting_error.h"
#include "surrogates/acquisition/rules.h"
#include "surrogates/pending/pending_policy.h"

namespace bora::tuning {
namespace {

bool is_utf8(const std::string& text) {
  return parse_json(json_text(nlohmann::json(text))) ==
         text;  // json_text() replaces bytes that are not UTF-8
}

}  // namespace

void TuningConfig::check() const {
  constexpr int kMostRepeats = 1000;
  check_range("budget", budget, 1);
  check_range("workers", workers, 1, kMostWorkers);
  check_range("timeout", timeout, 0);
  check_range("retries", retries, 0);
  check_range("repeats", repeats, 1, kMostRepeats);
  check_range("patience", patience, 0);
  check_range("give-up", give_up, 0);
  check_range("initial", search.initial_points, 0);
  check_range("marginalise", search.marginalise, 0);
  if (objectives.size() > 1 && value != kLastLine)
    throw SettingError(
        "value", "is for one objective; several are fields of the JSON object that the output ends with");
  one_of(NamedSettings(search.optimiser, "optimiser").name(), "optimiser", optimiser_names());
  one_of(search.acquisition, "acquisition", acquisition_rule_names());
  one_of(search.pending, "pending", pending_policy_names());
  for (const std::string& word : command)
    if (!is_utf8(word)) throw InputError("the command has bytes that are no UTF-8: '{}'", printable(word));
}

std::unique_ptr<Searcher> TuningConfig::searcher(const MixedSpace& space) const {
  return make_searcher(search, space, static_cast<int>(objectives.size()), static_cast<int>(bounds.size()));
}

std::vector<Objective> TuningConfig::reported() const {
  std::vector<Objective> all = objectives;
  for (const OutcomeBound& bound : bounds) all.push_back({bound.name});
  return all;
}

}  // namespace bora::tuning
