#include "comparison.h"

#include <algorithm>
#include <ctime>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "acquisitions.h"
#include "lessons.h"

namespace bora::tools {
namespace {

double thread_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

// Result of one state: scores by model, then acquisition.
struct Outcome {
  int input = 0;
  StateScore state;
  std::vector<RankingScore> scores;
  std::vector<double> milliseconds;  // by model
};

struct Place {
  const Trajectory* trajectory;
  const RecordedProposals* checkpoint;
};

Outcome rank_state(const RankingState& state, const RankingModels& models, const ComparisonOptions& options) {
  const int among = std::min(options.among, static_cast<int>(state.candidate_values.size()));
  Outcome outcome{state.input, score_state(state, among), {}, {}};
  for (const auto& model : models) {
    const double start = thread_milliseconds();
    const Prediction prediction = model->predict(state);
    outcome.milliseconds.push_back(thread_milliseconds() - start);
    for (const auto& acquisition : options.acquisitions) {
      Rng rng(mix_seed(static_cast<std::uint64_t>(state.input), static_cast<std::uint64_t>(state.queries)));
      outcome.scores.push_back(score_ranking(state, acquisition_values(acquisition, prediction, rng), among));
    }
  }
  return outcome;
}

template <typename Value>
Estimate over(const std::vector<Outcome>& outcomes, Value value) {
  std::vector<double> values;
  std::vector<int> inputs;
  for (const auto& outcome : outcomes) {
    values.push_back(value(outcome));
    inputs.push_back(outcome.input);
  }
  return estimate(values, inputs);
}

ComparisonBlock summarise(int queries, const std::vector<Outcome>& outcomes, const RankingModels& models,
                          const std::vector<std::string>& acquisitions) {
  ComparisonBlock block;
  block.queries = queries;
  block.states = static_cast<int>(outcomes.size());
  block.improves = over(outcomes, [](const Outcome& o) { return o.state.improves; });
  block.random = over(outcomes, [](const Outcome& o) { return o.state.random; });
  block.best = over(outcomes, [](const Outcome& o) { return o.state.best; });
  for (std::size_t m = 0; m < models.size(); ++m)
    for (std::size_t a = 0; a < acquisitions.size(); ++a) {
      const std::size_t k = m * acquisitions.size() + a;
      ComparisonBlock::Row row;
      row.model = models[m]->name();
      row.acquisition = acquisitions[a];
      row.spearman = over(outcomes, [&](const Outcome& o) { return o.scores[k].spearman; });
      row.improves = over(outcomes, [&](const Outcome& o) { return o.scores[k].improves; });
      row.gain = over(outcomes, [&](const Outcome& o) { return o.scores[k].gain; });
      row.against_first =
          over(outcomes, [&](const Outcome& o) { return o.scores[k].gain - o.scores[a].gain; });
      row.milliseconds = over(outcomes, [&](const Outcome& o) { return o.milliseconds[m]; }).mean;
      block.rows.push_back(std::move(row));
    }
  return block;
}

nlohmann::json to_json(const Estimate& estimate) {
  return {{"mean", estimate.mean}, {"standard_error", estimate.error}};
}

}  // namespace

std::vector<ComparisonBlock> compare(const Recording& recording, const RankingModels& models,
                                     const ComparisonOptions& options, ThreadPool& pool) {
  std::map<int, std::vector<Place>> places;  // by queries
  for (const auto& trajectory : recording.trajectories)
    for (const auto& checkpoint : trajectory.checkpoints)
      places[checkpoint.queries].push_back({&trajectory, &checkpoint});
  const auto& trajectories = recording.trajectories;
  std::vector<Eigen::MatrixXd> lessons(options.lessons > 0 ? trajectories.size() : 0);
  pool.parallel_for(static_cast<int>(lessons.size()), [&](int i) {
    lessons[i] = class_weights(state_at(recording, trajectories[i], trajectories[i].checkpoints.back()));
  });
  std::vector<ComparisonBlock> blocks;
  for (const auto& [queries, states] : places) {
    std::vector<Outcome> outcomes(states.size());
    pool.parallel_for(static_cast<int>(states.size()), [&](int i) {
      RankingState state = state_at(recording, *states[i].trajectory, *states[i].checkpoint);
      state.lessons = lessons_for(state, recording, lessons, options.lessons);
      outcomes[i] = rank_state(state, models, options);
    });
    blocks.push_back(summarise(queries, outcomes, models, options.acquisitions));
  }
  return blocks;
}

std::string as_text(const std::vector<ComparisonBlock>& blocks) {
  std::string text;
  for (const auto& block : blocks) {
    text += fmt::format(
        "after {} queries, {} states; at random: improves {:.3f} of the time, gains {:.3f} +- {:.3f}; the "
        "best of the candidates would gain {:.3f} +- {:.3f}\n",
        block.queries, block.states, block.improves.mean, block.random.mean, block.random.error,
        block.best.mean, block.best.error);
    text += fmt::format("  {:<28} {:<9} {:>15}  {:>15}  {:>15}  {:>17}  {:>7}\n", "model", "acquire",
                        "Spearman", "improves", "gain", "gain - first's", "ms");
    for (const auto& row : block.rows)
      text += fmt::format(
          "  {:<28} {:<9} {:7.3f} +- {:.3f}  {:7.3f} +- {:.3f}  {:7.3f} +- {:.3f}  {:+8.3f} +- {:.3f}  {:7.1f}\n",
          row.model, row.acquisition, row.spearman.mean, row.spearman.error, row.improves.mean,
          row.improves.error, row.gain.mean, row.gain.error, row.against_first.mean, row.against_first.error,
          row.milliseconds);
  }
  return text;
}

std::string as_csv(const std::vector<ComparisonBlock>& blocks) {
  std::string text =
      "queries,states,model,acquisition,spearman,spearman_se,improves,improves_se,gain,gain_se,"
      "gain_difference,gain_difference_se,gain_random,gain_best,milliseconds\n";
  for (const auto& block : blocks)
    for (const auto& row : block.rows)
      text += fmt::format(
          "{},{},{},{},{:.5f},{:.5f},{:.5f},{:.5f},{:.5f},{:.5f},{:.5f},{:.5f},{:.5f},{:.5f},{:.2f}\n",
          block.queries, block.states, row.model, row.acquisition, row.spearman.mean, row.spearman.error,
          row.improves.mean, row.improves.error, row.gain.mean, row.gain.error, row.against_first.mean,
          row.against_first.error, block.random.mean, block.best.mean, row.milliseconds);
  return text;
}

std::string as_json(const std::vector<ComparisonBlock>& blocks, const std::string& source) {
  nlohmann::json out = {{"source", source}, {"blocks", nlohmann::json::array()}};
  for (const auto& block : blocks) {
    nlohmann::json rows = nlohmann::json::array();
    for (const auto& row : block.rows)
      rows.push_back({{"model", row.model},
                      {"acquisition", row.acquisition},
                      {"spearman", to_json(row.spearman)},
                      {"improves", to_json(row.improves)},
                      {"gain", to_json(row.gain)},
                      {"gain_difference", to_json(row.against_first)},
                      {"milliseconds", row.milliseconds}});
    out["blocks"].push_back({{"queries", block.queries},
                             {"states", block.states},
                             {"improves", to_json(block.improves)},
                             {"gain_random", to_json(block.random)},
                             {"gain_best", to_json(block.best)},
                             {"rows", rows}});
  }
  return out.dump(2) + "\n";
}

}  // namespace bora::tools
