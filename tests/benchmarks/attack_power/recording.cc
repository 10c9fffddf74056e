#include "recording.h"

#include <fstream>

#include <nlohmann/json.hpp>

#include "common/error.h"

namespace bora::tools {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "bora ranking states 1";

Json bytes(const Levels& levels) {
  return Json::binary(levels);
}

// Images of `shape` in `levels`, as perturbations of `original`.
PointRows perturbations(const Levels& levels, std::size_t count, const Levels& original) {
  const std::size_t d = original.size();
  PointRows rows(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(d));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < d; ++j)
      rows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          static_cast<float>(static_cast<int>(levels[i * d + j]) - static_cast<int>(original[j])) / 255.0F;
  return rows;
}

Eigen::VectorXd vector(const std::vector<double>& values, std::size_t count) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(count));
}

Json to_json(const RecordedProposals& checkpoint) {
  return {{"queries", checkpoint.queries},
          {"side", checkpoint.side},
          {"candidates", bytes(checkpoint.candidates)},
          {"values", checkpoint.values},
          {"gradient", checkpoint.gradient}};
}

RecordedProposals checkpoint_from(const Json& json) {
  return {json.at("queries"), json.at("side"), json.at("candidates").get_binary(), json.at("values"),
          json.at("gradient")};
}

Json to_json(const Trajectory& trajectory) {
  Json json = {{"input", trajectory.input},
               {"label", trajectory.goal.label},
               {"target", trajectory.goal.target.value_or(-1)},
               {"original", bytes(trajectory.original)},
               {"images", bytes(trajectory.images)},
               {"values", trajectory.values},
               {"log_p", trajectory.log_p},
               {"checkpoints", Json::array()}};
  for (const auto& checkpoint : trajectory.checkpoints) json["checkpoints"].push_back(to_json(checkpoint));
  return json;
}

Trajectory trajectory_from(const Json& json) {
  Trajectory trajectory{json.at("input"),
                        {json.at("label"), {}},
                        json.at("original").get_binary(),
                        json.at("images").get_binary(),
                        json.at("values"),
                        json.at("log_p"),
                        {}};
  if (const int target = json.at("target"); target >= 0) trajectory.goal.target = target;
  for (const auto& checkpoint : json.at("checkpoints"))
    trajectory.checkpoints.push_back(checkpoint_from(checkpoint));
  return trajectory;
}

void check_sizes(const Recording& recording) {
  const auto d = static_cast<std::size_t>(recording.shape.size());
  for (const auto& trajectory : recording.trajectories) {
    const std::size_t n = trajectory.values.size();
    bool good = trajectory.original.size() == d && trajectory.images.size() == d * n &&
                trajectory.log_p.size() == n * static_cast<std::size_t>(recording.classes);
    for (const auto& at : trajectory.checkpoints)
      good = good && at.candidates.size() == d * at.values.size() && at.queries >= 1 &&
             static_cast<std::size_t>(at.queries) <= trajectory.values.size() &&
             (at.gradient.empty() || at.gradient.size() == d);
    if (!good) throw std::runtime_error("sizes do not agree");
  }
}

}  // namespace

void Recording::save(const std::filesystem::path& file) const {
  Json json = {{"format", kFormat},
               {"source", source},
               {"shape", {shape.channels, shape.height, shape.width}},
               {"classes", classes},
               {"trajectories", Json::array()}};
  for (const auto& trajectory : trajectories) json["trajectories"].push_back(to_json(trajectory));
  std::ofstream out(file, std::ios::binary);
  Json::to_cbor(json, out);
  out.close();
  if (!out) throw InputError("{}: cannot be written", file.string());
}

Recording Recording::load(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError("{}: cannot be read", file.string());
  try {
    const Json json = Json::from_cbor(in);
    if (json.at("format") != kFormat) throw std::runtime_error("of another format");
    const auto& shape = json.at("shape");
    Recording recording{json.at("source"), {shape.at(0), shape.at(1), shape.at(2)}, json.at("classes"), {}};
    for (const auto& trajectory : json.at("trajectories"))
      recording.trajectories.push_back(trajectory_from(trajectory));
    check_sizes(recording);
    return recording;
  } catch (const std::exception& error) {
    throw InputError("{}: holds no recorded states ({})", file.string(), error.what());
  }
}

Eigen::Index RankingState::incumbent() const {
  Eigen::Index best = 0;
  values.maxCoeff(&best);
  return best;
}

RankingState state_at(const Recording& recording, const Trajectory& trajectory,
                      const RecordedProposals& checkpoint) {
  const auto n = static_cast<std::size_t>(checkpoint.queries);
  const std::size_t m = checkpoint.values.size();
  RankingState state;
  state.input = trajectory.input;
  state.queries = checkpoint.queries;
  state.side = checkpoint.side;
  state.shape = recording.shape;
  state.goal = trajectory.goal;
  state.original.resize(recording.shape.size());
  for (std::size_t j = 0; j < trajectory.original.size(); ++j)
    state.original[static_cast<Eigen::Index>(j)] = static_cast<float>(trajectory.original[j]) / 255.0F;
  state.observed = perturbations(trajectory.images, n, trajectory.original);
  state.values = vector(trajectory.values, n);
  state.log_p =
      Eigen::Map<const PointRows>(trajectory.log_p.data(), state.queries, recording.classes).cast<double>();
  state.candidates = perturbations(checkpoint.candidates, m, trajectory.original);
  state.candidate_values = vector(checkpoint.values, m);
  state.gradient = Eigen::Map<const Eigen::RowVectorXf>(
      checkpoint.gradient.data(), static_cast<Eigen::Index>(checkpoint.gradient.size()));
  return state;
}

}  // namespace bora::tools
