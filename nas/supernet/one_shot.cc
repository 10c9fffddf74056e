#include "nas/supernet/one_shot.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/random.h"
#include "nas/supernet/minibatches.h"

namespace bora::nas {
namespace {

constexpr const char* kRanking = "ranking.csv";
constexpr double kLargest = std::numeric_limits<double>::max();

// Returns the cost of training the supernet, in passes of a minibatch through one cell.
double passes_of_training(const SupernetData& data, const SupernetPlan& plan) {
  const int cells = plan.supernet == "random" ? 1
                    : plan.supernet == "fair" ? Nb201Space::kOperations
                                              : plan.paths;
  return static_cast<double>(plan.epochs) * data.steps() * cells;
}

// Returns the fraction of train_supernet() in the work of training and ranking, in [0, 1].
double share_of_training(const SupernetData& data, const SupernetPlan& plan) {
  const double training = passes_of_training(data, plan);
  return training / (training + static_cast<double>(plan.batches) * plan.cells);
}

// Trains a copy of the supernet's cell and returns its statistics.
RankedCell evaluate_cell(const Supernet& from, const CellPath& path, const SupernetData& data,
                         const SupernetPlan& plan, const SupernetRun& run) {
  Supernet net(from.options());
  net.copy_weights(from);
  const std::uint64_t seed = mix_seed(run.seed, "ranking");
  const Minibatches train(data.train, data.batch, data.augmentation, seed);
  const Minibatches judged(data.validation, data.batch, {.shift = 0}, mix_seed(seed, "validation"));
  RankedCell cell{.path = path};
  for (int b = 0; b < plan.batches && !run.stopped(); ++b) {
    cell.tlmini = net.add_gradients(train.at(b), path);
    cell.tse += cell.tlmini;
    if (2 * b >= plan.batches) cell.late += cell.tlmini;
    net.step(plan.rate);
    cell.sovl += net.evaluate(judged.at(b), path).loss;
  }
  int correct = 0;
  for (int begin = 0; begin < data.validation.size() && !run.stopped(); begin += data.batch)
    correct += net.evaluate(plain_minibatch(data.validation, begin, data.batch), path).accuracy.correct;
  cell.accuracy = static_cast<double>(correct) / data.validation.size();
  for (double* loss : {&cell.tse, &cell.sovl, &cell.tlmini, &cell.late})
    if (!std::isfinite(*loss)) *loss = kLargest;
  return cell;
}

void write_ranking(const std::filesystem::path& folder, const std::vector<RankedCell>& cells) {
  std::string text = "cell,tse,accuracy,sovl,tlmini,late\n";
  for (const RankedCell& cell : cells)
    text += fmt::format("{},{},{},{},{},{}\n", text_of(cell.path), cell.tse, cell.accuracy, cell.sovl,
                        cell.tlmini, cell.late);
  write_atomically(folder / kRanking, text);
}

// Reads the stored ranking, whose rows are for the first cells of `paths`; stops at the first row that is not
// the next one.
std::vector<RankedCell> read_ranking(const std::filesystem::path& folder,
                                     const std::vector<CellPath>& paths) {
  std::vector<RankedCell> cells;
  std::ifstream file(folder / kRanking);
  std::string line;
  std::getline(file, line);
  while (cells.size() < paths.size() && std::getline(file, line)) {
    RankedCell cell{.path = paths[cells.size()]};
    std::istringstream in(line);
    std::string text;
    std::getline(in, text, ',');
    char comma = 0;
    if (text != text_of(cell.path) || !(in >> cell.tse >> comma >> cell.accuracy >> comma >> cell.sovl >>
                                        comma >> cell.tlmini >> comma >> cell.late))
      break;
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace

std::vector<CellPath> paths_of_step(const SupernetPlan& plan, std::uint64_t seed, std::int64_t step) {
  Rng rng(mix_seed(mix_seed(seed, "paths"), static_cast<std::uint64_t>(step)));
  if (plan.supernet == "fair") {
    std::vector<CellPath> paths(Nb201Space::kOperations);
    for (std::size_t e = 0; e < Nb201Space::kEdges; ++e) {
      const auto order = rng.permutation(Nb201Space::kOperations);
      for (std::size_t p = 0; p < paths.size(); ++p) paths[p][e] = order[p];
    }
    return paths;
  }
  std::vector<CellPath> paths(plan.supernet == "multi" ? static_cast<std::size_t>(plan.paths) : 1);
  for (CellPath& path : paths)
    for (int& choice : path) choice = rng.index(Nb201Space::kOperations);
  return paths;
}

bool train_supernet(Supernet& net, const SupernetData& data, const SupernetPlan& plan,
                    const SupernetRun& run) {
  const CheckpointPlan checkpoints = run.checkpoints(plan);
  int epoch = 0;
  if (!run.folder.empty())
    if (const auto kept = read_checkpoint(checkpoints)) {
      net.set_state(kept->state);
      epoch = kept->epochs;
    }
  const Minibatches images(data.train, data.batch, data.augmentation, mix_seed(run.seed, "supernet"));
  const double share = share_of_training(data, plan);
  const int steps = images.steps();
  for (; epoch < plan.epochs; ++epoch) {
    double sum = 0;
    for (int step = 0; step < steps; ++step) {
      if (run.stopped()) return false;
      const std::int64_t number = static_cast<std::int64_t>(epoch) * steps + step;
      const Minibatch batch = images.at(number);
      const auto paths = paths_of_step(plan, run.seed, number);
      for (const CellPath& path : paths)
        sum += net.add_gradients(batch, path) / static_cast<double>(paths.size());
      if (!std::isfinite(sum))
        throw InputError("the supernet's training diverged in epoch {}; try a rate below {}", epoch + 1,
                         plan.rate);
      net.step(supernet_rate(plan.rate, epoch, plan.epochs));
      run.say(share * static_cast<double>(number + 1) / (static_cast<double>(steps) * plan.epochs),
              fmt::format("supernet, epoch {} of {}, loss {:.3f}", epoch + 1, plan.epochs, sum / (step + 1)));
    }
    if (!run.folder.empty())
      write_checkpoint(checkpoints, {.epochs = epoch + 1, .best = {}, .state = net.state()});
  }
  return true;
}

double RankedCell::score(const std::string& rank) const {
  if (rank == "accuracy") return accuracy;
  if (rank == "sovl") return -sovl;
  if (rank == "tse-late") return -late;
  return rank == "tlmini" ? -tlmini : -tse;
}

std::optional<std::vector<RankedCell>> evaluate_cells(const Supernet& net, const std::vector<CellPath>& paths,
                                                      const SupernetData& data, const SupernetPlan& plan,
                                                      const SupernetRun& run) {
  std::vector<RankedCell> cells;
  if (!run.folder.empty()) cells = read_ranking(run.folder, paths);
  const double before = share_of_training(data, plan);
  constexpr int kAtATime = 4;  // cells per thread between two writes of the file
  while (cells.size() < paths.size()) {
    const std::size_t done = cells.size();
    const int threads = run.pool != nullptr ? run.pool->threads() : 1;
    const int count = std::min(kAtATime * threads, static_cast<int>(paths.size() - done));
    cells.resize(done + static_cast<std::size_t>(count));
    const auto evaluate = [&](int i) {
      const std::size_t at = done + static_cast<std::size_t>(i);
      cells[at] = evaluate_cell(net, paths[at], data, plan, run);
    };
    run_each(run.pool, count, evaluate);
    if (run.stopped()) return std::nullopt;
    if (!run.folder.empty()) write_ranking(run.folder, cells);
    const double share = static_cast<double>(cells.size()) / static_cast<double>(paths.size());
    run.say(before + (1 - before) * share, fmt::format("ranked {} of {} cells", cells.size(), paths.size()));
  }
  return cells;
}

std::vector<Architecture> draw_cells(const ArchitectureSpace& space, const SupernetPlan& plan,
                                     std::uint64_t seed) {
  const auto all = space.all();
  const auto order = Rng(mix_seed(seed, "cells")).permutation(static_cast<int>(all->size()));
  std::vector<Architecture> cells;
  for (const int index : order) {
    if (static_cast<int>(cells.size()) == plan.cells) break;
    cells.push_back((*all)[static_cast<std::size_t>(index)]);
  }
  return cells;
}

}  // namespace bora::nas
