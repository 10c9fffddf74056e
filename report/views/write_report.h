// The derived files of a run's folder, all made from run.sqlite alone.
#pragma once

#include <filesystem>

#include "common/layers.h"
#include "report/words/run_words.h"

namespace bora::report {

/// Writes report.html, report.md, summary.json, results.csv, table.md, junit.xml, results.sarif and badge.svg
/// into `folder`, each of them whole or not at all. The run may be unfinished: the report says how far it
/// got. Throws InputError if a file cannot be written.
void write_report(const RunReport& report, const std::filesystem::path& folder);

/// Makes `folder` where it is missing and returns it. Throws InputError if it cannot be made.
std::filesystem::path make_folder(const std::filesystem::path& folder);

}  // namespace bora::report
