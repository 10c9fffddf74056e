#include "attacks/graph/methods/grabnel.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/stopwatch.h"

namespace bora::attacks {
namespace {

// Returns the value that is maximised: the attack loss, or, if only labels are visible, +1 or -1 (whether the
// goal is reached).
double loss_of(const Goal& goal, const Observation& seen) {
  return seen.log_p.size() > 0 ? loss_value(Loss::label_gap, goal, seen.log_p) : seen.objective;
}

// Returns the loss of the original; nullopt if it is unknown.
std::optional<double> clean_loss(const GraphAttackProblem& problem) {
  if (problem.clean_log_p.size() == 0) return std::nullopt;
  return loss_value(Loss::label_gap, problem.goal, problem.clean_log_p);
}

// Settings of Ru 2021, algorithm 10 and 6.6.2 to 6.6.4, and the defaults of EditSearchOptions.
constexpr const char* kPaper =
    "opening=0:initial=5:initial-in=first:batch=5:stage=1:incumbent=run:twins=alike:leaps=0:iterations=1:"
    "centre=none:bins=0:gamma-k=0:least-rows=1:weights=0:refit=0:fit=full:population=100:generations=10:parents=3";

}  // namespace

void GrabnelOptions::read(AttackSettings& settings) {
  if (settings.read_as_paper(kPaper)) {
    AttackSettings paper(fmt::format("grabnel:{}", kPaper));
    read(paper);
    paper.finish();
  }
  settings.read("opening", opening, 0, 1000,
                "number of first queries: random graphs that spend the whole edit budget");
  settings.read("initial", initial, 1, 1000, "number of random edits at the start of a stage");
  settings.read("initial-in", initial_in, {"every", "first"}, "stages that start with random edits");
  settings.read("batch", batch, 1, 1000, "number of graphs chosen with one fit of the surrogate");
  settings.read("stage", stage, 0, 100000,
                "smallest number of queries of a stage; with few queries there are fewer stages than edits; "
                "0: initial + batch");
  settings.read("incumbent", incumbent, {"stage", "run"},
                "loss from which improvement is measured: the best of the stage, or of the run");
  settings.read("twins", twins, {"last", "alike"},
                "graphs with the same features as a queried one; last: chosen after all others; alike: "
                "treated like others");
  settings.read("leaps", leaps, 0, 1000,
                "number of graphs in a batch that spend all remaining edits at once");
  settings.read("leaps-by", leaps_by, {"model", "random"}, "choice of the edits of a leap");
  surrogate.read(settings);
  search.read(settings);
}

Grabnel::Grabnel(GraphAttackProblem problem, const GrabnelOptions& options)
    : problem_(std::move(problem)),
      options_(options),
      rng_(problem_.seed),
      sampler_(problem_),
      base_(problem_.original()),
      surrogate_(problem_.original(), options.surrogate, clean_loss(problem_)) {
  // In a stage too short for a batch, all queries would be random. Therefore stages are fewer and longer.
  const int shortest = options_.stage == 0 ? options_.initial + options_.batch : options_.stage;
  stages_ = std::clamp(problem_.budget / shortest, 1, std::max(1, problem_.threat->budget()));
  next_stage();
  draw_leaps(options_.opening);
}

// Starts the next stage from the best graph of the current one, with an equal share of the remaining queries.
void Grabnel::next_stage() {
  if (!tried_.empty()) {
    const auto best = std::max_element(tried_.begin(), tried_.end(),
                                       [](const Tried& a, const Tried& b) { return a.loss < b.loss; });
    surrogate_.rebase(best->edit, best->loss);
    base_.apply(best->edit);
  }
  ++stage_;
  tried_.clear();
  known_.clear();
  const int stages_left = std::max(1, stages_ - (stage_ - 1));
  const int queries_left = problem_.budget - asked_;
  stage_end_ = asked_ + std::max(1, queries_left / stages_left);
}

// Queues up to `count` random leaps.
void Grabnel::draw_leaps(int count) {
  for (int i = 0; i < count; ++i)
    if (auto leap = draw_leap(base_, *problem_.threat, sampler_, {}, rng_); leap && known_.insert(leap->edit))
      queue_.push_back({std::move(leap->edit), true, std::move(leap->units)});
}

// Queues the random edits at the start of a stage that are still missing.
void Grabnel::draw_initial() {
  if (options_.initial_in == "first" && stage_ > 1) return;
  const int told = static_cast<int>(tried_.size());
  const int wanted = std::min(options_.initial, told + stage_end_ - asked_);
  constexpr int kAttempts = 50;  // draws until an edit is new; if none is, few or no edits of base_ are left
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

// Queues the `count` leaps with the largest expected improvement among a random sample. Half of the sample
// combines edits of `pool` with random ones. The other half varies the best leaps so far; their loss is
// known, so the surrogate predicts only the effect of the replaced edits.
void Grabnel::choose_leaps(int count, const std::vector<Edit>& pool) {
  if (count == 0) return;
  if (options_.leaps_by == "random") return draw_leaps(count);
  constexpr double kRandomShare = 0.25, kKept = 0.9;
  // Fewer leaps are drawn if they are long, so that the cost of a query depends little on the edit budget.
  constexpr int kMostDrawn = 32, kLeastDrawn = 8, kEditsDrawn = 4000;
  const int to_draw = std::clamp(kEditsDrawn / problem_.threat->budget(), kLeastDrawn, kMostDrawn);
  std::vector<Leap> drawn;
  std::vector<Edit> edits;
  std::vector<int> parents;  // for each drawn leap: index in best_leaps_ of the varied one; -1: none
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
  const double incumbent = best_leaps_.empty() ? surrogate_.base_loss() : best_leaps_.front().loss;
  std::vector<double> worth = surrogate_.improvements(edits, incumbent);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (parents[i] < 0) continue;
    const PastLeap& parent = best_leaps_[parents[i]];
    worth[i] = surrogate_.improvement_on(parent.features, parent.loss, edits[i], incumbent);
  }
  std::vector<int> order = rng_.permutation(static_cast<int>(drawn.size()));
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return worth[a] > worth[b]; });
  for (const bool repeats : {options_.twins == "alike", true}) {
    for (const int i : order) {
      if (count == 0) return;
      if ((!repeats && !surrogate_.is_new(drawn[i].edit)) || !known_.insert(drawn[i].edit)) continue;
      queue_.push_back({drawn[i].edit, true, drawn[i].units});
      --count;
    }
  }
}

// Fits the surrogate and queues the next batch: leaps and single edits.
void Grabnel::choose() {
  {
    const ScopedTimer timer(seconds_["fit"]);
    surrogate_.fit();
  }
  const ScopedTimer timer(seconds_["acquisition"]);
  std::vector<Tried> ranked = tried_;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Tried& a, const Tried& b) { return a.loss > b.loss; });
  std::vector<Edit> parents;
  for (const Tried& tried : ranked) parents.push_back(tried.edit);
  double incumbent = ranked.empty() ? surrogate_.base_loss() : ranked.front().loss;
  if (options_.incumbent == "run") incumbent = *best_;

  constexpr int kPool = 50;  // smallest number of single edits from which leaps are drawn
  const int left = std::min(options_.batch, stage_end_ - asked_);
  const int leaps = std::min(options_.leaps * left / options_.batch, left);
  std::vector<Edit> singles = best_edits(
      sampler_, base_, parents, known_, std::max(kPool, left), options_.search,
      [&](const std::vector<Edit>& edits) { return surrogate_.improvements(edits, incumbent); }, rng_);
  choose_leaps(leaps, singles);
  for (const bool repeats : {options_.twins == "alike", true}) {
    for (const Edit& edit : singles) {
      if (static_cast<int>(queue_.size()) >= left) return;
      if ((!repeats && !surrogate_.is_new(edit)) || !known_.insert(edit)) continue;
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
    const bool without_initial = options_.initial_in == "first" && stage_ > 1;
    if (queue_.empty() && (!tried_.empty() || without_initial)) choose();
    if (!queue_.empty()) break;
    // All graphs within one edit of the base were queried.
    if (tried_.empty() || last) return false;
    stage_end_ = asked_;
  }
  return true;
}

std::optional<Graph> Grabnel::ask() {
  if (queue_.empty() && !prepare()) return std::nullopt;
  in_flight_ = std::move(queue_.front());
  queue_.pop_front();
  const Edit inverse = base_.apply(in_flight_.edit);
  Graph graph = base_.graph();
  base_.undo(inverse);
  ++asked_;
  return graph;
}

// Keeps the leap if it is among the best three.
void Grabnel::remember_leap(Asked& leap, const SparseRow& features, double loss) {
  constexpr std::size_t kRemembered = 3;
  const auto place = std::find_if(best_leaps_.begin(), best_leaps_.end(),
                                  [&](const PastLeap& past) { return past.loss < loss; });
  best_leaps_.insert(place, {std::move(leap.units), features, loss});
  if (best_leaps_.size() > kRemembered) best_leaps_.pop_back();
}

void Grabnel::tell(const Graph& /*queried*/, const Observation& seen) {
  const ScopedTimer timer(seconds_["features"]);
  const double loss = loss_of(problem_.goal, seen);
  best_ = std::max(best_.value_or(loss), loss);
  const SparseRow features = surrogate_.append(in_flight_.edit, loss);
  if (in_flight_.leap) {
    remember_leap(in_flight_, features, loss);
  } else {
    tried_.push_back({std::move(in_flight_.edit), loss});
  }
}

}  // namespace bora::attacks
