// The derived files of a run's folder, all made from run.sqlite alone.
#pragma once

#include <filesystem>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Writes summary.json, results.csv and report.html into `folder`, each of them whole or not at all. The run
/// may be unfinished: the report says how far it got. Throws InputError if a file cannot be written.
void write_report(const RunRecord& run, const std::filesystem::path& folder);

/// Reads `folder`/run.sqlite and writes the report beside it. Throws InputError as read_run does.
void write_report(const std::filesystem::path& folder);

}  // namespace bora
