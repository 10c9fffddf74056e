// report.html of a tuning run.
#pragma once

#include <string>

#include "tools/opt/tuning.h"

namespace bora {

/// A page that needs nothing beside it: the best trial, the incumbent over trials, each parameter against the
/// value with what the model says along it, what the model takes to matter, trials that run or failed, the
/// best ones.
std::string tuning_report(const Tuning& tuning, const std::string& heading, const std::string& command);

}  // namespace bora
