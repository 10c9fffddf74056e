#include "nas/supernet/supernet_plan.h"

#include <cmath>

#include "common/error.h"
#include "common/setting_error.h"

namespace bora::nas {

const std::vector<std::string>& supernet_names() {
  static const std::vector<std::string> names{"random", "fair", "multi"};
  return names;
}

const std::vector<std::string>& rank_names() {
  static const std::vector<std::string> names{"tse", "tse-late", "accuracy", "sovl", "tlmini"};
  return names;
}

void SupernetPlan::check() const {
  one_of(kind, "supernet plan", {"one-shot", "darts", "drnas"});
  one_of(supernet, "supernet", supernet_names());
  one_of(rank, "rank", rank_names());
  one_of(gradient, "gradient", {"validation", "tse"});
  check_range("epochs", epochs, 1);
  check_range("paths", paths, 1);
  check_range("batches", batches, 1);
  check_range("cells", cells, 1);
  check_range("interval", interval, 1);
  const auto positive = [](const char* field, double value) {
    if (!(value > 0 && std::isfinite(value)))
      throw InputError("{}: {} is not a positive number", field, value);
  };
  positive("rate", rate);
  positive("alpha-rate", alpha_rate);
}

}  // namespace bora::nas
