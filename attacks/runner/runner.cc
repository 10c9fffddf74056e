#include "attacks/runner/runner.h"

#include <algorithm>
#include <chrono>

#include "attacks/ledger/image_content.h"
#include "common/error.h"
#include "common/hash.h"
#include "common/stopwatch.h"

namespace bora {
namespace {

bool has_ended(const InstanceRow& row) {
  return row.status == "success" || row.status == "exhausted" || row.status == "failed";
}

Eigen::RowVectorXf image_of(const std::string& content) {
  const std::vector<float> pixels = pixels_of_content(content, false);
  return Eigen::Map<const Eigen::RowVectorXf>(pixels.data(), static_cast<Eigen::Index>(pixels.size()));
}

double stored_number(const RunDatabase& database, const std::string& key) {
  const std::string text = database.get(key);
  return text.empty() ? 0 : std::stod(text);
}

}  // namespace

// An instance in progress.
struct Runner::Active {
  std::size_t index = 0;  // into instances_
  const AttackSummary* summary = nullptr;
  std::unique_ptr<ImageAttack> attack;
  Goal goal;
  Eigen::RowVectorXf original;
  Batch asked;                          // 1 x d, inside the threat model
  std::string failure;                  // of the attack itself
  double seconds = 0;                   // of the attack's own work in this round
  std::map<std::string, double> parts;  // attack->seconds() when last looked at
};

Runner::Runner(RunnerOptions options, RunDatabase& database, Ledger& ledger, ThreadPool& pool)
    : options_(std::move(options)), database_(database), ledger_(ledger), pool_(pool) {
  for (auto& input : database.inputs()) inputs_.emplace(input.id, std::move(input));
  for (const auto& example : database.examples()) examples_[example.label] = image_of(example.content);
  instances_ = database.instances();
  for (const auto& row : instances_)
    if (!recipes_.contains(row.attack))
      recipes_.emplace(row.attack, make_recipe(row.attack, options_.shape, options_.visible));
  times_ = database.timings();
  earlier_victim_seconds_ = stored_number(database, "victim_seconds");
  earlier_wall_seconds_ = stored_number(database, "wall_seconds");
  options_.window = std::max(1, options_.window);
}

Runner::~Runner() = default;

std::unique_ptr<Runner::Active> Runner::start(const InstanceRow& row) const {
  auto active = std::make_unique<Active>();
  const InputRow& input = inputs_.at(row.input);
  active->index = static_cast<std::size_t>(row.id);
  active->goal = {input.label, row.target};
  active->original = image_of(input.content);
  AttackProblem problem{active->original, options_.shape, active->goal, options_.ball,
                        options_.classes, row.budget,     row.seed};
  if (row.target)
    if (const auto example = examples_.find(*row.target); example != examples_.end())
      problem.example = example->second;
  const AttackRecipe& recipe = recipes_.at(row.attack);
  active->summary = &recipe.summary;
  active->attack = recipe.make(std::move(problem));
  return active;
}

// Brings an image that an attack asks for into what it may ask for.
void Runner::admit(const Active& active, Batch& image) const {
  if (!image.allFinite()) throw std::runtime_error("the attack asked for an image that is not finite");
  if (active.summary->leaves_ball) {
    options_.ball.project_to_box(image.data(), options_.shape.size());
  } else {
    options_.ball.project(active.original.data(), image.data(), options_.shape.size());
  }
}

Question Runner::question(const Active& active, const Batch& image) const {
  return {instances_[active.index].id, active.goal,
          active.original.data(),      image.data(),
          active.summary->sight,       active.summary->leaves_ball,
          active.attack->gradient_of()};
}

void Runner::replay(Active& active, const std::vector<QueryRow>& queries) const {
  const int d = options_.shape.size();
  for (const auto& stored : queries) {
    Batch image = active.attack->ask(1);
    admit(active, image);
    if (short_hash(image.data(), d * sizeof(float)) != stored.input_hash)
      throw InputError(
          "instance {}, query {}: the attack, replayed, asks for another image than the one stored; "
          "the run was made by another version or on another processor, so it cannot be resumed",
          stored.instance, stored.number);
    active.attack->tell(image, {ledger_.recall(question(active, image), stored)});
  }
  active.parts = active.attack->seconds();  // paid for before: not counted again
}

void Runner::resume() {
  std::vector<std::vector<QueryRow>> stored;
  for (const auto& row : instances_) {
    if (row.status != "running") continue;
    active_.push_back(start(row));
    stored.push_back(database_.queries(row.id));
  }
  pool_.parallel_for(static_cast<int>(active_.size()), [&](int i) { replay(*active_[i], stored[i]); });
  while (next_ < instances_.size() && instances_[next_].status != "pending") ++next_;
}

void Runner::account(Active& active, double seconds) {
  auto& times = times_[instances_[active.index].attack];
  times["total"] += seconds;
  for (const auto& [part, value] : active.attack->seconds()) {
    times[part] += value - active.parts[part];
    active.parts[part] = value;
  }
}

void Runner::round() {
  pool_.parallel_for(static_cast<int>(active_.size()), [&](int i) {
    Active& active = *active_[i];
    active.seconds = 0;
    const ScopedTimer timer(active.seconds);
    try {
      active.asked = active.attack->ask(1);
      admit(active, active.asked);
    } catch (const std::exception& error) {
      active.failure = error.what();
    }
  });

  std::vector<Question> questions;
  std::vector<Active*> asking;
  for (auto& active : active_) {
    const InstanceRow& row = instances_[active->index];
    if (active->failure.empty()) {
      questions.push_back(question(*active, active->asked));
      asking.push_back(active.get());
    } else {
      instances_[active->index].status = "failed";
      ledger_.fail(row.id, active->failure);
    }
  }
  const std::vector<Answer> answers = questions.empty() ? std::vector<Answer>() : ledger_.query(questions);

  pool_.parallel_for(static_cast<int>(asking.size()), [&](int i) {
    if (!answers[i].failure.empty()) return;
    double seconds = 0;
    {
      const ScopedTimer timer(seconds);
      asking[i]->attack->tell(asking[i]->asked, {answers[i].observation});
    }
    asking[i]->seconds += seconds;
  });

  for (std::size_t i = 0; i < asking.size(); ++i) {
    InstanceRow& row = instances_[asking[i]->index];
    row.status = answers[i].status;
    row.queries = ledger_.spent(row.id);
  }
  for (auto& active : active_) account(*active, active->seconds);
  std::erase_if(active_, [&](const auto& active) { return has_ended(instances_[active->index]); });
}

void Runner::store_times(double wall_seconds) {
  database_.begin();
  for (const auto& [attack, parts] : times_)
    for (const auto& [part, seconds] : parts) database_.set_timing(attack, part, seconds);
  database_.set("victim_seconds", fmt::format("{:.3f}", earlier_victim_seconds_ + ledger_.victim_seconds()));
  database_.set("wall_seconds", fmt::format("{:.3f}", earlier_wall_seconds_ + wall_seconds));
  database_.commit();
}

RunProgress Runner::progress(double seconds) const {
  RunProgress now;
  now.instances = static_cast<int>(instances_.size());
  now.queries = ledger_.total();
  now.seconds = seconds;
  std::map<std::string, std::pair<double, int>> spent;  // attack -> queries of ended instances, their number
  for (const auto& row : instances_) {
    if (!has_ended(row)) continue;
    ++now.ended;
    auto& [successes, ended] = now.success[row.attack];
    ++ended;
    successes += row.status == "success" ? 1 : 0;
    spent[row.attack].first += row.queries;
    ++spent[row.attack].second;
  }
  // What is left, in queries, if the instances to come are like those that ended; one in progress takes at
  // least as many again as half of what it has taken.
  double left = 0;
  for (const auto& row : instances_) {
    if (has_ended(row)) continue;
    const auto found = spent.find(row.attack);
    const double expected = found == spent.end() ? row.budget : found->second.first / found->second.second;
    left += std::clamp(expected - row.queries, std::min(0.5 * row.queries, 1.0 * row.budget - row.queries),
                       1.0 * row.budget);
  }
  now.remaining = now.queries > 0 ? seconds * left / static_cast<double>(now.queries) : -1;
  return now;
}

RunEnd Runner::run(const std::atomic<bool>& stop, const std::function<void(const RunProgress&)>& report) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  double stored_at = 0;
  const double store_every =
      2;  // seconds; times are no part of the result, a kill may lose two seconds of them
  while (!stop) {
    while (active_.size() < static_cast<std::size_t>(options_.window) && next_ < instances_.size()) {
      if (instances_[next_].status == "pending") active_.push_back(start(instances_[next_]));
      ++next_;
    }
    if (active_.empty()) break;
    round();
    if (elapsed() - stored_at > store_every) {
      stored_at = elapsed();
      store_times(stored_at);
    }
    report(progress(elapsed()));
  }
  store_times(elapsed());
  return active_.empty() && next_ == instances_.size() ? RunEnd::complete : RunEnd::interrupted;
}

}  // namespace bora
