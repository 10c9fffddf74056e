#include "attacks/runner/plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "attacks/image/factory.h"
#include "common/error.h"
#include "common/random.h"
#include "models/evaluation.h"

namespace bora {
namespace {

constexpr int kBlock = 256;  // clean predictions a victim call

void check_compatible(const VictimSpec& spec, const ImageDataset& data, const PlanOptions& options) {
  if (data.shape != spec.input)
    throw InputError("{}: images are {}, but {} takes {} (channels x height x width)", data.source,
                     to_string(data.shape), spec.name, to_string(spec.input));
  if (data.classes > 0 && data.classes != spec.classes)
    throw InputError("{}: gives {} scores an image, but {} has {} classes", spec.name, spec.classes,
                     data.source, data.classes);
  for (int i = 0; i < data.size(); ++i)
    if (data.labels[i] >= spec.classes)
      throw InputError("{}: image {} has label {}, but {} gives {} scores (labels 0 to {})", data.source,
                       data.records[i], data.labels[i], spec.name, spec.classes, spec.classes - 1);
  if (options.target && (*options.target < 0 || *options.target >= spec.classes))
    throw InputError("--target: got {}, but {} has classes 0 to {}", *options.target, spec.name,
                     spec.classes - 1);
  if (options.random_targets >= spec.classes)
    throw InputError("--targets: got {}, but {} has only {} other classes", options.random_targets, spec.name,
                     spec.classes - 1);
  options.visible.check(spec.classes);
}

void check_gradients(Victim& victim, const PlanOptions& options) {
  for (const auto& attack : options.attacks)
    if (make_recipe(attack, victim.spec().input, options.visible).summary.sight == AttackSight::gradients &&
        !victim.has_gradients())
      throw InputError("--attack {}: needs gradients, which {} does not have", attack, victim.spec().name);
}

// What the victim says to clean images: labels, and one row of scores each unless these are hidden.
struct CleanReply {
  std::vector<int> labels;
  Batch scores;
};

CleanReply ask(Victim& victim, const Visibility& visible, const Batch& images) {
  if (visible.label_only()) return {victim.labels(images), Batch(images.rows(), 0)};
  const Scores scores = victim.scores(images);
  CleanReply reply{{}, scores.values};
  for (int i = 0; i < images.rows(); ++i) reply.labels.push_back(predicted_class(scores, i));
  return reply;
}

std::vector<std::optional<int>> targets_of(const PlanOptions& options, int classes, int label, int record) {
  if (!options.targeted) return {std::nullopt};
  if (options.target) return {options.target};
  std::vector<int> others;
  for (int target = 0; target < classes; ++target)
    if (target != label) others.push_back(target);
  if (options.random_targets > 0) {
    Rng rng(mix_seed(mix_seed(options.seed, "targets"), static_cast<std::uint64_t>(record)));
    rng.shuffle(others);
    others.resize(options.random_targets);
    std::sort(others.begin(), others.end());
  }
  return {others.begin(), others.end()};
}

std::uint64_t instance_seed(std::uint64_t seed, const std::string& attack, int record,
                            std::optional<int> target) {
  seed = mix_seed(mix_seed(seed, attack), static_cast<std::uint64_t>(record));
  return mix_seed(seed, static_cast<std::uint64_t>(target.value_or(-1) + 1)) >> 1;
}

}  // namespace

int Plan::attacked() const {
  return static_cast<int>(
      std::count_if(inputs.begin(), inputs.end(), [](const InputRow& row) { return row.attacked; }));
}

Plan make_plan(Victim& victim, const ImageDataset& data, const PlanOptions& options) {
  const auto& spec = victim.spec();
  check_compatible(spec, data, options);
  check_gradients(victim, options);
  Plan plan;
  int found = 0;                        // suitable images, those left out by `skip` included
  std::map<int, std::string> examples;  // by class
  for (int first = 0; first < data.size(); first += kBlock) {
    const bool enough = found >= options.skip + options.images;
    if (enough && plan.clean_queries >= options.clean_images) break;
    int n = std::min(kBlock, data.size() - first);
    if (enough) n = std::min(n, options.clean_images - plan.clean_queries);
    const CleanReply reply = ask(victim, options.visible, images_as_batch(data, first, n));
    plan.clean_queries += n;
    for (int i = 0; i < n; ++i) {
      InputRow row;
      row.id = first + i;
      row.record = data.records[row.id];
      row.name = data.names.empty() ? "" : data.names[row.id];
      row.predicted = reply.labels[i];
      row.label = data.labels[row.id];
      if (row.label >= 0) {
        ++plan.clean_images;
        plan.clean_correct += row.predicted == row.label ? 1 : 0;
      } else {
        row.label = row.predicted;
      }
      const auto pixels = data.image(row.id);
      if (row.predicted == row.label) examples.try_emplace(row.label, pixels.begin(), pixels.end());
      if (found >= options.skip + options.images) continue;
      if (row.predicted != row.label) {
        row.reason = "misclassified";
      } else if (options.target == row.label) {
        row.reason = "already of the target class";
      } else if (found++ >= options.skip) {
        row.attacked = true;
        row.content.assign(pixels.begin(), pixels.end());
      } else {
        continue;
      }
      const auto scores = reply.scores.row(i);
      row.scores.assign(scores.begin(), scores.end());
      plan.inputs.push_back(std::move(row));
    }
  }
  if (plan.attacked() == 0)
    throw InputError("{}: no image to attack among {} ({} classified correctly{})", data.source, data.size(),
                     plan.clean_correct, options.target ? fmt::format(", target {}", *options.target) : "");
  // Images passed over after the last attacked one say nothing about the choice.
  while (!plan.inputs.back().attacked) plan.inputs.pop_back();

  for (const auto& image : plan.inputs) {
    if (!image.attacked) continue;
    for (const auto& target : targets_of(options, spec.classes, image.label, image.record))
      for (const auto& attack : options.attacks) {
        InstanceRow row;
        row.id = static_cast<int>(plan.instances.size());
        row.attack = attack;
        row.input = image.id;
        row.target = target;
        row.seed = instance_seed(options.seed, attack, image.record, target);
        row.budget = options.budget;
        plan.instances.push_back(std::move(row));
      }
  }
  std::set<int> targets;
  for (const auto& instance : plan.instances)
    if (instance.target) targets.insert(*instance.target);
  for (const int target : targets)
    if (const auto found_example = examples.find(target); found_example != examples.end())
      plan.examples.push_back({target, found_example->second});
  return plan;
}

}  // namespace bora
