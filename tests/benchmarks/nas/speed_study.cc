// Study of how well a network's final accuracy is predicted after fewer epochs by the speed of its training,
// by its accuracy at that time, and by its learning curve (Ru 2021, section 8.4). Prints Spearman's rank
// correlations over the networks of a search.
//
//   bo-nas --space nb201 --data digits --strategy random --epochs 12 --budget 44 ... --out search
//   speed_study search
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "benchmarks/nas/learning_curve.h"
#include "benchmarks/optimisers/study_main.h"
#include "common/error.h"
#include "nas/estimator/rank_correlation.h"
#include "nas/estimator/training_speed.h"
#include "nas/estimator/zero_cost.h"
#include "report/statistics/resampling.h"
#include "runs/run_store.h"

namespace {

using bora::InputError;

struct Course {
  std::string setting;  // setting of a random graph's generator: its architecture's text before '#'
  std::vector<double> losses, accuracies, validation_losses, last_losses;
  std::vector<double> train_accuracies;  // none in searches of earlier versions
  double weights = 0;
  std::map<std::string, double> scores;  // zero-cost
};

std::vector<Course> read(const std::string& folder) {
  std::vector<Course> courses;
  try {
    const auto database = bora::runs::open_for_reading(folder + "/run.sqlite");
    const bool has_train_accuracies = database->tableExists("train_accuracies");
    SQLite::Statement rows(
        *database,
        fmt::format(
            "SELECT e.number, loss, accuracy, validation_loss, last_loss, weights, architecture, {} FROM epochs e "
            "JOIN trials t ON t.number = e.number {} WHERE ended = 1 AND failure = '' AND stopped = 0 AND e.number > 0 "
            "ORDER BY e.number, e.epoch",
            has_train_accuracies ? "train_accuracy" : "NULL",
            has_train_accuracies ? "LEFT JOIN train_accuracies a ON a.number = e.number AND a.epoch = e.epoch"
                                 : ""));
    std::int64_t last = -1;
    std::map<std::int64_t, std::size_t> place;
    while (rows.executeStep()) {
      if (rows.getColumn(0).getInt64() != last) courses.emplace_back();
      last = rows.getColumn(0).getInt64();
      place[last] = courses.size() - 1;
      courses.back().losses.push_back(rows.getColumn(1).getDouble());
      courses.back().accuracies.push_back(rows.getColumn(2).getDouble());
      courses.back().validation_losses.push_back(rows.getColumn(3).getDouble());
      courses.back().last_losses.push_back(rows.getColumn(4).getDouble());
      courses.back().weights = rows.getColumn(5).getDouble();
      const std::string architecture = rows.getColumn(6).getString();
      courses.back().setting = architecture.substr(0, architecture.find('#'));
      if (!rows.getColumn(7).isNull())
        courses.back().train_accuracies.push_back(rows.getColumn(7).getDouble());
    }
    SQLite::Statement scores(*database, "SELECT number, name, value FROM scores");
    while (scores.executeStep())
      if (const auto found = place.find(scores.getColumn(0).getInt64()); found != place.end())
        courses[found->second].scores[scores.getColumn(1).getString()] = scores.getColumn(2).getDouble();
  } catch (const SQLite::Exception& error) {
    throw InputError("{}: holds no search of bo-nas: {}", folder, error.what());
  }
  if (courses.size() < 5) throw InputError("{}: {} networks, expected at least 5", folder, courses.size());
  return courses;
}

// Returns the correlation with Fisher's 95% interval, which has the variance 1.06 / (n - 3) for ranks
// (Fieller, Hartley and Pearson 1957).
std::string text(double correlation, std::size_t n) {
  const double half = 1.96 * std::sqrt(1.06 / (static_cast<double>(n) - 3));
  const double z = std::atanh(std::min(correlation, 1 - 1e-9));
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", correlation, std::tanh(z - half), std::tanh(z + half));
}

// Returns predictions by support vector regression, which is fitted to nine tenths of the networks and
// predicts the other tenth.
Eigen::VectorXd by_regression(const std::vector<Course>& courses, const Eigen::VectorXd& reached,
                              int epochs) {
  constexpr std::size_t kFolds = 10;
  std::vector<bora::nas::LearningCurve> curves;
  for (const Course& course : courses) curves.push_back({course.accuracies, {std::log(course.weights)}});
  Eigen::VectorXd predicted(reached.size());
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    std::vector<bora::nas::LearningCurve> in, out;
    std::vector<Eigen::Index> in_rows, out_rows;
    for (std::size_t i = 0; i < curves.size(); ++i) {
      (i % kFolds == fold ? out : in).push_back(curves[i]);
      (i % kFolds == fold ? out_rows : in_rows).push_back(static_cast<Eigen::Index>(i));
    }
    if (out.empty()) continue;
    const Eigen::VectorXd values =
        bora::nas::LearningCurveRegression(in, reached(in_rows), epochs, 0).predict(out);
    predicted(out_rows) = values;
  }
  return predicted;
}

// Prints how well means of TSE-EMA, of sums of losses and of the accuracy over the networks of each setting
// of a generator rank the settings by the mean accuracy after the last epoch (Ru 2021, figure 8.7), with 95%
// intervals of a bootstrap over settings. Prints nothing if all networks have different settings.
void by_setting(const std::vector<Course>& courses) {
  std::map<std::string, std::vector<const Course*>> settings;
  for (const Course& course : courses) settings[course.setting].push_back(&course);
  constexpr std::size_t kFewest = 5;
  if (settings.size() == courses.size() || settings.size() < kFewest) return;
  const auto over = [&](auto value) {
    Eigen::VectorXd means(static_cast<Eigen::Index>(settings.size()));
    Eigen::Index i = 0;
    for (const auto& [setting, of] : settings) {
      double sum = 0;
      for (const Course* course : of) sum += value(*course) / static_cast<double>(of.size());
      means[i++] = sum;
    }
    return means;
  };
  const Eigen::VectorXd reached = over([](const Course& course) { return course.accuracies.back(); });
  const auto best_of = [&](const Eigen::VectorXd& by) {
    Eigen::Index best = 0;
    by.maxCoeff(&best);
    return std::next(settings.begin(), best)->first;
  };
  std::cout << fmt::format(
      "\n{} settings of the generator, the best {}: rank correlation of means with the mean accuracy after the "
      "last epoch\n\n| after epochs | TSE | SoVL | TSE-EMA | names | accuracy then | names | TSE-EMA minus accuracy "
      "|\n|---:|---:|---:|---:|---|---:|---|---:|\n",
      settings.size(), best_of(reached));
  using Losses = std::span<const double>;
  for (std::size_t t = 1; t <= courses.front().losses.size(); ++t) {
    const std::vector<Eigen::VectorXd> estimates{
        over(
            [&](const Course& course) { return -bora::nas::training_speed(Losses(course.losses).first(t)); }),
        over([&](const Course& course) {
          return -bora::nas::training_speed(Losses(course.validation_losses).first(t));
        }),
        over([&](const Course& course) {
          return -bora::nas::training_speed_decayed(Losses(course.losses).first(t));
        }),
        over([&](const Course& course) { return course.accuracies[t - 1]; })};
    // Correlation of each estimate, then the difference of the last two; settings[i] counts weights[i] times.
    const auto correlate = [&](const std::vector<int>& weights, std::vector<double>& values) {
      std::vector<Eigen::Index> drawn;
      for (std::size_t i = 0; i < weights.size(); ++i)
        drawn.insert(drawn.end(), static_cast<std::size_t>(weights[i]), static_cast<Eigen::Index>(i));
      for (std::size_t e = 0; e < estimates.size(); ++e)
        values[e] = bora::tools::spearman(estimates[e](drawn), reached(drawn));
      values[4] = values[2] - values[3];
    };
    std::vector<double> values(estimates.size() + 1);
    correlate(std::vector<int>(settings.size(), 1), values);
    const auto intervals =
        bora::report::percentile_intervals(static_cast<int>(settings.size()), values.size(), {}, correlate);
    const auto cell = [&](std::size_t e) {
      return intervals[e] && intervals[e]->low < intervals[e]->high
                 ? fmt::format("{:.2f} [{:.2f}, {:.2f}]", values[e], intervals[e]->low, intervals[e]->high)
                 : fmt::format("{:.2f}", values[e]);
    };
    std::cout << fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", t, cell(0), cell(1), cell(2),
                             best_of(estimates[2]), cell(3), best_of(estimates[3]), cell(4));
  }
}

int run(int argc, char** argv) {
  if (argc != 2) throw InputError("expected the folder of a search: speed_study FOLDER");
  const auto courses = read(argv[1]);
  const std::size_t epochs = courses.front().losses.size(), n = courses.size();
  const auto over = [&](auto value) {
    Eigen::VectorXd values(static_cast<Eigen::Index>(n));
    for (std::size_t i = 0; i < n; ++i) values[static_cast<Eigen::Index>(i)] = value(courses[i]);
    return values;
  };
  const Eigen::VectorXd final_accuracy = over([](const Course& course) { return course.accuracies.back(); });
  std::cout
      << fmt::format("{} networks, {} epochs: rank correlation with the accuracy after the last\n\n", n,
                     epochs)
      << "| after epochs | TSE | TSE-E | TSE-EMA .9 | TSE-EMA .999 | SoTAcc | SoTAcc-E | SoVL | SoVL-E | SoVAcc | "
         "TLmini | accuracy then | LcSVR |\n|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  const bool has_train_accuracies = std::ranges::all_of(
      courses, [](const Course& course) { return course.train_accuracies.size() == course.losses.size(); });
  for (std::size_t t = 1; t <= epochs; ++t) {
    const auto rank_correlation = [&](auto estimate) {
      return text(bora::tools::spearman(over(estimate), final_accuracy), n);
    };
    using Losses = std::span<const double>;
    const auto sum = [&](auto of) {
      return [=](const Course& course) { return -of(Losses(course.losses).first(t)); };
    };
    const auto by_train_accuracies = [&](auto estimate) -> std::string {
      if (!has_train_accuracies) return "-";
      return rank_correlation(
          [&](const Course& course) { return estimate(Losses(course.train_accuracies).first(t)); });
    };
    std::cout << fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", t,
        rank_correlation(sum([](Losses losses) { return bora::nas::training_speed(losses); })),
        rank_correlation(sum([](Losses losses) { return bora::nas::training_speed_last(losses); })),
        rank_correlation(sum([](Losses losses) { return bora::nas::training_speed_decayed(losses, 0.9); })),
        rank_correlation(sum([](Losses losses) { return bora::nas::training_speed_decayed(losses); })),
        by_train_accuracies([](Losses accuracies) { return bora::nas::training_speed(accuracies); }),
        by_train_accuracies([](Losses accuracies) { return accuracies.back(); }),
        rank_correlation([&](const Course& course) {
          return -bora::nas::training_speed(Losses(course.validation_losses).first(t));
        }),
        rank_correlation([&](const Course& course) { return -course.validation_losses[t - 1]; }),
        rank_correlation([&](const Course& course) {
          return bora::nas::training_speed(Losses(course.accuracies).first(t));
        }),
        rank_correlation([&](const Course& course) { return -course.last_losses[t - 1]; }),
        rank_correlation([&](const Course& course) { return course.accuracies[t - 1]; }),
        text(bora::tools::spearman(by_regression(courses, final_accuracy, static_cast<int>(t)),
                                   final_accuracy),
             n));
  }
  by_setting(courses);
  std::vector<std::vector<double>> losses;
  for (const Course& course : courses) losses.push_back(course.losses);
  std::cout << fmt::format("\nTSE-E and TSE-EMA are to be trusted until epoch {} (algorithm 12)\n",
                           bora::nas::effective_epochs(losses));
  std::cout << "\n| zero-cost score | |\n|---|---:|\n";
  for (const std::string& name : bora::nas::zero_cost_names())
    if (std::ranges::all_of(courses, [&](const Course& course) { return course.scores.contains(name); }))
      std::cout << fmt::format(
          "| {} | {} |\n", name,
          text(bora::tools::spearman(over([&](const Course& course) { return course.scores.at(name); }),
                                     final_accuracy),
               n));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bora::tools::study_main("speed_study", run, argc, argv);
}
