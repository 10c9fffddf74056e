#include "nas/run/bayesian/bnn_config.h"

#include <algorithm>

#include "common/setting_error.h"
#include "data/files/regression.h"

namespace bora::nas {

int BnnConfig::fewest_steps() const {
  int fewest = checkpoints.front();
  for (std::size_t i = 1; i < checkpoints.size(); ++i)
    fewest = std::min(fewest, checkpoints[i] - checkpoints[i - 1]);
  return fewest;
}

void BnnConfig::check() const {
  if (data.empty()) throw SettingError("data", "must name a UCI set, such as uci/energy");
  if (out.empty()) throw SettingError("out", "must name a folder for the search");
  check_range("split", split, 0, kPublishedSplits - 1);
  if (!(validation > 0 && validation < 1))
    throw SettingError("validation", "got {}, expected a share in (0, 1)", validation);
  if (window < 1 || window > fewest_steps())
    throw SettingError("window", "got {}, expected 1 to {}, the fewest steps between two checkpoints", window,
                       fewest_steps());
  if (!(budget >= 1)) throw SettingError("budget", "got {}, expected at least 1", budget);
  if (inputs < 0) throw SettingError("inputs", "got {}, expected at least 1, or 0 for all", inputs);
  if (held_out < 0 || held_out == 1)
    throw SettingError("held-out", "got {}, expected at least 2, or 0 for none", held_out);
  search.check();
  network.check();
}

}  // namespace bora::nas
