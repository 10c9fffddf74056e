// What `bo-attack --protocol NAME` stands for.
#pragma once

#include <vector>

#include "tools/options/command_line.h"

namespace bora {

/// The published tables (tools/report/published.h), each with its attacks, images, targets, bound and budget;
/// `rivals`: every attack of the factory that sees scores; `labels`: every one that sees labels alone. The
/// victim and the data are the user's own.
const std::vector<Preset>& protocols();

}  // namespace bora
