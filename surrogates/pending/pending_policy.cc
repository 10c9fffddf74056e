#include "surrogates/pending/pending_policy.h"

#include <algorithm>

#include "common/error.h"
#include "common/text.h"

namespace bora {

const std::vector<std::string>& pending_policy_names() {
  static const std::vector<std::string> names{"believer", "liar-min", "liar-mean", "liar-max", "none"};
  return names;
}

void check_pending_policy(const std::string& name) {
  const auto& names = pending_policy_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  const std::string nearest = nearest_name(name, names);
  throw InputError("pending: '{}' is none of {}{}", name, join(names),
                   nearest.empty() ? "" : ", did you mean " + nearest + "?");
}

}  // namespace bora
