#include "nas/run/training/data_ranker.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/random.h"
#include "common/setting_error.h"
#include "nas/supernet/differentiable.h"
#include "nas/supernet/one_shot.h"

namespace bora::nas {
namespace {

std::vector<Architecture> best_first(std::vector<RankedCell> cells, const std::string& rank,
                                     const ArchitectureSpace& space) {
  std::ranges::stable_sort(cells, std::greater<>(), [&](const RankedCell& cell) { return cell.score(rank); });
  std::vector<Architecture> order;
  for (const RankedCell& cell : cells) order.push_back(*space.decode({cell.path.begin(), cell.path.end()}));
  return order;
}

}  // namespace

SupernetOptions supernet_options(const CellTask& task, std::uint64_t seed) {
  NetworkOptions normalisation;
  normalisation.input = task.train.shape;
  set_normalisation(normalisation, task.train);
  SupernetOptions options;
  options.network = task.network;
  options.input = task.train.shape;
  options.classes = task.train.classes;
  options.mean = normalisation.mean;
  options.deviation = normalisation.deviation;
  options.seed = mix_seed(seed, "supernet");
  options.device = task.devices.front();
  return options;
}

SupernetData supernet_data(const CellTask& task) {
  return {task.train, task.validation, task.training.augmentation, task.training.batch};
}

void DataRanker::check(const SupernetPlan& plan, const ArchitectureSpace& space) const {
  const CellTask* task = trainer_.images();
  if (task == nullptr) throw SettingError("strategy " + plan.kind, "is for images");
  if (plan.one_shot()) {
    const auto all = static_cast<int>(space.all()->size());
    if (plan.cells > all)
      throw SettingError("strategy one-shot", "cells '{}' is more than the {} that there are", plan.cells,
                         all);
    if (config_.budget > plan.cells)
      throw SettingError("budget", "{} is more than the {} cells that one-shot ranks; cells=N ranks more",
                         config_.budget, plan.cells);
    return;
  }
  const SupernetData data = supernet_data(*task);
  const auto steps = static_cast<std::int64_t>(data.steps()) * plan.epochs;
  if (plan.gradient == "tse" && plan.interval > steps)
    throw SettingError("strategy " + plan.kind, "interval '{}' is more than the {} minibatches of {} epochs",
                       plan.interval, steps, plan.epochs);
}

std::vector<Architecture> DataRanker::ranked(const SupernetPlan& plan, const ArchitectureSpace& space,
                                             std::uint64_t seed) const {
  const CellTask& task = *trainer_.images();
  const SupernetData data = supernet_data(task);
  ThreadPool pool(config_.workers);
  SupernetRun run;
  run.folder = std::filesystem::path(config_.out) / SearchStore::kSupernet;
  run.seed = seed;
  run.stop = &observer_.stop();
  run.progress = [&](double share, const std::string& text) { observer_.update(share, text); };
  run.pool = &pool;
  run.facts = {{"images", trainer_.train_hash()},
               {"batch", fmt::to_string(data.batch)},
               {"channels", fmt::to_string(task.network.channels)},
               {"cells", fmt::to_string(task.network.cells)}};
  std::filesystem::create_directories(run.folder);
  Supernet net(supernet_options(task, seed), &pool);
  const auto interrupted = [] {
    return Interrupted("interrupted while the supernet was trained; it can be resumed");
  };
  if (!plan.one_shot()) {
    const auto course = derive_cells(net, data, plan, run);
    if (!course) throw interrupted();
    observer_.finish();
    return by_probability(space, plan, course->back().alpha);
  }
  std::vector<CellPath> paths;
  for (const Architecture& cell : draw_cells(space, plan, seed)) paths.push_back(path_of(cell));
  if (!train_supernet(net, data, plan, run)) throw interrupted();
  auto cells = evaluate_cells(net, paths, data, plan, run);
  if (!cells) throw interrupted();
  observer_.finish();
  return best_first(std::move(*cells), plan.rank, space);
}

}  // namespace bora::nas
