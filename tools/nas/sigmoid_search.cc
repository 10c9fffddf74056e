#include "tools/nas/sigmoid_search.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "common/error.h"
#include "common/run_observer.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "nas/sigmoid/given_prior_search.h"
#include "nas/sigmoid/sigmoid_space.h"
#include "nas/sigmoid/two_classes.h"
#include "surrogates/linear/basis_regression.h"
#include "tools/nas/sigmoid_page.h"
#include "tools/options/command_line.h"
#include "tools/options/run_tool.h"
#include "tools/report/render/html_text.h"
#include "tools/report/render/plot.h"

namespace bora {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr const char* kSpace = "sigmoid-mlp";
constexpr const char* kToy = "two-classes";

constexpr const char* kExamples = R"(Examples:
  bo-nas --space sigmoid-mlp --data two-classes --out toy
      the search of Twist 2019, algorithm 4: accuracies, the best network and its regions in report.html
  bo-nas --space sigmoid-mlp --data two-classes --network 6-8-9-7 --epochs 1000 --rate 0.05 --out figure-3
      trains one network by algorithm 3 and plots its regions and costs
  bo-nas --space sigmoid-mlp --data points.csv --layers 2 --units 30 --epochs 10,200 --rate 0.01,0.5 --out own
      a search on your own points
  bo-nas --space sigmoid-mlp --basis linear,cubic --alpha 1 --sigma 0.25 --ell 0.3 --out figure-5
      Bayesian linear regression on basis functions, beside the Gaussian process with that ell

Networks consist of sigmoid units and are trained on the squared error by gradient descent, one point at a time. The
search space is [n_1, ..., n_L, epochs, rate], scaled to the unit box; a layer with 0 units is left out. Values are
validation accuracies in [0, 1]. The prior's hyper-parameters are fixed, not learnt. Networks are trained one after
another.)";

struct SigmoidOptions {
  std::string space, data = kToy, network, epochs = "50,1000", rate = "0.01,1", basis, out;
  SigmoidBounds bounds;
  GivenPriorOptions search;
  int points = 60, validation = 20;
  double flipped = 0.05;
  std::uint64_t seed = 0;
};

double number_of(const std::string& text, const std::string& option, const std::string& whole) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw InputError("{}: got '{}', expected a number, or two as in 50,1000", option, printable(whole));
  return value;
}

std::pair<double, double> bounds_of(const std::string& text, const std::string& option) {
  const auto parts = split(text, ',');
  if (parts.size() > 2)
    throw InputError("{}: got '{}', expected a number, or two as in 50,1000", option, printable(text));
  return {number_of(parts.front(), option, text), number_of(parts.back(), option, text)};
}

int whole_of(double value, const std::string& option) {
  constexpr double kMost = 1e7;
  if (value != std::floor(value) || value < 1 || value > kMost)
    throw InputError("{}: {} is not a whole number of at least 1", option, value);
  return static_cast<int>(value);
}

bool parse(SigmoidOptions& options, int argc, const char* const* argv) {
  CommandLine line("bo-nas --space sigmoid-mlp",
                   "searches for sigmoid networks with a given prior (Twist 2019)", kExamples);
  line.section("Points").add_options()                                  //
      ("space", po::value(&options.space)->value_name("NAME"), kSpace)  //
      ("data", value_of(options.data),
       "two-classes: random points of two classes in the plane; or a CSV file with lines x_1,...,x_d,class")  //
      ("points", value_of(options.points), "number of points of two-classes")                     //
      ("flipped", value_of(options.flipped), "probability that a label of two-classes is wrong")  //
      ("validation", value_of(options.validation), "number of points on which networks are scored");
  line.section("Networks")
      .add_options()                                                                                      //
      ("layers", value_of(options.bounds.layers), "maximum number of hidden layers, L")                   //
      ("units", value_of(options.bounds.most_units), "maximum number of units per hidden layer, n_max")   //
      ("epochs", value_of(options.epochs), "smallest and largest number of epochs, or one fixed number")  //
      ("rate", value_of(options.rate),
       "smallest and largest learning rate (linear scale), or one fixed number")  //
      ("network", po::value(&options.network)->value_name("N-N-..."),
       "train one network with these hidden layers instead of a search, with the largest number of epochs and rate");
  line.section("Search").add_options()                                                                      //
      ("alpha", value_of(options.search.prior.alpha), "standard deviation of the prior")                    //
      ("sigma", value_of(options.search.prior.sigma), "standard deviation of the noise")                    //
      ("ell", value_of(options.search.prior.ell), "lengthscale in the unit box")                            //
      ("initial", value_of(options.search.initial), "number of initial random networks")                    //
      ("candidates", value_of(options.search.candidates), "number of points drawn at each iteration, n_c")  //
      ("iterations", value_of(options.search.iterations),
       "number of networks chosen by expected improvement")                                        //
      ("seed", value_of(options.seed), "seed of points, weights, order of points and candidates")  //
      ("basis", po::value(&options.basis)->value_name("NAME,..."),
       ("fit a function of one number by regression on these bases instead of a search: " +
        join(basis_names()))
           .c_str());
  line.section("Output").add_options()("out", po::value(&options.out)->value_name("FOLDER"),
                                       "folder for results.csv and report.html");
  line.keep_out_of_config({"out"});
  if (!line.parse(argc, argv)) return false;
  if (options.out.empty()) throw InputError("--out: must name a folder");
  if (!options.network.empty() && !options.basis.empty())
    throw InputError("--network and --basis: expected one of the two");
  const auto epochs = bounds_of(options.epochs, "--epochs"), rates = bounds_of(options.rate, "--rate");
  options.bounds.least_epochs = whole_of(epochs.first, "--epochs");
  options.bounds.most_epochs = whole_of(epochs.second, "--epochs");
  options.bounds.least_rate = rates.first;
  options.bounds.most_rate = rates.second;
  try {
    options.bounds.check();
    options.search.check();
  } catch (const InputError& error) {
    throw InputError("--{}", error.what());
  }
  return true;
}

std::vector<int> layers_of(const std::string& text) {
  std::vector<int> units;
  if (text == "none") return units;
  for (const std::string& part : split(text, '-')) {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    constexpr int kMost = 10000;
    if (part.empty() || error != std::errc() || end != part.data() + part.size() || value < 0 ||
        value > kMost)
      throw InputError("--network: '{}' has '{}', expected units as in 6-8-9-7", printable(text),
                       printable(part));
    units.push_back(value);
  }
  return units;
}

// Training and validation points, and trainings on them that the seed and a number determine.
class Task {
 public:
  explicit Task(const SigmoidOptions& options) : seed_(options.seed) {
    Rng rng(mix_seed(seed_, "points"));
    const LabelledPoints all = options.data == kToy ? two_class_points(options.points, options.flipped, rng)
                                                    : read_labelled_points(options.data);
    if (options.validation < 1 || options.validation >= all.size())
      throw InputError("--validation: {} of {} points, expected at least 1 and fewer than all",
                       options.validation, all.size());
    std::tie(training, validation) = split_points(all, all.size() - options.validation, rng);
  }
  SigmoidNetwork trained(const SigmoidSetting& setting, std::uint64_t number, CostCurves* curves) const {
    Rng rng(mix_seed(mix_seed(seed_, "network"), number));
    std::vector<int> widths{static_cast<int>(training.inputs.rows())};
    widths.insert(widths.end(), setting.units.begin(), setting.units.end());
    widths.push_back(static_cast<int>(training.targets.rows()));
    SigmoidNetwork network(widths, rng);
    network.train(training, setting.training, rng, [&](int) {
      if (interrupt_flag()) throw Interrupted("interrupted while a network was trained; nothing was written");
      if (curves == nullptr) return;
      curves->training.push_back(network.cost(training));
      curves->validation.push_back(network.cost(validation));
    });
    return network;
  }
  LabelledPoints training, validation;

 private:
  std::uint64_t seed_;
};

std::string network_section(const Task& task, const SigmoidSetting& setting, std::uint64_t number) {
  CostCurves curves;
  const SigmoidNetwork network = task.trained(setting, number, &curves);
  return fmt::format(
             "<p>{}: accuracy {:.1f}% of {} training points and {:.1f}% of {} validation points.</p>\n",
             escape(setting.text()), 100 * network.accuracy(task.training), task.training.size(),
             100 * network.accuracy(task.validation), task.validation.size()) +
         regions_figure(network, task.training, task.validation) + costs_figure(curves);
}

void write_page(const SigmoidOptions& options, const std::string& heading, const std::string& body,
                const std::string& csv) {
  write_whole_file(fs::path(options.out) / "results.csv", csv);
  write_whole_file(fs::path(options.out) / "report.html", html_page("Sigmoid networks", heading, body, ""));
  fmt::print("report     {}\n", (fs::path(options.out) / "report.html").string());
}

void train_one(const SigmoidOptions& options) {
  const Task task(options);
  const SigmoidSetting setting{layers_of(options.network),
                               {options.bounds.most_epochs, options.bounds.most_rate}};
  CostCurves curves;
  const SigmoidNetwork network = task.trained(setting, 0, &curves);
  std::string csv = "epoch,training_cost,validation_cost\n";
  for (std::size_t i = 0; i < curves.training.size(); ++i)
    csv += fmt::format("{},{:.9g},{:.9g}\n", i + 1, curves.training[i], curves.validation[i]);
  const auto least = std::ranges::min_element(curves.validation) - curves.validation.begin();
  fmt::print(
      "{}\ntraining   cost {:.4f}, accuracy {:.1f}%\nvalidation cost {:.4f}, accuracy {:.1f}%; least cost "
      "{:.4f} after epoch {}\n",
      setting.text(), curves.training.back(), 100 * network.accuracy(task.training), curves.validation.back(),
      100 * network.accuracy(task.validation), curves.validation[static_cast<std::size_t>(least)], least + 1);
  write_page(options, "One network", network_section(task, setting, 0), csv);
}

void search(const SigmoidOptions& options) {
  const Task task(options);
  Rng rng(mix_seed(options.seed, "search"));
  std::uint64_t number = 0;
  const auto accuracy = [&](const Eigen::VectorXd& box) {
    return task.trained(options.bounds.setting(box), ++number, nullptr).accuracy(task.validation);
  };
  const auto done = given_prior_search(accuracy, options.bounds.dimension(), options.search, rng);
  std::string csv = "evaluation,layers,epochs,rate,accuracy,mean_before,expected_improvement\n";
  Plot::Points values, best, by_rate, by_epochs, by_units;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < done.size(); ++i) {
    const SigmoidSetting setting = options.bounds.setting(done[i].point);
    const std::string text = setting.text();
    csv += fmt::format("{},{},{},{:.9g},{:.9g},{:.9g},{:.9g}\n", i + 1, text.substr(0, text.find(' ')),
                       setting.training.epochs, setting.training.rate, done[i].value, done[i].expected,
                       done[i].improvement);
    if (done[i].value > done[chosen].value) chosen = i;
    const double at = static_cast<double>(i + 1), percent = 100 * done[i].value;
    double units = 0;
    for (const int n : setting.units) units += n;
    values.emplace_back(at, percent);
    best.emplace_back(at, 100 * done[chosen].value);
    by_rate.emplace_back(setting.training.rate, percent);
    by_epochs.emplace_back(setting.training.epochs, percent);
    by_units.emplace_back(units, percent);
  }
  const SigmoidBounds& bounds = options.bounds;
  const SigmoidSetting setting = bounds.setting(done[chosen].point);
  const auto dots = [](const std::string& label, double low, double high, const Plot::Points& points) {
    Plot plot({label, low, high, {}, false}, {"validation accuracy, %", 0, 100, {}, false});
    plot.dots(points, 0);
    return plot.svg("Validation accuracy by " + label);
  };
  Plot course({"network", 1, static_cast<double>(done.size()), {}, false},
              {"validation accuracy, %", 0, 100, {}, false});
  course.line(best, 1, true, "best so far");
  course.dots(values, 0, false, "accuracy");
  const std::string body =
      fmt::format(
          "<p class=\"lead\">{} networks, {} of them drawn at random first: the best has {:.1f}%.</p>\n",
          done.size(), std::min<std::size_t>(done.size(), static_cast<std::size_t>(options.search.initial)),
          100 * done[chosen].value) +
      "<h2 id=\"best\">Best network</h2>\n" + network_section(task, setting, chosen + 1) +
      "<h2 id=\"course\">Course of the search</h2>\n" + course.svg("Validation accuracy of each network") +
      "<h2 id=\"parameters\">Accuracy by hyper-parameter</h2>\n" +
      dots("learning rate", bounds.least_rate, bounds.most_rate, by_rate) +
      dots("epochs", bounds.least_epochs, bounds.most_epochs, by_epochs) +
      dots("hidden units", 0, std::max(1, bounds.layers * bounds.most_units), by_units);
  fmt::print("networks   {}\nbest       {:.1f}% of {} validation points: {}, network {}\n", done.size(),
             100 * done[chosen].value, task.validation.size(), setting.text(), chosen + 1);
  write_page(options, "Search with a given prior", body, csv);
}

// The function of the regression's figures, and what is known of it.
double example(double x) {
  return 0.5 * std::sin(3 * x) + x * x - 0.3;
}

void regress(const SigmoidOptions& options) {
  constexpr int kKnown = 6, kShown = 81;
  Rng rng(mix_seed(options.seed, "regression"));
  Eigen::VectorXd x(kKnown), y(kKnown);
  for (int i = 0; i < kKnown; ++i) {
    x[i] = rng.uniform(-1, 1);
    y[i] = example(x[i]);
  }
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(kShown, -1, 1);
  const GivenPrior& prior = options.search.prior;
  std::string csv = "model,x,mean,deviation\n", body;
  Plot::Points known, truth;
  for (int i = 0; i < kKnown; ++i) known.emplace_back(x[i], y[i]);
  for (const double at : z) truth.emplace_back(at, example(at));
  const auto show = [&](const std::string& name, const Eigen::VectorXd& mean,
                        const Eigen::VectorXd& variance) {
    Plot::Points middle, lower, upper;
    double error = 0;
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      constexpr double kWide = 1.96;
      const double deviation = std::sqrt(std::max(0.0, variance[i]));
      middle.emplace_back(z[i], mean[i]);
      lower.emplace_back(z[i], mean[i] - kWide * deviation);
      upper.emplace_back(z[i], mean[i] + kWide * deviation);
      error += std::pow(mean[i] - example(z[i]), 2) / static_cast<double>(z.size());
      csv += fmt::format("{},{:.9g},{:.9g},{:.9g}\n", name, z[i], mean[i], deviation);
    }
    Plot plot({"x", -1, 1, {}, false}, {"f(x)", -1.5, 2, {}, false});
    plot.band(lower, upper, 1);
    plot.line(middle, 1, false, "mean");
    plot.line(truth, 0, false, "function");
    plot.dots(known, 0, false, "known");
    body +=
        fmt::format("<h2>{}</h2>\n<p>Root mean squared error {:.3f}.</p>\n", escape(name), std::sqrt(error)) +
        plot.svg("Posterior of " + name);
    fmt::print("{:<14} RMSE {:.3f}\n", name, std::sqrt(error));
  };
  for (const std::string& name : split(options.basis, ',')) {
    const auto at = basis_posterior(basis_rows(name, x), y, basis_rows(name, z), prior.alpha, prior.sigma);
    show(name, at.mean, at.covariance.diagonal());
  }
  const GivenPosterior at = given_posterior(prior, x, y, z);
  show(fmt::format("process ell={}", prior.ell), at.mean, at.covariance.diagonal());
  write_page(
      options, "Regression on basis functions",
      "<p class=\"lead\">The mean and 1.96 deviations of the posterior, the function, and the points known "
      "of it.</p>\n" +
          body,
      csv);
}

}  // namespace

bool wants_sigmoid_search(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == std::string("--space=") + kSpace) return true;
    if (word == "--space" && i + 1 < argc && argv[i + 1] == std::string_view(kSpace)) return true;
  }
  return false;
}

int run_sigmoid_search(int argc, const char* const* argv) {
  SigmoidOptions options;
  if (!parse(options, argc, argv)) return kExitOk;
  interrupt_flag();
  const fs::path out = options.out;
  if (fs::exists(out / "results.csv"))
    throw InputError("--out: {} already holds results; name another folder", options.out);
  fs::create_directories(out);
  if (!options.basis.empty()) {
    regress(options);
  } else if (!options.network.empty()) {
    train_one(options);
  } else {
    search(options);
  }
  return kExitOk;
}

}  // namespace bora
