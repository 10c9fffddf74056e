// Tables of attacks, which the factory reads: one entry per attack.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "attacks/factory.h"

namespace bora::attacks {

/// Attack whose settings have been read.
template <typename Input>
struct ConfiguredAttack {
  std::function<std::unique_ptr<Attack<Input>>(Problem<Input>)> make;
  std::optional<PriorUse> prior;  ///< replaces AttackSummary::prior if set
  int probe_queries = 0;          ///< replaces AttackSummary::probe_queries if larger
  int opening_queries = 0;        ///< is stored in AttackSummary::opening_queries
};

/// Attack in a table: its summary and the function that configures it.
template <typename Input>
struct AttackEntry {
  AttackSummary summary;
  /// Reads and checks the settings for images of this shape; graphs ignore it. Throws InputError.
  ConfiguredAttack<Input> (*configure)(AttackSettings&, const ImageShape&);
};

/// Returns the attacks on a kind of inputs (image/factory.cc, semantic/factory.cc, graph/factory.cc). Entries
/// with the same name are adjacent. Among those that support the norm of the run, the first is used, or the
/// last if only labels are visible.
template <typename Input>
const std::vector<AttackEntry<Input>>& attack_table();

/// Reads the options of an attack from its settings. Options must have a member read(settings), or
/// read(settings, shape) if defaults depend on the shape of the images. Optional members:
/// `PriorUse prior() const`, if the options decide whether substitute models are used,
/// `int probe_queries() const`, if they decide how many queries a check must give the attack, and
/// `int opening_queries() const`, if they decide how many queries come before the first use of an answer.
/// Throws InputError for an invalid value.
template <typename Input, typename AttackClass, typename Options>
ConfiguredAttack<Input> configure(AttackSettings& settings, const ImageShape& shape) {
  Options options;
  if constexpr (requires { options.read(settings, shape); })
    options.read(settings, shape);
  else
    options.read(settings);
  ConfiguredAttack<Input> configured{[options](Problem<Input> problem) {
                                       return std::make_unique<AttackClass>(std::move(problem), options);
                                     },
                                     {}};
  if constexpr (requires { options.prior(); }) configured.prior = options.prior();
  if constexpr (requires { options.probe_queries(); }) configured.probe_queries = options.probe_queries();
  if constexpr (requires { options.opening_queries(); })
    configured.opening_queries = options.opening_queries();
  return configured;
}

}  // namespace bora::attacks
