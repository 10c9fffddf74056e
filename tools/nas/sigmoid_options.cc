#include "tools/nas/nas_options.h"

#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/hash.h"
#include "common/number.h"
#include "common/text.h"
#include "surrogates/linear/basis_regression.h"
#include "tools/options/command_line.h"
#include "tools/options/values.h"

namespace bora::tools {
namespace {

namespace po = boost::program_options;

constexpr const char* kSigmoidExamples = R"(Examples:
  bo-nas --space sigmoid-mlp --data two-classes --out toy
      the search of Twist 2019, algorithm 4: accuracies, the best network and its regions in report.html
  bo-nas --space sigmoid-mlp --data two-classes --network 6-8-9-7 --epochs 1000 --rate 0.05 --out figure-3
      trains one network by algorithm 3 and plots its regions and costs
  bo-nas --space sigmoid-mlp --data points.csv --layers 2 --units 30 --epochs 10,200 --rate 0.01,0.5 --out own
      a search on your own points
  bo-nas --resume --out toy
      continues after Ctrl-C or a crash, with the same options
  bo-nas --space sigmoid-mlp --basis linear,cubic --alpha 1 --sigma 0.25 --ell 0.3 --out figure-5
      Bayesian linear regression on basis functions, beside the Gaussian process with that ell

Networks consist of sigmoid units and are trained on the squared error by gradient descent, one point at a time. The
search space is [n_1, ..., n_L, epochs, rate], scaled to the unit box; a layer with 0 units is left out. Values are
validation accuracies in [0, 1]. The prior's hyper-parameters are fixed, not learnt. Networks are trained one after
another.)";

double number_of(const std::string& text, const std::string& option, const std::string& whole) {
  if (const auto value = to_finite(text)) return *value;
  throw InputError("{}: got '{}', expected a number, or two as in 50,1000", option, printable(whole));
}

// Parses "LOW,HIGH", or one number for both. Does not compare them.
std::pair<double, double> bounds_of(const std::string& text, const std::string& option) {
  const auto parts = split(text, ',');
  if (parts.size() > 2)
    throw InputError("{}: got '{}', expected a number, or two as in 50,1000", option, printable(text));
  return {number_of(parts.front(), option, text), number_of(parts.back(), option, text)};
}

int whole_of(double value, const std::string& option) {
  constexpr double kMost = 1e7;
  if (value != std::floor(value) || value < 1 || value > kMost)
    throw InputError("{}: got {}, expected a whole number from 1 to {:.0f}", option, value, kMost);
  return static_cast<int>(value);
}

// Parses --network: units of the hidden layers, or "none".
std::vector<int> layers_of(const std::string& text) {
  std::vector<int> units;
  if (text == "none") return units;
  for (const std::string& part : split(text, '-')) {
    constexpr int kMost = 10000;
    const auto value = to_number<int>(part, 0, kMost);
    if (!value)
      throw InputError("--network: '{}' has '{}', expected units as in 6-8-9-7", printable(text),
                       printable(part));
    units.push_back(*value);
  }
  return units;
}

}  // namespace

bool parse(SigmoidConfig& options, int argc, const char* const* argv) {
  std::string space, network, epochs_text = "50,1000", rate_text = "0.01,1", basis;
  CommandLine line("bo-nas --space sigmoid-mlp",
                   "searches for sigmoid networks with a given prior (Twist 2019)", kSigmoidExamples);
  line.section("Points").add_options()                                 //
      ("space", po::value(&space)->value_name("NAME"), "sigmoid-mlp")  //
      ("data", value_of(options.data)->portable(absolute_path),
       "two-classes: random points of two classes in the plane; or a CSV file with lines x_1,...,x_d,class")  //
      ("points", value_of(options.points), "number of points of two-classes")                     //
      ("flipped", value_of(options.flipped), "probability that a label of two-classes is wrong")  //
      ("validation", value_of(options.validation), "number of points on which networks are scored");
  line.section("Networks")
      .add_options()                                                                                     //
      ("layers", value_of(options.bounds.layers), "maximum number of hidden layers, L")                  //
      ("units", value_of(options.bounds.most_units), "maximum number of units per hidden layer, n_max")  //
      ("epochs", value_of(epochs_text), "smallest and largest number of epochs, or one fixed number")    //
      ("rate", value_of(rate_text),
       "smallest and largest learning rate (linear scale), or one fixed number")  //
      ("network", po::value(&network)->value_name("N-N-..."),
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
      ("basis", po::value(&basis)->value_name("NAME,..."),
       ("fit a function of one number by regression on these bases instead of a search: " +
        join(basis_names()))
           .c_str());
  line.section("Output").add_options()  //
      ("out", text_of(options.out, "FOLDER")->one_call(),
       "folder for run.sqlite, results.csv and report.html")  //
      ("resume", flag(options.resume)->one_call(), "continue the search in --out, with the same options");
  find_stored_space(line);
  if (!line.parse(argc, argv)) return false;
  if (options.out.empty()) throw InputError("--out: must name a folder");
  if (!network.empty() && !basis.empty()) throw InputError("--network and --basis: expected one of the two");
  const auto epochs = bounds_of(epochs_text, "--epochs"), rates = bounds_of(rate_text, "--rate");
  if (!network.empty()) options.network = layers_of(network);
  if (!basis.empty()) options.basis = split(basis, ',');
  options.bounds.least_epochs = whole_of(epochs.first, "--epochs");
  options.bounds.most_epochs = whole_of(epochs.second, "--epochs");
  options.bounds.least_rate = rates.first;
  options.bounds.most_rate = rates.second;
  options.config = line.portable_config();
  options.facts = line.values();
  if (options.data != SigmoidConfig::kToy) options.facts["data"] = "SHA-256 " + sha256_file(options.data);
  try {
    options.bounds.check();
    options.search.check();
  } catch (const InputError& error) {
    throw InputError("--{}", error.what());
  }
  return true;
}

}  // namespace bora::tools
