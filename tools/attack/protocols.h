// Presets of options for `bo-attack --protocol NAME` and `--preset NAME`.
#pragma once

#include <vector>

#include "common/layers.h"
#include "tools/options/command_line.h"

namespace bora::tools {

/// Returns the presets. Images: the published tables (report/figures/published.h), each with its
/// attacks, images, targets, bound and budget; `rivals`: all attacks that need scores; `labels`: all attacks
/// that need labels only. Graphs: table 6.6 and the constraints of figure 6.7 of Ru 2021, untargeted.
/// Each preset sets --task. The user supplies the victim and the data.
const std::vector<Preset>& protocols();

/// Returns sets of attacks on images, with their budgets. `standard`: those of version `standard` of
/// AutoAttack (Croce and Hein, ICML 2020, and the authors' code) in its order, without FAB-T, then
/// score-based and label-only Bayesian and sign searches.
const std::vector<Preset>& presets();

}  // namespace bora::tools
