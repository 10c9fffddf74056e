// Reports of a search for Bayesian networks: on the terminal, as results.csv, as a page.
#pragma once

#include <string>

#include "common/layers.h"
#include "nas/run/bayesian/bnn_outcome.h"

namespace bora::report {

/// Returns the summary that bo-nas prints.
std::string bnn_text(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome);
/// Writes results.csv, one line per checkpoint or failure, and report.html into the folder of the search.
void write_bnn_report(const BnnConfig& options, const BnnTrainer& trainer, const BnnOutcome& outcome);

}  // namespace bora::report
