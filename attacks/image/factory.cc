#include "attacks/image/factory.h"

#include <algorithm>

#include "attacks/image/gp_bo.h"
#include "attacks/image/gp_bo_auto.h"
#include "attacks/image/random_vertices.h"
#include "attacks/image/square.h"
#include "common/error.h"
#include "common/text.h"

namespace bora {
namespace {

struct Entry {
  AttackSummary summary;
  /// Reads and checks the settings for images of a shape.
  AttackMaker (*configure)(AttackSettings&, const ImageShape&);
};

/// A maker for an attack with an options struct that reads itself from settings.
template <typename Attack, typename Options>
AttackMaker configure(AttackSettings& settings, const ImageShape& shape) {
  Options options;
  options.read(settings, shape);
  return [options](AttackProblem problem) { return std::make_unique<Attack>(std::move(problem), options); };
}

// To add an attack: one line here, one file pair beside this one.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"gp-bo",
        "Bayesian optimisation of a low-dimensional perturbation with one Gaussian process (Ru et al. 2020)"},
       configure<GpBoAttack, GpBoOptions>},
      {{"addgp-bo",
        "the same with an additive Gaussian process whose decomposition is learnt (Ru et al. 2020)"},
       configure<GpBoAttack, AddGpBoOptions>},
      {{"gp-bo-auto", "GP-BO that chooses the dimension of its search space by evidence (Ru et al. 2020)"},
       configure<GpBoAutoAttack, GpBoAutoOptions>},
      {{"square", "Square Attack: random search with squares (Andriushchenko et al. 2020)"},
       configure<SquareAttack, SquareOptions>},
      {{"random", "random vertices of the ball in blocks, each query drawn afresh"},
       configure<RandomVertices, RandomVerticesOptions>},
  };
  return all;
}

const Entry& find_entry(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& entry : entries()) {
    if (entry.summary.name == name) return entry;
    names.push_back(entry.summary.name);
  }
  const std::string nearest = nearest_name(name, names);
  throw InputError("--attack: unknown attack '{}'{}; valid: {}", name,
                   nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest), join(names));
}

}  // namespace

std::string to_string(AttackSight sight) {
  switch (sight) {
    case AttackSight::scores:
      return "scores";
    case AttackSight::labels:
      return "labels";
    case AttackSight::gradients:
      return "gradients";
  }
  return "?";
}

const std::vector<AttackSummary>& attack_summaries() {
  static const std::vector<AttackSummary> summaries = [] {
    std::vector<AttackSummary> all;
    for (const auto& entry : entries()) all.push_back(entry.summary);
    return all;
  }();
  return summaries;
}

std::vector<SettingDescription> attack_settings(const std::string& name, const ImageShape& shape) {
  AttackSettings settings(name);
  find_entry(name).configure(settings, shape);
  return settings.descriptions();
}

AttackRecipe make_recipe(const std::string& spec, const ImageShape& shape) {
  AttackSettings settings(spec);
  const Entry& entry = find_entry(settings.attack());
  AttackRecipe recipe{spec, entry.summary, entry.configure(settings, shape)};
  settings.finish();
  return recipe;
}

void check_attack_spec(const std::string& spec) {
  // Larger than any setting that is bounded by the image.
  make_recipe(spec, {3, 4096, 4096});
}

}  // namespace bora
