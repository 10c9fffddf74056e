// What a tuning run hands over: results.csv, report.html, a few lines.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tools/opt/recommendation.h"
#include "tools/opt/tuning.h"

namespace bora {

/// For eyes: numbers with six digits. results.csv has all.
std::string short_text(const ParameterValue& value);

/// `text` as a field of CSV (RFC 4180).
std::string result_field(const std::string& text);

/// One line a trial: trial,status,value,seconds and a column a parameter, empty where it means nothing. Of
/// several objectives a column each, by their names, instead of value. Where trials are
/// repeated, a column NAME_error beside each, the standard error of the mean, unless the name is taken. With
/// constraints a column for each name that is bounded, and `feasible`: yes or no.
std::string results_csv(const Tuning& tuning);
/// Such a file, or another with a column `value` and one a parameter, in any order; of several `objectives`
/// or constraints a column each, by their names, instead of value. Rows where one of them is empty and
/// further columns are passed over, and a parameter with one value needs no column. Rows that are no points
/// of the space are left out, with a line in `left_out` that names each and says why. Throws InputError
/// naming the line, or if every row is left out.
using Known = std::vector<std::pair<Assignment, std::vector<double>>>;
Known read_results(const std::filesystem::path& file, const ParameterSpace& space,
                   const std::vector<Objective>& objectives, std::vector<std::string>& left_out);
/// The same of its content; `place` is what errors call it.
Known parse_results(const std::string& text, const std::string& place, const ParameterSpace& space,
                    const std::vector<Objective>& objectives, std::vector<std::string>& left_out);

/// What is printed in the end.
std::string summary_text(const Tuning& tuning, int budget, const std::string& stopped,
                         const std::optional<RecommendedPoint>& recommendation = std::nullopt);
/// summary.json: the best trial or the front, the recommendation, and how many trials there are.
std::string summary_json(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation);
/// Writes results.csv and, where trials are repeated, repeats.csv into `folder`.
void write_tables(const Tuning& tuning, const std::filesystem::path& folder);
/// Writes the tables, summary.json and report.html into `folder`.
void write_results(const Tuning& tuning, const std::filesystem::path& folder, const std::string& command,
                   const std::optional<RecommendedPoint>& recommendation = std::nullopt);

}  // namespace bora
