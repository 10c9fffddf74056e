#include "attacks/graph/grabnel.h"

#include <algorithm>
#include <cmath>

#include "attacks/graph/graph_surrogate.h"
#include "attacks/graph/leap.h"
#include "common/hash.h"
#include "common/stopwatch.h"
#include "surrogates/acquisition/acquisition.h"

namespace bora {
namespace {

ArdOptions regression_options(const GraphAttackProblem& problem) {
  ArdOptions options;
  options.intercept = problem.clean_log_p.size() == 0;
  options.tolerance = 1e-3;
  options.noise_tolerance = 0.05;
  options.most_steps = 100;
  options.most_active = 100;
  options.least_rows = 2;
  options.eager_rows = 100;
  return options;
}

// Of features as far as rounding lets them be told apart.
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

// What is to be maximised: the attack loss, or, where only labels are seen, whether the goal is reached.
double loss_of(const Goal& goal, const Observation& seen) {
  return seen.log_p.size() > 0 ? loss_value(Loss::label_gap, goal, seen.log_p) : seen.objective;
}

}  // namespace

void GrabnelOptions::read(AttackSettings& settings) {
  std::string as = "tuned";
  settings.read("as", as, {"tuned", "paper"}, "paper: initial=5:batch=5:opening=0:leaps=0");
  if (as == "paper") {
    initial = batch = 5;
    opening = leaps = 0;
  }
  settings.read("iterations", iterations, 0, 5, "H of the Weisfeiler-Lehman features");
  settings.read(
      "features", features, graph_feature_kinds(),
      "what the Weisfeiler-Lehman features start from; auto: attributes, else labels, else degrees");
  settings.read("opening", opening, 0, 1000, "random graphs of the whole edit budget, asked for first");
  settings.read("initial", initial, 1, 1000, "random edits at the start of each stage");
  settings.read("batch", batch, 1, 1000, "graphs chosen from one fit of the surrogate");
  settings.read("leaps", leaps, 0, 1000, "of a batch: graphs that spend all edits left at once");
  search.read(settings);
}

Grabnel::Grabnel(GraphAttackProblem problem, const GrabnelOptions& options)
    : problem_(std::move(problem)),
      options_(options),
      rng_(problem_.seed),
      sampler_(problem_),
      base_(problem_.original()),
      features_(graph_features(problem_.original(), options.features, options.iterations)),
      regression_(regression_options(problem_)) {
  if (problem_.clean_log_p.size() > 0)
    base_loss_ = loss_value(Loss::label_gap, problem_.goal, problem_.clean_log_p);
  // A stage too short to ask the surrogate would be a random step: better to make fewer.
  const int lasting = problem_.budget / (options_.initial + options_.batch);
  stages_ = std::clamp(lasting, 1, std::max(1, problem_.threat->budget()));
  next_stage();
  open();
}

Grabnel::~Grabnel() = default;

// Stages to come share the queries that are left, so that one that ends early leaves its share to them.
void Grabnel::next_stage() {
  if (!tried_.empty()) {
    const auto best = std::max_element(tried_.begin(), tried_.end(),
                                       [](const Tried& a, const Tried& b) { return a.loss < b.loss; });
    base_features_ = sum(base_features_, features_->apply(feature_change(best->edit)));
    base_.apply(best->edit);
    base_loss_ = best->loss;
  }
  ++stage_;
  tried_.clear();
  known_.clear();
  const int stages_left = std::max(1, stages_ - (stage_ - 1));
  const int queries_left = problem_.budget - asked_;
  stage_end_ = asked_ + std::max(1, queries_left / stages_left);
}

void Grabnel::open() {
  for (int i = 0; i < options_.opening; ++i)
    if (auto leap = draw_leap(base_, *problem_.threat, sampler_, {}, rng_); leap && known_.insert(leap->edit))
      queue_.push_back({std::move(leap->edit), true, std::move(leap->units)});
}

void Grabnel::draw_initial() {
  const int told = static_cast<int>(tried_.size());
  const int wanted = std::min(options_.initial, told + stage_end_ - asked_);
  // Drawing again where an edit is known already ends, for a base that has few neighbours.
  constexpr int kAttempts = 50;
  while (told + static_cast<int>(queue_.size()) < wanted) {
    std::optional<Edit> edit;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      edit = sampler_.draw(base_, rng_);
      if (!edit || known_.insert(*edit)) break;
      edit.reset();
    }
    if (!edit) return;
    queue_.push_back({std::move(*edit)});
  }
}

Eigen::RowVectorXd Grabnel::active_part(const SparseRow& row) const {
  Eigen::RowVectorXd part = Eigen::RowVectorXd::Zero(regression_.active_count());
  for (const SparseEntry& entry : row)
    if (const int k = regression_.place(entry.column); k >= 0) part[k] = entry.value;
  return part;
}

// Of the features' differences to the base, one edit a row.
Eigen::MatrixXd Grabnel::active_parts(const std::vector<Edit>& edits) const {
  Eigen::MatrixXd X(static_cast<Eigen::Index>(edits.size()), regression_.active_count());
  for (std::size_t i = 0; i < edits.size(); ++i)
    X.row(static_cast<Eigen::Index>(i)) = active_part(features_->probe(feature_change(edits[i])));
  return X;
}

// The log expected improvement over an incumbent's loss, of graphs whose features differ by rows of X from
// those of a graph of loss `start`.
std::vector<double> Grabnel::improvements(const Eigen::MatrixXd& X, double start, double incumbent) const {
  Eigen::VectorXd mean, variance;
  regression_.predict(X, mean, variance);
  variance.array() += regression_.noise();
  const LogExpectedImprovement improvement(incumbent - start);
  const Eigen::VectorXd value = improvement.evaluate(mean, variance).value;
  return {value.begin(), value.end()};
}

// One half starts from the base and from single edits that look good. The other half varies the best leaps so
// far, whose loss is known: only what is exchanged is left to the model.
void Grabnel::choose_leaps(int count, const std::vector<Edit>& pool) {
  if (count == 0) return;
  constexpr double kRandomShare = 0.25, kKept = 0.9;
  // Fewer where each is long, so that a query's cost hardly grows with the edit budget.
  constexpr int kMostDrawn = 32, kLeastDrawn = 8, kEditsDrawn = 4000;
  const int to_draw = std::clamp(kEditsDrawn / problem_.threat->budget(), kLeastDrawn, kMostDrawn);
  std::vector<Leap> drawn;
  std::vector<Edit> edits;
  std::vector<int> parents;  // place in best_leaps_, -1: the base
  for (int i = 0; i < to_draw; ++i) {
    LeapRecipe recipe{{}, pool, kRandomShare};
    int parent = -1;
    if (i % 2 == 1 && !best_leaps_.empty()) {
      parent = rng_.index(static_cast<int>(best_leaps_.size()));
      for (const Edit& unit : best_leaps_[parent].units)
        if (rng_.uniform() < kKept) recipe.kept.push_back(unit);
    }
    auto leap = draw_leap(base_, *problem_.threat, sampler_, recipe, rng_);
    if (!leap || known_.contains(leap->edit)) continue;
    edits.push_back(leap->edit);
    drawn.push_back(std::move(*leap));
    parents.push_back(parent);
  }
  if (drawn.empty()) return;
  const double incumbent = best_leaps_.empty() ? base_loss_.value_or(0) : best_leaps_.front().loss;
  const Eigen::MatrixXd X = active_parts(edits);
  std::vector<double> worth = improvements(X, base_loss_.value_or(0), incumbent);
  const Eigen::RowVectorXd base = active_part(base_features_);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (parents[i] < 0) continue;
    const PastLeap& parent = best_leaps_[parents[i]];
    const Eigen::RowVectorXd exchanged =
        X.row(static_cast<Eigen::Index>(i)) + base - active_part(parent.features);
    worth[i] = improvements(exchanged, parent.loss, incumbent).front();
  }
  std::vector<int> order = rng_.permutation(static_cast<int>(drawn.size()));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return worth[a] > worth[b]; });
  for (const bool repeats : {false, true}) {
    for (const int i : order) {
      if (count == 0) return;
      if ((!repeats && !is_new(drawn[i].edit)) || !known_.insert(drawn[i].edit)) continue;
      queue_.push_back({drawn[i].edit, true, drawn[i].units});
      --count;
    }
  }
}

// Whether no graph asked for has the features that this edit would lead to. Notes them, so that the second of
// two like it is not new. An edit that leads to features never seen is.
bool Grabnel::is_new(const Edit& edit) {
  int unseen = 0;
  const SparseRow row = features_->probe(feature_change(edit), &unseen);
  return unseen > 0 || met_.insert(hash_of(sum(base_features_, row))).second;
}

void Grabnel::choose() {
  {
    // Precisions and noise wait until rows have grown by 2.5%, so that their cost grows as the queries do.
    constexpr int kShare = 40;
    const ScopedTimer timer(seconds_["fit"]);
    if (regression_.rows() >= fitted_at_ + fitted_at_ / kShare) {
      regression_.fit();
      fitted_at_ = regression_.rows();
    } else {
      regression_.update();
    }
  }
  const ScopedTimer timer(seconds_["acquisition"]);
  std::vector<Tried> ranked = tried_;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Tried& a, const Tried& b) { return a.loss > b.loss; });
  std::vector<Edit> parents;
  for (const Tried& tried : ranked) parents.push_back(tried.edit);
  const double incumbent = ranked.front().loss;

  constexpr int kPool = 50;  // single edits that leaps are made of
  const int left = std::min(options_.batch, stage_end_ - asked_);
  const int leaps = std::min(options_.leaps * left / options_.batch, left);
  std::vector<Edit> singles = best_edits(
      sampler_, base_, parents, known_, std::max(kPool, left), options_.search,
      [&](const std::vector<Edit>& edits) {
        return improvements(active_parts(edits), base_loss_.value_or(0), incumbent);
      },
      rng_);
  choose_leaps(leaps, singles);
  for (const bool repeats : {false, true}) {
    for (const Edit& edit : singles) {
      if (static_cast<int>(queue_.size()) >= left) return;
      if ((!repeats && !is_new(edit)) || !known_.insert(edit)) continue;
      queue_.push_back({edit});
    }
  }
}

bool Grabnel::prepare() {
  while (queue_.empty()) {
    const bool last = stage_ >= stages_;
    if (asked_ >= stage_end_) {
      if (last) return false;
      next_stage();
      continue;
    }
    draw_initial();
    if (queue_.empty() && !tried_.empty()) choose();
    if (!queue_.empty()) break;
    // Nothing new within one edit of the base.
    if (tried_.empty() || last) return false;
    stage_end_ = asked_;
  }
  return true;
}

std::vector<Graph> Grabnel::ask(int q) {
  in_flight_.clear();
  std::vector<Graph> graphs;
  while (static_cast<int>(graphs.size()) < q) {
    if (queue_.empty() && (!graphs.empty() || !prepare())) break;
    Asked next = std::move(queue_.front());
    queue_.pop_front();
    const Edit inverse = base_.apply(next.edit);
    graphs.push_back(base_.graph());
    base_.undo(inverse);
    in_flight_.push_back(std::move(next));
    ++asked_;
  }
  return graphs;
}

void Grabnel::remember_leap(Asked& leap, const SparseRow& features, double loss) {
  constexpr std::size_t kRemembered = 3;
  const auto place = std::find_if(best_leaps_.begin(), best_leaps_.end(),
                                  [&](const PastLeap& past) { return past.loss < loss; });
  best_leaps_.insert(place, {std::move(leap.units), features, loss});
  if (best_leaps_.size() > kRemembered) best_leaps_.pop_back();
}

void Grabnel::tell(const std::vector<Graph>&, const std::vector<Observation>& observations) {
  const ScopedTimer timer(seconds_["features"]);
  for (std::size_t i = 0; i < observations.size(); ++i) {
    Asked& asked = in_flight_[i];
    const double loss = loss_of(problem_.goal, observations[i]);
    SparseRow row = features_->learn(feature_change(asked.edit));
    const SparseRow features = sum(base_features_, row);
    met_.insert(hash_of(features));
    if (asked.leap) {
      remember_leap(asked, features, loss);
    } else {
      tried_.push_back({std::move(asked.edit), loss});
    }
    regression_.append(std::move(row), loss - base_loss_.value_or(0));
  }
  in_flight_.clear();
}

}  // namespace bora
