#include "benchmarks/optimisers/study_record.h"

#include <algorithm>
#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "common/error.h"
#include "common/statistics.h"
#include "common/text.h"

namespace bora::tools {

StudyRuns read_study(const std::string& file) {
  StudyRuns runs;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const auto fields = split(line, ',');
    if (fields.size() != 6) throw InputError("{}: '{}' is not a line of a study", file, line);
    StudyRun& run = runs[{fields[0], fields[1], std::stoi(fields[2])}];
    run.regrets.push_back(std::stod(fields[4]));
    run.seconds += std::stod(fields[5]);
  }
  return runs;
}

double quantile_of(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return sample_quantile(values, q);
}

void print_study(const StudyRuns& runs, const std::vector<std::string>& problems,
                 const std::vector<std::string>& optimisers, const std::set<int>& seeds, int budget) {
  std::vector<int> points;
  for (const int point : {25, 50, 75, 100, 200, 400, 1000})
    if (point <= budget) points.push_back(point);
  if (points.empty() || points.back() < budget) points.push_back(budget);
  std::cout << "| problem | optimiser | seeds |";
  for (const int point : points) std::cout << " regret at " << point << " |";
  std::cout << " ms an ask |\n|---|---|---:|";
  for (std::size_t i = 0; i < points.size(); ++i) std::cout << "---:|";
  std::cout << "---:|\n";
  for (const auto& problem : problems)
    for (const auto& optimiser : optimisers) {
      std::vector<const StudyRun*> found;
      for (const int seed : seeds)
        if (const auto run = runs.find({problem, optimiser, seed}); run != runs.end())
          found.push_back(&run->second);
      std::cout << fmt::format("| {} | {} | {} |", problem, optimiser, found.size());
      double seconds = 0;
      for (const StudyRun* run : found) seconds += run->seconds / static_cast<double>(run->regrets.size());
      for (const int point : points) {
        std::vector<double> at;
        for (const StudyRun* run : found)
          if (static_cast<int>(run->regrets.size()) >= point)
            at.push_back(run->regrets[static_cast<std::size_t>(point - 1)]);
        std::cout << (at.empty() ? std::string(" n/a |")
                                 : fmt::format(" {:.3g} [{:.2g}, {:.2g}] |", quantile_of(at, 0.5),
                                               quantile_of(at, 0.25), quantile_of(at, 0.75)));
      }
      std::cout << fmt::format(" {:.1f} |\n",
                               1e3 * seconds / std::max<double>(1, static_cast<double>(found.size())));
    }
}

}  // namespace bora::tools
