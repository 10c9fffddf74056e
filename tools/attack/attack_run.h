// bo-attack from settings to report.
#pragma once

#include "common/layers.h"
#include "tools/attack/attack_config.h"

namespace bora::tools {

/// Runs the attacks, or continues them if config.output.resume, verifies the adversarial examples, writes the
/// report and prints its summary. Returns the exit code. Throws InputError before anything is written if the
/// input is at fault.
int run_attack(const AttackConfig& config);

/// Do the same for one kind of attacks: on images whose pixels change within a ball, on images with semantic
/// changes, and on graphs (session/).
int run_on_pixels(const AttackConfig& config);
int run_on_changes(const AttackConfig& config);
int run_on_graphs(const AttackConfig& config);

}  // namespace bora::tools
