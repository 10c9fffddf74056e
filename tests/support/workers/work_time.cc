#include "support/workers/work_time.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/error.h"
#include "common/text.h"

namespace bora::surrogates {

double draw_time(WorkTime of, Rng& rng) {
  switch (of) {
    case WorkTime::constant:
      return 1;
    case WorkTime::half_normal:
      return std::sqrt(std::numbers::pi / 2) * std::abs(rng.normal());
    case WorkTime::exponential:
      return -std::log1p(-rng.uniform());
  }
  throw InputError("work time: {} is not a WorkTime", static_cast<int>(of));
}

const std::vector<std::string>& work_time_names() {
  static const std::vector<std::string> names{"constant", "half-normal", "exponential"};
  return names;
}

WorkTime parse_work_time(const std::string& name) {
  const auto& names = work_time_names();
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<WorkTime>(found - names.begin());
  const std::string nearest = nearest_name(name, names);
  throw InputError("work time: '{}' is not one of {}{}", name, join(names),
                   nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

}  // namespace bora::surrogates
