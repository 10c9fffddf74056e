#include "nas/supernet/supernet_plan.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/text.h"

namespace bora::nas {
namespace {

void check_name(const char* field, const std::string& name, const std::vector<std::string>& names) {
  if (std::ranges::find(names, name) == names.end())
    throw InputError("{}: '{}' is none of {}", field, printable(name), join(names));
}

}  // namespace

const std::vector<std::string>& supernet_names() {
  static const std::vector<std::string> names{"random", "fair", "multi"};
  return names;
}

const std::vector<std::string>& rank_names() {
  static const std::vector<std::string> names{"tse", "tse-late", "accuracy", "sovl", "tlmini"};
  return names;
}

void SupernetPlan::check() const {
  check_name("supernet plan", kind, {"one-shot", "darts", "drnas"});
  check_name("supernet", supernet, supernet_names());
  check_name("rank", rank, rank_names());
  check_name("gradient", gradient, {"validation", "tse"});
  const auto at_least_one = [](const char* field, int value) {
    if (value < 1) throw InputError("{}: {} is below 1", field, value);
  };
  at_least_one("epochs", epochs);
  at_least_one("paths", paths);
  at_least_one("batches", batches);
  at_least_one("cells", cells);
  at_least_one("interval", interval);
  const auto positive = [](const char* field, double value) {
    if (!(value > 0 && std::isfinite(value))) throw InputError("{}: {} is no positive number", field, value);
  };
  positive("rate", rate);
  positive("alpha-rate", alpha_rate);
}

}  // namespace bora::nas
