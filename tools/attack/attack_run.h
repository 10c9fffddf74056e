// bo-attack from settings to report.
#pragma once

#include "common/layers.h"
#include "tools/attack/attack_config.h"

namespace bora::tools {

/// Runs the attacks, or continues them if config.output.resume, verifies the adversarial examples, writes the
/// report and prints its summary. Returns the exit code. Throws InputError before anything is written if the
/// input is at fault.
int run_attack(const AttackConfig& config);

}  // namespace bora::tools
