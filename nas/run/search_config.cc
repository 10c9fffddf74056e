#include "nas/run/search_config.h"

#include <utility>

#include "common/setting_error.h"
#include "data/files/regression.h"
#include "data/graphs/load_graphs.h"
#include "models/training/training.h"
#include "nas/run/training/halving.h"
#include "nas/run/training/program_trainer.h"

namespace bora::nas {
namespace {

constexpr const char* kGraphSpace = "graph-network";
constexpr const char* kSpaceOfPaths = "darts";  // its networks have an auxiliary classifier and paths to drop

}  // namespace

void check_folder(const std::string& out, bool resume, bool exists, bool replaceable, const char* noun) {
  if (exists && !resume && !replaceable)
    throw SettingError("out", "{} already holds a {}; add --resume to continue it, or name another folder",
                       out, noun);
  if (!exists && resume) throw SettingError("resume", "{} holds no {}", out, noun);
}

RunStart decide_start(const ArchitectureTask& task, bool exists, bool replaceable, const char* noun,
                      const std::function<void()>& check_settings) {
  check_folder(task.out, task.resume, exists, replaceable, noun);
  if (!exists) return RunStart::fresh;
  if (!replaceable) return RunStart::continued;
  if (!task.resume) return RunStart::replaced;
  try {
    check_settings();
    return RunStart::continued;
  } catch (const InputError&) {
    return RunStart::replaced;
  }
}

bool ArchitectureTask::takes_pathless(const std::optional<std::string>& stored) const {
  if (!stored) return pathless.value_or(false);
  const bool before = *stored != "out";
  const auto name = [](bool takes) { return takes ? "in" : "out"; };
  if (pathless && *pathless != before)
    throw SettingError("pathless", "the search in {} was made with '{}', it cannot be resumed with '{}'", out,
                       name(before), name(*pathless));
  return before;
}

void SearchConfig::complete() {
  if (looks_like_program(data) || looks_like_graphs(data) || looks_like_regression(data)) return;
  if (epochs == 0) epochs = 10;
  if (image_batch == 0) image_batch = 64;
  if (learning_rate == 0) learning_rate = 0.05;
}

void SearchConfig::check() const {
  one_of(estimator, "estimator", estimator_names());
  one_of(precision, "precision", precisions());
  Halving({.factor = halving, .first = first_rung});  // its constructor checks both
  check_range("budget", budget, 1);
  check_range("images", images, 0);
  check_range("validation", validation, 0);
  check_range("robust-images", robust_images, 0);
  check_range("robust-budget", robust_budget, 1);
  check_range("epochs", epochs, 0);
  check_range("image-batch", image_batch, 0);
  check_range("final-epochs", final_epochs, 0);
  check_range("channels", channels, 1);
  check_range("cells", cells, 1);
  check_range("lr", learning_rate, 0);
  check_range("auxiliary", auxiliary, 0, 1);
  if (!(drop_path >= 0 && drop_path < 1))
    throw SettingError("drop-path", "got {}, expected a number in [0, 1)", drop_path);
  for (const auto& [setting, value] : {std::pair{"auxiliary", auxiliary}, {"drop-path", drop_path}})
    if (value > 0 && space != kSpaceOfPaths)
      throw SettingError(setting, "is for networks of {}, not of {}", kSpaceOfPaths, space);
  if (looks_like_program(data)) {
    if (validation < 1)
      throw SettingError("validation", "is missing: the number of inputs on which {} measures accuracy",
                         data);
    for (const char* objective : {"robustness", "latency"})
      if (aim.wants(objective))
        throw SettingError(fmt::format("objectives {}", objective), "is for images, not for {}", data);
    return;
  }
  const bool graphs = looks_like_graphs(data);
  if (graphs != (space == kGraphSpace)) {
    std::string wanted = "images", found = "graphs";
    if (!graphs) std::swap(wanted, found);
    throw SettingError("space " + space, "its networks are for {}, but {} holds {}", wanted, data, found);
  }
  const bool regression = !graphs && looks_like_regression(data);
  if (regression && space != "mlp")
    throw SettingError("space " + space, "{} holds a regression set, which is for mlp", data);
  for (const char* objective : {"robustness", "latency"})
    if ((graphs || regression) && aim.wants(objective))
      throw SettingError(fmt::format("objectives {}", objective), "is for images, {} holds {}", data,
                         graphs ? "graphs" : "a regression set");
}

}  // namespace bora::nas
