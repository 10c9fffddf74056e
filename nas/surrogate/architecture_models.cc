#include "nas/surrogate/architecture_models.h"

#include <algorithm>
#include <cmath>

#include "common/setting_error.h"
#include "common/statistics.h"
#include "nas/features/architecture_features.h"
#include "nas/features/laplacian_features.h"
#include "nas/otmann/otmann_kernel.h"
#include "nas/surrogate/described_model.h"
#include "nas/surrogate/graph_network_ensemble.h"
#include "nas/surrogate/network_ensemble.h"
#include "nas/surrogate/tree_kernel.h"
#include "surrogates/forest/boosted_trees.h"
#include "surrogates/forest/random_forest.h"
#include "surrogates/gp/evidence/chosen_by_evidence.h"
#include "surrogates/gp/process_model.h"

namespace bora::nas {
namespace {

using ArchitectureKernel = Kernel<Architecture>;
using KernelPtr = std::unique_ptr<ArchitectureKernel>;

constexpr int kIterations = LabelModelOptions::kMostIterations;
constexpr double kNoise = 0.05, kLeastNoise = 1e-4, kMostNoise = 0.5;

// Returns a prior whose density of the logarithm is normal. LogNormalPrior is a density of the number itself,
// which has a smaller mode.
std::shared_ptr<const Prior> normal_in_log(double median, double deviation) {
  return std::make_shared<LogNormalPrior>(std::log(median) + deviation * deviation, deviation);
}

// Computes the features of all architectures of a space that can be listed. Counters number features in the
// order in which they first see them; afterwards this order does not depend on which model uses them first.
void describe_all(const ArchitectureKernel& kernel, const ArchitectureSpace& space) {
  if (const auto all = space.all()) kernel.cross({all->front()}, *all);
}

// Builder of a Gaussian process whose kernel is a sum of scaled kernels, with priors of the hyper-parameters.
class SumOfTerms {
 public:
  // Adds a scaled kernel. weight: prior median of each hyper-parameter of the kernel. counts: whether its
  // features come from a counter (describe_all()).
  void add(KernelPtr kernel, double weight, bool counts = true) {
    weights_.push_back(weight);
    counts_.push_back(counts);
    terms_.push_back(std::make_unique<ScaledOver<Architecture>>(std::move(kernel)));
  }
  std::unique_ptr<ArchitectureModel> model(double deviation, const ArchitectureSpace& space) {
    if (terms_.empty()) throw InputError("recipe: no terms, expected at least 1");
    constexpr double kReach = 5;  // bound on the distance of a logarithm from its median
    constexpr int kSteps = 30;
    const double share = 1.0 / static_cast<double>(terms_.size());
    ProcessModelOptions options;
    GaussianProcessOptions& fit = options.fit;
    KernelPtr sum;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const int count = terms_[i]->hyperparameter_count();
      Eigen::VectorXd medians = Eigen::VectorXd::Constant(count, weights_[i]);
      medians[0] = share;
      for (const double median : medians) fit.priors.push_back(normal_in_log(median, deviation));
      const Eigen::VectorXd logs = medians.array().log();
      terms_[i]->set_hyperparameters(logs);
      terms_[i]->set_bounds({logs.array() - kReach, logs.array() + kReach});
      if (counts_[i]) describe_all(*terms_[i], space);
      sum = sum ? std::make_unique<SumOver<Architecture>>(std::move(sum), std::move(terms_[i]))
                : KernelPtr(std::move(terms_[i]));
    }
    fit.priors.push_back(normal_in_log(kNoise, deviation));
    fit.noise = kNoise;
    fit.noise_lower = kLeastNoise;
    fit.noise_upper = kMostNoise;
    fit.starts = 1;
    fit.search.max_iterations = kSteps;
    return std::make_unique<ProcessModel<Architecture>>(std::move(sum), options);
  }

 private:
  std::vector<KernelPtr> terms_;
  std::vector<double> weights_;
  std::vector<bool> counts_;
};

constexpr double kPathWeight = 1, kStatisticsWeight = 0.5, kAbsoluteWeight = 0.7;
constexpr double kLinear = 1.0 / 9;

KernelPtr isotropic(const DenseRows& rows, int columns) {
  return std::make_unique<SquaredDistanceKernel<Architecture>>(
      std::make_shared<DenseFeatures<Architecture>>(rows, 1.0 / columns), kStatisticsWeight);
}

KernelPtr linear(const DenseRows& rows) {
  return std::make_unique<DotKernel<Architecture>>(
      std::make_shared<DenseFeatures<Architecture>>(rows, kLinear));
}

KernelPtr dot(ArchitectureFeatureSet features) {
  return std::make_unique<DotKernel<Architecture>>(std::move(features));
}

KernelPtr squared(ArchitectureFeatureSet features, double weight) {
  return std::make_unique<SquaredDistanceKernel<Architecture>>(std::move(features), weight);
}

// Returns the kernel of embeddings by an untrained graph convolutional network. Squared distances are divided
// by a mean over the space, so that the same prior of the weight suits all spaces.
KernelPtr convolutions(const ArchitectureSpace& space) {
  const DenseRows rows = untrained_gcn(space, CellView::pruned, 0);
  // The mean is over about 1,000 architectures, since embeddings are costly.
  constexpr std::size_t kSome = 1000;
  const auto reference = reference_architectures(space);
  std::vector<Architecture> some;
  for (std::size_t i = 0; i < reference.size(); i += 1 + reference.size() / kSome)
    some.push_back(reference[i]);
  const Eigen::MatrixXd all = rows(some);
  const double spread = (all.rowwise() - all.colwise().mean()).rowwise().squaredNorm().mean();
  constexpr double kLeast = 1e-12;
  return std::make_unique<SquaredDistanceKernel<Architecture>>(
      std::make_shared<DenseFeatures<Architecture>>(rows, 1 / std::max(spread, kLeast)), kStatisticsWeight);
}

std::unique_ptr<ArchitectureModel> one_term(const SpacePtr& space, KernelPtr kernel, double weight,
                                            bool counts = true) {
  SumOfTerms sum;
  sum.add(std::move(kernel), weight, counts);
  return sum.model(1, *space);
}

// Makes the model that chooses one of the feature sets by evidence, without priors, as in Ru 2021. counts:
// whether the features come from a counter (describe_all()). noise: as in LabelModelOptions.
std::unique_ptr<ArchitectureModel> by_evidence(const SpacePtr& space,
                                               const std::vector<ArchitectureFeatureSet>& sets,
                                               bool counts = true, double noise = 0) {
  GaussianProcessOptions options;
  options.noise = noise > 0 ? noise : kNoise;
  options.learn_noise = noise == 0;
  options.noise_lower = kLeastNoise;
  options.starts = 1;
  std::vector<std::shared_ptr<const ArchitectureKernel>> kernels;
  for (const auto& set : sets) {
    kernels.push_back(std::make_shared<ScaledOver<Architecture>>(dot(set)));
    if (counts) describe_all(*kernels.back(), *space);
  }
  return std::make_unique<ChosenByEvidence<Architecture>>(std::move(kernels), options);
}

std::unique_ptr<ArchitectureModel> wl(const SpacePtr& space, WlDirection direction, CellView view) {
  return by_evidence(space, wl_levels(kIterations, direction, view, false));
}

std::vector<ArchitectureFeatureSet> laplacian_levels(const ArchitectureSpace& space) {
  std::vector<ArchitectureFeatureSet> sets;
  constexpr int kMostLevels = 3;
  constexpr LaplacianOptions kRegularised{1, 1};
  for (int levels = 1; levels <= kMostLevels; ++levels)
    sets.push_back(multiscale_laplacian(space, CellView::contracted, {levels, kRegularised}));
  return sets;
}

std::unique_ptr<ArchitectureModel> labels_and_laplacian(const SpacePtr& space) {
  constexpr double kLabels = 0.7, kLaplacian = 0.3;
  const auto labels = wl_levels(kIterations, WlDirection::in, CellView::contracted, false);
  describe_all(*dot(labels.front()), *space);  // numbers the features of all levels
  std::vector<ArchitectureFeatureSet> sums;
  for (const auto& laplacian : laplacian_levels(*space))
    for (const auto& of_labels : labels)
      sums.push_back(std::make_shared<WeightedFeatures<Architecture>>(std::make_pair(kLabels, of_labels),
                                                                      std::make_pair(kLaplacian, laplacian)));
  return by_evidence(space, sums, false);
}

std::unique_ptr<ArchitectureModel> forest(const SpacePtr& space) {
  int columns = 0;
  const DenseRows rows = statistics_and_choices(space, &columns);
  RandomForestOptions options;
  options.trees = 100;
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(columns);
  return make_described_model(make_random_forest(MixedSpace({}, none, none.array() + 1), options), rows);
}

// Returns the logarithms of epochs and learning rate, standardised; nullopt if the space does not include
// training hyper-parameters.
std::optional<DenseRows> scalars_of(const SpacePtr& space) {
  const auto reference = reference_architectures(*space);
  if (!space->training(reference.front())) return std::nullopt;
  int columns = 0;
  DenseRows rows = standardised(
      [space](const Architecture& a) {
        const auto training = space->training(a);
        return std::vector{std::log(training->epochs), std::log(training->learning_rate)};
      },
      reference, &columns);
  return columns > 0 ? std::optional(std::move(rows)) : std::nullopt;
}

}  // namespace

void LabelModelOptions::check() const {
  if (iterations && (*iterations < 0 || *iterations > kMostIterations))
    throw InputError("iterations: {} is not 0 to {}", *iterations, kMostIterations);
  if (!(noise >= 0 && std::isfinite(noise))) throw InputError("noise: {} is not a number >= 0", noise);
}

std::unique_ptr<ArchitectureModel> make_label_model(const SpacePtr& space, const LabelModelOptions& options) {
  options.check();
  auto levels = wl_levels(kIterations, WlDirection::in, CellView::contracted, options.intersection);
  if (options.iterations) levels = {levels[static_cast<std::size_t>(*options.iterations)]};
  return by_evidence(space, levels, true, options.noise);
}

std::unique_ptr<ArchitectureModel> make_otmann_model(const SpacePtr& space, const OtmannOptions& options) {
  const auto table = std::make_shared<OtmannTable>(space, options);
  const OtmannDistances medians = table->medians();
  const std::optional<DenseRows> scalars = scalars_of(space);
  SumOfTerms sum;
  for (const auto& [which, median] : {std::pair(OtmannKernel::Distance::absolute, medians.absolute),
                                      std::pair(OtmannKernel::Distance::normalised, medians.normalised)})
    sum.add(scalars ? std::make_unique<OtmannKernel>(table, which, 1 / median, *scalars)
                    : std::make_unique<OtmannKernel>(table, which, 1 / median),
            1 / median, false);
  return sum.model(1, *space);
}

std::unique_ptr<ArchitectureModel> make_tree_model(const SpacePtr& space) {
  constexpr double kWeight = 0.5;  // weight of the squared difference of two widths' logarithms to base 2
  const auto chains = std::make_shared<ChainCache>(chain_of);
  SumOfTerms sum;
  for (int layer = 0; layer < SharedPathKernel::kLayers; ++layer)
    sum.add(std::make_unique<SharedPathKernel>(chains, layer, kWeight), kWeight, false);
  return sum.model(1, *space);
}

RecipeOptions RecipeOptions::for_space(const ArchitectureSpace& space) {
  RecipeOptions options;
  options.relevances = space.name() == "nb101";
  constexpr double kWide = 1.5;
  if (options.relevances) options.prior_deviation = kWide;
  options.paths = space.has_paths();
  return options;
}

std::unique_ptr<ArchitectureModel> make_recipe(SpacePtr space, const RecipeOptions& options) {
  if (!(options.prior_deviation > 0))
    throw InputError("prior_deviation: {} is not positive", options.prior_deviation);
  SumOfTerms sum;
  constexpr CellView kView = CellView::contracted;
  if (options.paths)
    sum.add(squared(counted(std::make_shared<PathCounter>(), kView), kPathWeight), kPathWeight);
  if (options.labels)
    sum.add(dot(counted(std::make_shared<WlCounter>(kIterations, WlDirection::both), kView)), 1);
  const auto add_numbers = [&](std::function<std::vector<double>(const Architecture&)> numbers, bool distance,
                               bool product, bool relevances) {
    int columns = 0;
    const DenseRows rows = standardised(std::move(numbers), reference_architectures(*space), &columns);
    if (columns == 0) return;
    if (distance) sum.add(isotropic(rows, columns), kStatisticsWeight);
    if (relevances) {
      const double weight = kAbsoluteWeight / columns;
      sum.add(std::make_unique<ArdLaplaceKernel<Architecture>>(rows, columns, weight), weight);
    }
    if (product) sum.add(linear(rows), 1);
  };
  if (options.statistics || options.linear || options.relevances)
    add_numbers([space](const Architecture& a) { return space->statistics(a); }, options.statistics,
                options.linear, options.relevances);
  if (options.scores) add_numbers(options.scores, true, true, false);
  if (options.convolutions) sum.add(convolutions(*space), kStatisticsWeight, false);
  return sum.model(options.prior_deviation, *space);
}

namespace {

constexpr CellView kCells = CellView::contracted;
using Of = const SpacePtr&;

std::unique_ptr<ArchitectureModel> recipe(Of space, bool convolutions) {
  RecipeOptions options = RecipeOptions::for_space(*space);
  options.convolutions = convolutions;
  return make_recipe(space, options);
}

std::unique_ptr<ArchitectureModel> edge(Of space, EdgeDirection direction) {
  return by_evidence(space, {counted(std::make_shared<EdgeCounter>(direction), CellView::pruned)});
}

template <int H>
std::unique_ptr<ArchitectureModel> with_iterations(Of space) {
  return make_label_model(space, {.iterations = H});
}

std::unique_ptr<ArchitectureModel> random_walk(Of space) {
  constexpr int kLongest = 8;
  constexpr double kDecay = 0.1;
  return by_evidence(space, {counted(std::make_shared<WalkCounter>(kLongest, kDecay), kCells)});
}

std::unique_ptr<ArchitectureModel> path(Of space) {
  if (!space->has_paths())
    throw InputError("model: path needs cells, whose paths can be counted, {} has none", space->name());
  return one_term(space, squared(present(std::make_shared<PathCounter>(), kCells, 0.5), kPathWeight),
                  kPathWeight);
}

std::unique_ptr<ArchitectureModel> one_hot_codes(Of space) {
  if (space->levels().empty())
    throw InputError("model: one-hot needs architectures with codes, {}'s have none", space->name());
  constexpr double kWeight = 2;
  return one_term(space, squared(one_hot(*space), kWeight), kWeight);
}

std::unique_ptr<ArchitectureModel> statistics(Of space) {
  RecipeOptions options;
  options.paths = options.labels = options.linear = false;
  return make_recipe(space, options);
}

// Entry of the table of models, which tests and --help use. A new model needs an entry.
struct ModelEntry {
  std::string name;
  std::unique_ptr<ArchitectureModel> (*make)(const SpacePtr& space);
};

const std::vector<ModelEntry>& models() {
  using Way = WlDirection;
  static const std::vector<ModelEntry> entries{
      {"recipe", [](Of space) { return recipe(space, false); }},
      {"recipe+gcn", [](Of space) { return recipe(space, true); }},
      {"wl", [](Of space) { return make_label_model(space, {}); }},
      {"wl-oa", [](Of space) { return make_label_model(space, {.intersection = true, .iterations = {}}); }},
      {"wl-0", with_iterations<0>},
      {"wl-1", with_iterations<1>},
      {"wl-2", with_iterations<2>},
      {"wl-3", with_iterations<3>},
      {"wl-both", [](Of space) { return wl(space, Way::both, kCells); }},
      {"wl-undirected", [](Of space) { return wl(space, Way::undirected, kCells); }},
      {"wl-whole", [](Of space) { return wl(space, Way::in, CellView::whole); }},
      {"mlg", [](Of space) { return by_evidence(space, laplacian_levels(*space), false); }},
      {"wl+mlg", labels_and_laplacian},
      {"edge", [](Of space) { return edge(space, EdgeDirection::undirected); }},
      {"edge-directed", [](Of space) { return edge(space, EdgeDirection::directed); }},
      {"path", path},
      {"shortest-path",
       [](Of space) {
         return by_evidence(space, {counted(std::make_shared<ShortestPathCounter>(), kCells)});
       }},
      {"random-walk", random_walk},
      {"gcn", [](Of space) { return one_term(space, convolutions(*space), kStatisticsWeight, false); }},
      {"one-hot", one_hot_codes},
      {"statistics", statistics},
      {"otmann", [](Of space) { return make_otmann_model(space); }},
      {"forest", forest},
      {"boosting",
       [](Of space) { return make_described_model(make_boosted_trees(), statistics_and_choices(space)); }},
      {"bananas", [](Of space) { return make_network_ensemble(space); }},
      {"gnn", [](Of space) { return make_graph_network_ensemble(space); }}};
  return entries;
}

}  // namespace

const std::vector<std::string>& architecture_model_names() {
  static const std::vector<std::string> names = names_of(models());
  return names;
}

std::unique_ptr<ArchitectureModel> make_architecture_model(const std::string& name, SpacePtr space) {
  return entry_of(models(), name, "model").make(space);
}

Eigen::VectorXd winsorised(const Eigen::VectorXd& y) {
  std::vector<double> sorted(y.data(), y.data() + y.size());
  std::sort(sorted.begin(), sorted.end());
  constexpr double kSpans = 3, kLeastSpan = 1e-6;
  const double median = sample_quantile(sorted, 0.5);
  return y.cwiseMax(median - kSpans * std::max(median - sample_quantile(sorted, 0.25), kLeastSpan));
}

}  // namespace bora::nas
