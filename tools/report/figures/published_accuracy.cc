#include "tools/report/figures/published_accuracy.h"

#include <algorithm>

namespace bora {

const PublishedAccuracyTable& published_accuracy() {
  static const PublishedAccuracyTable table{
      "ru-6.6",
      "Ru 2021, table 6.6: accuracy in % on TU data sets before and after attacks with r = 0.03, 3 trials",
      {{"budget-edits", "0.03"}, {"queries-per-edit", "50"}, {"attack", "grabnel,random,genetic,gradient"}},
      {{"gcn", "IMDB-MULTI"},
       {"gcn", "PROTEINS"},
       {"gcn", "COLLAB"},
       {"gin", "IMDB-MULTI"},
       {"gin", "PROTEINS"},
       {"gin", "COLLAB"}},
      {{"", "Clean", {{50.53, 1.4}, {71.73, 2.6}, {79.73, 2.1}, {48.85, 0.4}, {70.53, 2.3}, {80.80, 0.9}}},
       {"random",
        "Random",
        {{47.43, 1.2}, {19.46, 1.7}, {76.41, 6.2}, {40.44, 2.5}, {42.90, 2.2}, {71.29, 0.9}}},
       {"genetic",
        "Genetic",
        {{47.82, 1.5}, {14.88, 1.7}, {58.61, 7.9}, {39.68, 3.1}, {23.25, 5.3}, {61.68, 2.5}}},
       {"gradient",
        "Gradient-based",
        {{39.31, 2.2}, {50.60, 4.5}, {36.67, 1.2}, {37.56, 2.2}, {11.90, 4.4}, {54.00, 2.9}}},
       {"grabnel",
        "GRABNEL",
        {{45.23, 0.2}, {10.82, 2.5}, {35.38, 9.3}, {38.22, 3.9}, {10.72, 7.1}, {57.33, 4.7}}}}};
  return table;
}

const PublishedAccuracy* PublishedAccuracyTable::find(const std::string& attack,
                                                      const std::string& architecture,
                                                      const std::string& data) const {
  const auto end = data.find_last_not_of("0123456789");
  const bool sample = end != std::string::npos && end > 0 && end + 1 < data.size() && data[end] == '-';
  const std::string set = sample ? data.substr(0, end) : data;
  const auto column = std::find(columns.begin(), columns.end(), std::pair(architecture, set));
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const Row& each) { return each.attack == attack; });
  if (column == columns.end() || row == rows.end()) return nullptr;
  return &row->cells[column - columns.begin()];
}

}  // namespace bora
