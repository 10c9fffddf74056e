// The settings of one attack, as typed behind its name: "simba:basis=dct:step=0.2".
#pragma once

#include <string>

#include "common/layers.h"
#include "common/named_settings.h"

namespace bora::attacks {

class AttackSettings : public NamedSettings {
 public:
  explicit AttackSettings(const std::string& spec) : NamedSettings(spec, "attack") {}

  const std::string& attack() const { return name(); }

  /// Reads the setting `as`, and returns whether `paper` was asked for instead of the tuned values. `paper`:
  /// the settings that it stands for; settings typed beside it take precedence.
  bool read_as_paper(const std::string& paper) {
    return choice("as", "tuned", {"tuned", "paper"}, "paper: as published, " + paper) == "paper";
  }
  /// Reads the setting `as` of an attack whose defaults are the published values.
  void read_as_paper() { choice("as", "paper", {"paper"}, "as published, which the defaults are"); }
};

}  // namespace bora::attacks
