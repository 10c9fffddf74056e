#include "surrogates/pending/pending_policy.h"

#include <algorithm>

#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "surrogates/pending/local_penalisation.h"

namespace bora::surrogates {

const std::vector<std::string>& imputing_policy_names() {
  static const std::vector<std::string> names{"believer", "liar-min", "liar-mean", "liar-max", "none"};
  return names;
}

const std::vector<std::string>& pending_policy_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = imputing_policy_names();
    const auto& penalising = local_penalisation_names();
    all.insert(all.end(), penalising.begin(), penalising.end());
    return all;
  }();
  return names;
}

void check_pending_policy(const std::string& name) {
  check_name(name, "pending", pending_policy_names());
}

void check_imputing_policy(const std::string& name, const std::string& points) {
  check_pending_policy(name);
  if (std::ranges::count(imputing_policy_names(), name) > 0) return;
  throw InputError("pending: '{}' penalises by distances between numbers, which {} lack; expected one of {}",
                   name, points, join(imputing_policy_names()));
}

}  // namespace bora::surrogates
