// What `bo-attack --protocol NAME` stands for.
#pragma once

#include <vector>

#include "tools/options/command_line.h"

namespace bora {

/// Of images: the published tables (tools/report/figures/published.h), each with its attacks, images,
/// targets, bound and budget; `rivals`: every attack of the factory that sees scores; `labels`: every one
/// that sees labels alone. Of graphs: table 6.6 and the constraints of figure 6.7 of Ru 2021, untargeted.
/// Each sets --task. The victim and the data are the user's own.
const std::vector<Preset>& protocols();

}  // namespace bora
