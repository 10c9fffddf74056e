#include "attacks/image/factory.h"

#include <algorithm>
#include <functional>

#include "common/error.h"
#include "common/text.h"

namespace bora {
namespace {

struct Entry {
  AttackName name;
  std::function<void(const AttackOptions&, const ImageShape&)> check;
  std::function<std::unique_ptr<ImageAttack>(AttackProblem, const AttackOptions&)> make;
};

// To add an attack: one entry here, one file pair beside this one.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"gp-bo",
        "Bayesian optimisation of a low-dimensional perturbation with one Gaussian process (Ru et al. 2020)"},
       [](const AttackOptions& options, const ImageShape& shape) {
         options.gp_bo.optimiser.check();
         const BilinearDecoder decoder(shape, options.gp_bo.side);
       },
       [](AttackProblem problem, const AttackOptions& options) {
         return std::make_unique<GpBoAttack>(std::move(problem), options.gp_bo);
       }},
      {{"square", "Square Attack: random search with squares (Andriushchenko et al. 2020)"},
       [](const AttackOptions& options, const ImageShape&) { options.square.check(); },
       [](AttackProblem problem, const AttackOptions& options) {
         return std::make_unique<SquareAttack>(std::move(problem), options.square);
       }},
      {{"random", "random vertices of the ball in blocks, each query drawn afresh"},
       [](const AttackOptions& options, const ImageShape& shape) { options.random.check(shape); },
       [](AttackProblem problem, const AttackOptions& options) {
         return std::make_unique<RandomVertices>(std::move(problem), options.random);
       }},
  };
  return all;
}

const Entry& find_entry(const std::string& name) {
  for (const auto& entry : entries())
    if (entry.name.name == name) return entry;
  std::vector<std::string> names;
  for (const auto& entry : entries()) names.push_back(entry.name.name);
  const std::string nearest = nearest_name(name, names);
  throw InputError("--attack: unknown attack '{}'{}; valid: {}", name,
                   nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest), join(names));
}

}  // namespace

void AttackOptions::check(const std::vector<std::string>& attacks, const ImageShape& shape) const {
  for (const auto& attack : attacks) find_entry(attack).check(*this, shape);
}

const std::vector<AttackName>& attack_names() {
  static const std::vector<AttackName> names = [] {
    std::vector<AttackName> all;
    for (const auto& entry : entries()) all.push_back(entry.name);
    return all;
  }();
  return names;
}

void check_attack_name(const std::string& name) {
  find_entry(name);
}

std::unique_ptr<ImageAttack> make_attack(const std::string& name, AttackProblem problem,
                                         const AttackOptions& options) {
  return find_entry(name).make(std::move(problem), options);
}

}  // namespace bora
