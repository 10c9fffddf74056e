// Record of a study of optimisers: its CSV and its table.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace bora::tools {

struct StudyRun {
  std::vector<double> regrets;  ///< simple regret that is left after each evaluation
  double seconds = 0;           ///< processor time of all asks
};
using StudyKey = std::tuple<std::string, std::string, int>;  ///< problem, optimiser, seed
using StudyRuns = std::map<StudyKey, StudyRun>;

inline constexpr const char* kStudyColumns = "problem,optimiser,seed,evaluation,regret,seconds";

/// Reads the runs of a CSV; none if there is no such file. Throws InputError.
StudyRuns read_study(const std::string& file);

/// Returns the quantile q of values in any order, which must not be empty.
double quantile_of(std::vector<double> values, double q);

/// Prints a row for each problem and optimiser: median [quartiles] of the regret at 25, 50, ... evaluations,
/// and milliseconds an ask.
void print_study(const StudyRuns& runs, const std::vector<std::string>& problems,
                 const std::vector<std::string>& optimisers, const std::set<int>& seeds, int budget);

}  // namespace bora::tools
