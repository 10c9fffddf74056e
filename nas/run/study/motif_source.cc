#include "nas/run/study/motif_source.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "common/number.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "common/usual_goal.h"
#include "data/files/csv_table.h"

namespace bora::nas {

std::shared_ptr<const MotifSpace> motifs_from(const std::filesystem::path& path, const std::string& values,
                                              const SpacePtr& space, const MotifOptions& options) {
  const std::string file = path.string();
  std::ifstream in(path);
  std::stringstream text;
  if (!in || !(text << in.rdbuf())) throw SettingError("motifs", "{} cannot be read, or is empty", file);
  CsvReader reader(text.str(), "motifs: " + file);
  const std::size_t named = reader.column({"cell", "arch", "architecture"}), valued = reader.column({values});
  std::vector<Architecture> X;
  std::vector<double> y;
  std::set<std::string> seen;
  // Motifs are also learnt from architectures that are not searched, for example those missing in a table.
  const SpacePtr whole = make_space(space->name());
  while (reader.next()) {
    reader.check_width();
    const std::string& number = reader.fields()[valued];
    if (number.empty()) continue;
    const auto value = to_finite(number);
    if (!value)
      throw InputError("{}: {} '{}' is not a finite number", reader.where(), values, printable(number));
    try {
      Architecture architecture = whole->parse(reader.fields()[named]);
      if (!seen.insert(architecture.text()).second) continue;
      X.push_back(std::move(architecture));
      y.push_back(*value);
    } catch (const InputError& problem) {
      throw InputError("{}: {}", reader.where(), problem.what());
    }
  }
  if (X.size() < 2)
    throw SettingError("motifs", "{} has {} architectures, expected at least 2", file, X.size());
  if (std::ssize(X) > kMostLearntFrom) {
    Rng rng(0);
    std::vector<int> order = rng.permutation(static_cast<int>(X.size()));
    order.resize(kMostLearntFrom);
    std::vector<Architecture> some;
    std::vector<double> worth;
    for (const int i : order) {
      some.push_back(X[static_cast<std::size_t>(i)]);
      worth.push_back(y[static_cast<std::size_t>(i)]);
    }
    X = std::move(some);
    y = std::move(worth);
  }
  return std::make_shared<const MotifSpace>(
      space,
      Motifs(*space, X, Eigen::Map<const Eigen::VectorXd>(y.data(), static_cast<Eigen::Index>(y.size())),
             options));
}

std::shared_ptr<const MotifSpace> motifs_of(const ArchitectureTask& task, const SpacePtr& space,
                                            RunObserver& observer) {
  if (task.motifs.empty()) return nullptr;
  auto motifs = motifs_from(task.motifs, task.motif_values, space, task.motif_options);
  if (usual_goal(task.motif_values) == UsualGoal::minimise)
    observer.warn(fmt::format(
        "motif-values: larger values of {} count as better, although its name is that of an error or cost; name a "
        "column in which larger is better",
        printable(task.motif_values)));
  return motifs;
}

}  // namespace bora::nas
