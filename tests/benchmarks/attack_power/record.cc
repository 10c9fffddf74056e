#include "record.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "attacks/factory.h"
#include "attacks/image/proposals/square_proposals.h"
#include "attacks/runner/image_plan.h"

namespace bora::tools {
namespace {

// An attack in progress.
struct Recorder {
  Trajectory trajectory;
  AttackProblem problem;
  std::unique_ptr<Attack<Pixels>> attack;
  Eigen::RowVectorXf asked, best;
  double best_value = 0;
};

void append_levels(Levels& levels, const Eigen::Ref<const Eigen::RowVectorXf>& image) {
  for (const float value : image) levels.push_back(static_cast<std::uint8_t>(to_level(value)));
}

Batch draw_candidates(const Recorder& recorder, const RecordOptions& options, RecordedProposals& checkpoint) {
  const SquareProposals proposals(recorder.problem, options.p);
  Rng rng(mix_seed(mix_seed(recorder.problem.seed, "candidates"),
                   static_cast<std::uint64_t>(checkpoint.queries)));
  checkpoint.side = proposals.side(checkpoint.queries);
  Batch images(options.candidates, recorder.problem.shape.size());
  for (int i = 0; i < options.candidates; ++i) {
    Eigen::RowVectorXf image = proposals.with_square(recorder.best, checkpoint.side, rng);
    if (rng.uniform() < options.composite) image = proposals.with_square(image, checkpoint.side, rng);
    images.row(i) = image;
  }
  return images;
}

void take_checkpoint(Recorder& recorder, Victim& victim, const RecordOptions& options, int queries) {
  RecordedProposals checkpoint;
  checkpoint.queries = queries;
  const Goal& goal = recorder.problem.goal;
  const Batch images = draw_candidates(recorder, options, checkpoint);
  const LogProbabilities log_p = log_probabilities(victim.scores(images));
  for (Eigen::Index i = 0; i < images.rows(); ++i) {
    append_levels(checkpoint.candidates, images.row(i));
    checkpoint.values.push_back(loss_value(Loss::log_odds, goal, log_p.row(i)));
  }
  if (victim.has_gradients()) {
    const Batch best = recorder.best;
    const Scores scores = victim.scores(best);
    const Eigen::RowVectorXd of_log_p = loss_gradient(Loss::log_odds, goal, log_probabilities(scores).row(0));
    const Eigen::RowVectorXf gradient = victim.pullback(best, gradient_of_scores(scores, 0, of_log_p)).row(0);
    checkpoint.gradient.assign(gradient.begin(), gradient.end());
  }
  recorder.trajectory.checkpoints.push_back(std::move(checkpoint));
}

Recorder start(const InstanceRow& instance, const InputRow& input, const VictimSpec& spec,
               const AttackRecipe<Pixels>& recipe, const RecordOptions& options) {
  Recorder recorder;
  recorder.trajectory.input = input.id;
  recorder.trajectory.goal = {input.label, instance.target};
  recorder.trajectory.original.assign(input.content.begin(), input.content.end());
  recorder.problem.original.resize(spec.input.size());
  for (int j = 0; j < spec.input.size(); ++j)
    recorder.problem.original[j] = from_level(recorder.trajectory.original[static_cast<std::size_t>(j)]);
  recorder.problem.shape = spec.input;
  recorder.problem.goal = recorder.trajectory.goal;
  recorder.problem.ball = LinfBall(options.epsilon, false);
  recorder.problem.classes = spec.classes;
  recorder.problem.budget = options.budget;
  recorder.problem.seed = instance.seed;
  recorder.attack = recipe.make(recorder.problem);
  return recorder;
}

// Records the answer, and returns whether it is a success.
bool tell(Recorder& recorder, const Observation& seen) {
  Trajectory& trajectory = recorder.trajectory;
  append_levels(trajectory.images, recorder.asked);
  trajectory.values.push_back(seen.objective);
  for (const double value : seen.log_p) trajectory.log_p.push_back(static_cast<float>(value));
  if (trajectory.values.size() == 1 || seen.objective > recorder.best_value) {
    recorder.best_value = seen.objective;
    recorder.best = recorder.asked;
  }
  if (!seen.success) recorder.attack->tell(recorder.asked, {seen});
  return seen.success;
}

void drop_what_no_state_needs(Trajectory& trajectory, int classes) {
  const std::size_t known =
      trajectory.checkpoints.empty() ? 0 : static_cast<std::size_t>(trajectory.checkpoints.back().queries);
  trajectory.images.resize(known * trajectory.original.size());
  trajectory.values.resize(known);
  trajectory.log_p.resize(known * static_cast<std::size_t>(classes));
}

}  // namespace

Recording record_states(Victim& victim, const ImageDataset& data, const RecordOptions& options,
                        const std::function<void(int, int)>& progress) {
  const VictimSpec& spec = victim.spec();
  const AttackRecipe<Pixels> recipe = make_recipe(options.plan.attacks.front(), spec.input);
  const Plan plan = make_plan(victim, data, options.plan, options.budget);
  std::map<int, const InputRow*> inputs;
  for (const auto& input : plan.inputs) inputs[input.id] = &input;
  std::vector<Recorder> recorders;
  for (const auto& instance : plan.instances)
    recorders.push_back(start(instance, *inputs.at(instance.input), spec, recipe, options));

  std::vector<Recorder*> running;
  for (auto& recorder : recorders) running.push_back(&recorder);
  for (int query = 1; query <= options.at.back() && !running.empty(); ++query) {
    Batch images(static_cast<Eigen::Index>(running.size()), spec.input.size());
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      Recorder& recorder = *running[static_cast<std::size_t>(i)];
      recorder.asked = *recorder.attack->ask();
      recorder.problem.ball.project(recorder.problem.original.data(), recorder.asked.data(),
                                    spec.input.size());
      images.row(i) = recorder.asked;
    }
    const Scores scores = victim.scores(images);
    const LogProbabilities log_p = log_probabilities(scores);
    std::vector<Recorder*> left;
    for (std::size_t i = 0; i < running.size(); ++i)
      if (!tell(*running[i], observe(scores, log_p, static_cast<int>(i), running[i]->problem.goal)))
        left.push_back(running[i]);
    running = std::move(left);
    if (std::find(options.at.begin(), options.at.end(), query) != options.at.end())
      for (Recorder* recorder : running) take_checkpoint(*recorder, victim, options, query);
    progress(query, static_cast<int>(running.size()));
  }

  Recording recording;
  recording.source = fmt::format("{}, eps {:.4g}, {}, trajectories of {}, seed {}", data.source,
                                 options.epsilon, options.plan.targeted ? "targeted" : "untargeted",
                                 options.plan.attacks.front(), options.plan.seed);
  recording.shape = spec.input;
  recording.classes = spec.classes;
  for (auto& recorder : recorders) {
    drop_what_no_state_needs(recorder.trajectory, spec.classes);
    if (!recorder.trajectory.checkpoints.empty())
      recording.trajectories.push_back(std::move(recorder.trajectory));
  }
  return recording;
}

}  // namespace bora::tools
