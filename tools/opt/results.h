// What a tuning run hands over: results.csv, report.html, a few lines.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tools/opt/tuning.h"

namespace bora {

/// For eyes: numbers with six digits. results.csv has all.
std::string short_text(const ParameterValue& value);

/// One line a trial: trial,status,value,seconds and a column a parameter, empty where it means nothing.
std::string results_csv(const Tuning& tuning);
/// Such a file, or another with a column `value` and one a parameter, in any order; rows whose value is empty
/// and further columns are passed over. Throws InputError naming the line.
std::vector<std::pair<Assignment, double>> read_results(const std::filesystem::path& file,
                                                        const ParameterSpace& space);

/// What is printed in the end.
std::string summary_text(const Tuning& tuning, int budget, const std::string& stopped);
/// results.csv and report.html into `folder`.
void write_results(const Tuning& tuning, const std::filesystem::path& folder, const std::string& command);

}  // namespace bora
