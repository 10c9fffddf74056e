#include "attacks/graph/edit_surrogate.h"

#include <cmath>
#include <limits>

#include "common/error.h"
#include "common/hash.h"
#include "surrogates/acquisition/acquisition.h"
#include "surrogates/kernels/graph/continuous_weisfeiler_lehman.h"
#include "surrogates/kernels/graph/weisfeiler_lehman.h"

namespace bora::attacks {
namespace {

ArdOptions regression_options(const EditSurrogateOptions& options, bool intercept) {
  ArdOptions regression;
  regression.intercept = intercept;
  if (options.fit == "quick") {
    regression.tolerance = 1e-3;
    regression.noise_tolerance = 0.05;
    regression.most_steps = 100;
  }
  regression.most_active = options.weights == 0 ? std::numeric_limits<int>::max() : options.weights;
  regression.least_rows = options.least_rows;
  regression.eager_rows = 100;
  if (options.gamma_shape > 0) regression.precision_prior = {options.gamma_shape, 1 / options.gamma_scale};
  return regression;
}

// Returns a hash of features rounded to 1e-6.
std::int64_t hash_of(const SparseRow& row) {
  std::vector<std::int64_t> words;
  for (const SparseEntry& entry : row) {
    const std::int64_t value = std::llround(entry.value * 1e6);
    if (value == 0) continue;
    words.push_back(entry.column);
    words.push_back(value);
  }
  return short_hash(words.data(), words.size() * sizeof(std::int64_t));
}

// Returns the Weisfeiler-Lehman features of a graph. `kind`, `bins`: EditSurrogateOptions::features and bins.
// Throws InputError if the graph lacks the labels or attributes that `kind` names.
std::unique_ptr<GraphFeatures> graph_features(const Graph& graph, const std::string& kind, int iterations,
                                              int bins) {
  const bool attributed = graph.attribute_count > 0, labelled = !graph.node_labels.empty();
  const bool by_attributes = kind == "attributes" || (kind == "auto" && attributed);
  const bool by_labels = kind == "labels" || (kind == "auto" && labelled && !by_attributes);
  if (by_attributes && !attributed)
    throw InputError("features=attributes: the nodes of these graphs have none");
  if (by_labels && !labelled) throw InputError("features=labels: the nodes of these graphs have none");

  FeatureGraph view;
  view.neighbours.resize(graph.nodes);
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const auto [u, v] = graph.edges[i];
    const double weight = graph.weight(static_cast<int>(i));
    view.neighbours[u].push_back({v, weight});
    view.neighbours[v].push_back({u, weight});
  }
  if (by_labels) view.labels = graph.node_labels;
  if (!by_attributes) return std::make_unique<WeisfeilerLehman>(view, iterations);
  for (int node = 0; node < graph.nodes; ++node) {
    const auto values = graph.attributes_of(node);
    view.attributes.emplace_back(values.begin(), values.end());
  }
  return std::make_unique<ContinuousWeisfeilerLehman>(view, iterations, bins);
}

// Converts an edit to the form in which GraphFeatures takes it.
FeatureChange feature_change(const Edit& edit) {
  FeatureChange change;
  if (edit.node)
    change.new_nodes.push_back(
        {edit.node->label, {edit.node->attributes.begin(), edit.node->attributes.end()}});
  for (const EdgeChange& edge : edit.changes)
    change.edges.push_back({edge.pair.u, edge.pair.v, static_cast<double>(edge.weight)});
  return change;
}

}  // namespace

void EditSurrogateOptions::read(AttackSettings& settings) {
  settings.read("iterations", iterations, 0, 5, "H of the Weisfeiler-Lehman features");
  settings.read(
      "features", features, {"auto", "labels", "degrees", "attributes"},
      "initial labels of the Weisfeiler-Lehman features; auto: attributes, else labels, else degrees");
  settings.read(
      "bins", bins, 0, 1000,
      "attributes as features: number of bins of each attribute's range in which nodes are counted, besides "
      "its sum; 0: sums only");
  if (bins == 1) throw InputError("bins: got 1, expected 0 or at least 2");
  settings.read("centre", centre, {"base", "mean", "none"},
                "inputs of the regression; base: differences to the stage's base; mean, none: features and "
                "losses themselves, with or without an intercept");
  settings.read("gamma-k", gamma_shape, 0, 1e6,
                "shape of the precisions' prior Gamma(k, theta), whose mode is k theta; 0: the flat limit");
  settings.read("gamma-theta", gamma_scale, 1e-12, 1e12, "scale of that prior");
  settings.read("least-rows", least_rows, 1, 1000,
                "from 100 graphs on: number of graphs in which a feature must differ, "
                "else the regression ignores it");
  settings.read("weights", weights, 0, 100000,
                "largest number of weights of the regression that are not 0; 0: any number");
  settings.read("refit", refit, 0, 10,
                "share by which the number of graphs must grow before precisions and noise are refitted");
  settings.read("fit", fit, {"quick", "full"},
                "fit of precisions and noise; quick: at most 100 steps; full: to convergence");
}

EditSurrogate::EditSurrogate(const Graph& original, const EditSurrogateOptions& options,
                             std::optional<double> base_loss)
    : options_(options),
      features_(graph_features(original, options.features, options.iterations, options.bins)),
      regression_(
          regression_options(options, options.centre == "mean" || (options.centre == "base" && !base_loss))),
      base_loss_(base_loss) {
  if (options_.centre == "none") base_features_ = features_->features();
}

SparseRow EditSurrogate::append(const Edit& edit, double loss) {
  SparseRow difference = features_->learn(feature_change(edit));
  SparseRow features = sum(base_features_, difference);
  met_.insert(hash_of(features));
  // With centre=mean, `features` are relative to the original, which the intercept compensates.
  if (options_.centre != "base")
    regression_.append(features, loss);
  else
    regression_.append(difference, loss - base_loss());
  return features;
}

void EditSurrogate::rebase(const Edit& edit, double loss) {
  base_features_ = sum(base_features_, features_->apply(feature_change(edit)));
  base_loss_ = loss;
}

void EditSurrogate::fit() {
  if (regression_.rows() < fitted_at_ + static_cast<int>(options_.refit * fitted_at_)) {
    regression_.update();
  } else {
    regression_.fit();
    fitted_at_ = regression_.rows();
    ++fits_;
  }
  posterior_.emplace(regression_);
}

// Returns the log expected improvement for feature rows. `best`: loss to exceed, centred as the regression's
// targets. The predictive variance includes the noise, because a new loss is measured with noise.
std::vector<double> EditSurrogate::improvements_of_rows(const std::vector<SparseRow>& rows,
                                                        double best) const {
  const MarginalPosterior at = posterior_->marginal(rows);
  const Eigen::VectorXd variance = at.variance.array() + posterior_->noise();
  const Eigen::VectorXd value = LogExpectedImprovement(best).evaluate(at.mean, variance).value;
  return {value.begin(), value.end()};
}

std::vector<double> EditSurrogate::improvements(const std::vector<Edit>& edits, double incumbent) const {
  const bool whole = options_.centre != "base";
  std::vector<SparseRow> rows;
  rows.reserve(edits.size());
  for (const Edit& edit : edits) {
    rows.push_back(features_->probe(feature_change(edit)));
    if (whole) rows.back() = sum(rows.back(), base_features_);
  }
  return improvements_of_rows(rows, whole ? incumbent : incumbent - base_loss());
}

double EditSurrogate::improvement_on(const SparseRow& features, double loss, const Edit& edit,
                                     double incumbent) const {
  if (options_.centre != "base") return improvements(std::vector{edit}, incumbent).front();
  SparseRow without = features;
  for (SparseEntry& entry : without) entry.value = -entry.value;
  const SparseRow exchanged = sum(sum(features_->probe(feature_change(edit)), base_features_), without);
  return improvements_of_rows({exchanged}, incumbent - loss).front();
}

bool EditSurrogate::is_new(const Edit& edit) {
  int unseen = 0;
  const SparseRow row = features_->probe(feature_change(edit), &unseen);
  return unseen > 0 || met_.insert(hash_of(sum(base_features_, row))).second;
}

}  // namespace bora::attacks
