#include "attacks/runner/plan.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "attacks/factory.h"
#include "attacks/ledger/repeats.h"
#include "attacks/runner/clean_answers.h"
#include "common/error.h"
#include "common/hash.h"
#include "common/random.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "models/victims/answer_format.h"

namespace bora::attacks {
namespace {

constexpr int kBlock = 256;  // largest block of clean inputs that is queried at once

// Queries inputs once. If a score is not finite, throws VictimError that names the input.
std::vector<VictimReply> ask(PlanSource& source, std::span<const int> inputs) {
  try {
    return source.ask(inputs);
  } catch (const NotFiniteScores& error) {
    const int input = inputs[static_cast<std::size_t>(error.input)];
    const std::string name = source.name(input);
    throw VictimError(fmt::format("{}, for {} {}{}", error.what(), source.noun(), source.record(input),
                                  name.empty() ? "" : fmt::format(" ({})", printable(name))));
  }
}

// Queries each input PlanOptions::repeats times. Returns its most frequent class and the mean visible scores.
// `report`: called before each call of the victim with the number of these inputs that have been queried.
std::vector<VictimReply> ask(PlanSource& source, std::span<const int> inputs, const PlanOptions& options,
                             const std::function<void(int asked)>& report) {
  if (options.repeats == 1) {
    const std::size_t part = options.part > 0 ? static_cast<std::size_t>(options.part) : inputs.size();
    std::vector<VictimReply> replies;
    for (std::size_t first = 0; first < inputs.size(); first += part) {
      report(static_cast<int>(first));
      std::ranges::move(ask(source, inputs.subspan(first, std::min(part, inputs.size() - first))),
                        std::back_inserter(replies));
    }
    return replies;
  }
  std::vector<std::vector<VictimReply>> answers(inputs.size());
  const DrawScope scope(source);
  for (int time = 0; time < options.repeats; ++time) {
    report(static_cast<int>(std::ssize(inputs) * time / options.repeats));
    source.draw(static_cast<std::uint64_t>(time));
    const std::vector<VictimReply> replies = ask(source, inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) answers[i].push_back(replies[i]);
  }
  std::vector<VictimReply> most;
  for (const auto& of_input : answers) most.push_back(majority(of_input, options.visible));
  return most;
}

// Returns the class with the lowest score, or -1 if not all scores are visible.
int class_of_lowest(const Batch& scores) {
  if (scores.size() == 0 || (scores.array() == kHidden).any()) return -1;
  Eigen::Index lowest = 0;
  scores.row(0).minCoeff(&lowest);
  return static_cast<int>(lowest);
}

// Returns the targets of the attacks on an input; nullopt: untargeted.
std::vector<std::optional<int>> targets_of(const PlanOptions& options, int classes, int label, int record) {
  if (!options.targeted) return {std::nullopt};
  if (options.target) return {options.target};
  std::vector<int> others;
  for (int target = 0; target < classes; ++target)
    if (target != label) others.push_back(target);
  if (options.random_targets > 0) {
    Rng rng(mix_seed(mix_seed(options.seed, "targets"), static_cast<std::uint64_t>(record)));
    rng.shuffle(others);
    others.resize(options.random_targets);
    std::sort(others.begin(), others.end());
  }
  return {others.begin(), others.end()};
}

std::uint64_t instance_seed(std::uint64_t seed, const std::string& attack, int record,
                            std::optional<int> target) {
  seed = mix_seed(mix_seed(seed, attack), static_cast<std::uint64_t>(record));
  return mix_seed(seed, static_cast<std::uint64_t>(target.value_or(-1) + 1)) >> 1;
}

void add_instances(Plan& plan, const PlanSource& source, const PlanOptions& options) {
  for (const auto& input : plan.inputs) {
    if (!input.attacked) continue;
    for (const auto& target : targets_of(options, source.classes(), input.label, input.record))
      for (const auto& attack : options.attacks) {
        InstanceRow row;
        row.id = static_cast<int>(plan.instances.size());
        row.attack = attack;
        row.input = input.id;
        row.target = target;
        row.seed = instance_seed(options.seed, attack, input.record, target);
        row.budget = budget_of(attack, source.budget(input.id));
        plan.instances.push_back(std::move(row));
      }
  }
}

// Returns the number of suitable inputs, correctly classified, that a plan needs.
std::int64_t inputs_wanted(const PlanOptions& options) {
  if (options.range) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(options.skip) + options.searched + options.inputs;
}

// Returns the number of inputs that are queried first. It is kBlock with a range, and for targeted attacks on
// images, which need an example of every target class. Otherwise it is the smallest number that may suffice
// for the attacked inputs, the next suitable one and clean accuracy, at most kBlock.
int first_block(const PlanSource& source, const PlanOptions& options) {
  if (options.range || (options.targeted && source.wants_examples())) return kBlock;
  return static_cast<int>(std::clamp<std::int64_t>(
      std::max<std::int64_t>(inputs_wanted(options) + 1, options.clean_inputs), 1, kBlock));
}

// Returns the inputs that may be queried, in order: all inputs, or with a range those in it and, if clean
// accuracy needs more, the first ones outside it. With a shard, only those of the shard.
std::vector<int> inputs_to_ask(const PlanSource& source, const PlanOptions& options) {
  const auto [first, last] = options.range.value_or(std::pair(0, source.size() - 1));
  int outside = options.clean_inputs - (last - first + 1);
  std::vector<int> inputs;
  for (int input = 0; input < source.size(); ++input) {
    const bool asked = (first <= input && input <= last) || outside-- > 0;
    if (asked && (!options.own || options.own->holds(input))) inputs.push_back(input);
  }
  return inputs;
}

// Returns the end (exclusive) of the inputs among which examples for a range are sought: the end of the
// range's last block of kBlock inputs, or of the inputs for clean accuracy if these are more.
int end_of_examples(const PlanSource& source, const PlanOptions& options) {
  const std::int64_t blocks = options.range->second / kBlock + 1;
  return static_cast<int>(
      std::min<std::int64_t>(source.size(), std::max<std::int64_t>(blocks * kBlock, options.clean_inputs)));
}

// Returns an example, by class, of each class of `wanted` for which there is one. The examples are the same
// in every shard of a range. Labelled inputs of other classes are not queried. `answers`: class of each input
// that was queried already.
std::map<int, int> find_examples(PlanSource& source, const PlanOptions& options, std::set<int> wanted,
                                 const std::map<int, int>& answers, Plan& plan) {
  std::map<int, int> examples;
  const int end = end_of_examples(source, options);
  for (int input = 0; input < end && !wanted.empty(); ++input) {
    const int label = source.label(input);
    if (label >= 0 && !wanted.contains(label)) continue;
    const auto known = answers.find(input);
    const int predicted = known != answers.end()
                              ? known->second
                              : ask(source, {&input, 1}, options, [](int) {}).at(0).predicted;
    plan.clean_queries += known == answers.end() ? 1 : 0;
    if (label >= 0 && predicted != label) continue;
    if (wanted.erase(predicted) > 0) examples[predicted] = input;
  }
  return examples;
}

}  // namespace

int Plan::copies() const {
  std::set<std::string_view> met;
  return static_cast<int>(std::ranges::count_if(
      inputs, [&](const InputRow& row) { return row.attacked && !met.insert(row.content).second; }));
}

int Plan::attacked() const {
  return static_cast<int>(std::ranges::count(inputs, true, &InputRow::attacked));
}

int Plan::largest_budget() const {
  int largest = std::max(1, others_budget);
  for (const auto& row : instances) largest = std::max(largest, row.budget);
  return largest;
}

namespace {

// Builder of a plan. Its Plan::clean_queries counts each queried input once, whatever PlanOptions::repeats.
class Planner {
 public:
  Planner(PlanSource& source, const PlanOptions& options)
      : source_(source), options_(options), wanted_(inputs_wanted(options)) {}

  Plan make() {
    if (options_.range && options_.range->second >= source_.size())
      throw SettingError(fmt::format("range {}-{}", options_.range->first, options_.range->second),
                         "{} holds {} {}s, 0 to {}", source_.source(), source_.size(), source_.noun(),
                         source_.size() - 1);
    choose_inputs();
    judge_answers(plan_, source_, answers_);
    if (options_.report_answers) options_.report_answers(answers_);
    if (plan_.attacked() == 0 && !options_.own) {
      if (!is_robust_accuracy_0()) refuse();
      plan_.none_right = none_right(plan_, source_);
    }
    if (plan_.attacked() == 0) {
      plan_.others_budget = source_.budget(0);
      return std::move(plan_);
    }
    add_instances(plan_, source_, options_);
    if (source_.wants_examples()) add_examples();
    return std::move(plan_);
  }

 private:
  // Queries the inputs, block by block, until there are enough to attack and to measure clean accuracy on.
  // With a range, queries all of inputs_to_ask().
  void choose_inputs() {
    const std::vector<int> to_ask = inputs_to_ask(source_, options_);
    const int most = static_cast<int>(to_ask.size());
    int block = first_block(source_, options_);
    for (int first = 0, n = 0; first < most; first += n) {
      if (ended_ && plan_.clean_queries >= options_.clean_inputs) break;
      n = std::min(block, most - first);
      block = std::min(kBlock, 2 * block);
      if (ended_) n = std::min(n, options_.clean_inputs - plan_.clean_queries);
      const auto expected = std::max<std::int64_t>(wanted_, options_.clean_inputs);
      const std::span<const int> asked(to_ask.data() + first, static_cast<std::size_t>(n));
      const std::vector<VictimReply> replies = ask(source_, asked, options_, [&](int of_block) {
        if (options_.report_clean)
          options_.report_clean(first + of_block,
                                static_cast<int>(std::clamp<std::int64_t>(expected, first + n, most)));
      });
      plan_.clean_queries += n;
      for (int i = 0; i < n; ++i) {
        const VictimReply& reply = replies[static_cast<std::size_t>(i)];
        InputRow row = row_of(asked[static_cast<std::size_t>(i)], reply);
        if (!takes(row)) continue;
        const Batch& scores = reply.scores.values;
        row.scores.assign(scores.data(), scores.data() + scores.size());
        plan_.inputs.push_back(std::move(row));
      }
    }
  }

  // Returns the row of an input. Counts the prediction for clean accuracy.
  InputRow row_of(int input, const VictimReply& reply) {
    InputRow row;
    row.id = input;
    row.record = source_.record(input);
    row.name = source_.name(input);
    row.predicted = reply.predicted;
    row.label = source_.label(input);
    row.nodes = source_.nodes(input);
    row.edges = source_.edges(input);
    if (row.label >= 0) {
      ++plan_.clean_inputs;
      answers_.push_back({row.id, row.label, row.predicted, class_of_lowest(reply.scores.values)});
      const std::string content = source_.content(row.id);
      if (!contents_.insert(short_hash(content.data(), content.size())).second) ++plan_.clean_copies;
      plan_.clean_correct += row.predicted == row.label ? 1 : 0;
    } else {
      row.label = row.predicted;
    }
    predicted_[row.id] = row.predicted;
    if (row.predicted == row.label) examples_.try_emplace(row.label, row.id);
    return row;
  }

  // Returns whether the plan lists the input. Sets row.attacked and row.content if it is attacked, else
  // row.reason.
  bool takes(InputRow& row) {
    if (ended_) return false;
    if (options_.range && (row.id < options_.range->first || row.id > options_.range->second)) return false;
    if (options_.target == row.label) {
      row.reason = "of the target class";
      if (source_.label(row.id) < 0) ++predicted_as_target_;
      if (source_.label(row.id) >= 0 && row.predicted == row.label) ++right_of_target_;
    } else if (row.predicted != row.label) {
      row.reason = "misclassified";
    } else if (row.reason = source_.unsuitable(row.id); !row.reason.empty()) {
      ++passed_over_[row.reason];
    } else if (found_++ >= wanted_) {
      ended_ = true;
      return false;
    } else if (found_ <= options_.skip) {
      return false;
    } else {
      row.attacked = found_ > options_.skip + options_.searched;
      if (!row.attacked) row.reason = kSearched;
      row.content = source_.content(row.id);
    }
    return found_ >= options_.skip;
  }

  // Returns whether robust accuracy on the range is 0 without an attack: the victim misclassifies every
  // input, and the attacks are untargeted or target all other classes.
  bool is_robust_accuracy_0() const {
    const bool any_class = !options_.targeted || (!options_.target && options_.random_targets == 0);
    return options_.range && options_.searched == 0 && any_class &&
           std::ranges::all_of(plan_.inputs, [](const InputRow& row) { return row.predicted != row.label; });
  }

  // Throws an InputError that states why there is nothing to attack.
  [[noreturn]] void refuse() const {
    std::string why;
    for (const auto& [reason, count] : passed_over_) why += fmt::format(", {} {}", count, reason);
    why += about_target();
    if (options_.searched > 0)
      why += fmt::format(", of which the first {} are shown to the search", options_.searched);
    if (options_.skip > 0) why += fmt::format(", of which the first {} are left out", options_.skip);
    if (source_.size() == 1 && plan_.inputs.size() == 1) {
      const InputRow& only = plan_.inputs.front();
      if (only.label != options_.target && only.predicted != only.label)
        why += fmt::format(": the model says {}, not {}", only.predicted, only.label);
    }
    // Clean accuracy may be measured on inputs outside the range, too.
    std::string among = std::to_string(source_.size());
    int correct = plan_.clean_correct;
    if (options_.range) {
      among = fmt::format("{}-{}", options_.range->first, options_.range->second);
      correct = static_cast<int>(std::ranges::count_if(plan_.inputs, [&](const InputRow& row) {
        return source_.label(row.id) >= 0 && row.predicted == row.label;
      }));
    }
    const std::string& doubt = plan_.doubt.empty() ? plan_.misnumbered : plan_.doubt;
    constexpr std::size_t kSeparator = 2;
    why = plan_.clean_inputs > 0 ? fmt::format("{} classified correctly{}", correct, why)
                                 : why.substr(std::min(kSeparator, why.size()));
    if (!why.empty()) why = fmt::format(" ({})", why);
    throw InputError("{}: no {} to attack among {}{}{}", source_.source(), source_.noun(), among, why,
                     doubt.empty() ? "" : "; " + doubt);
  }

  // Returns clauses on the inputs that are not attacked because they are in the target class.
  std::string about_target() const {
    std::string text;
    const bool single = source_.size() == 1;
    if (predicted_as_target_ > 0)
      text += fmt::format("; the model already predicts the target class {}{}; choose another target",
                          *options_.target, single ? "" : fmt::format(" for {}", predicted_as_target_));
    else if (single && source_.label(0) == options_.target)
      text += fmt::format("; its class is the target {}; choose another target", *options_.target);
    else if (right_of_target_ > 0)
      text += fmt::format("; {} of them in the target class {}, whose {}s are not attacked", right_of_target_,
                          *options_.target, source_.noun());
    return text;
  }

  void add_examples() {
    std::set<int> targets;
    for (const auto& instance : plan_.instances)
      if (instance.target) targets.insert(*instance.target);
    if (options_.range) examples_ = find_examples(source_, options_, targets, predicted_, plan_);
    for (const int target : targets)
      if (const auto example = examples_.find(target); example != examples_.end())
        plan_.examples.push_back({target, source_.content(example->second)});
  }

  PlanSource& source_;
  const PlanOptions& options_;
  const std::int64_t wanted_;  // number of suitable inputs to find (inputs_wanted)
  Plan plan_;
  int predicted_as_target_ = 0;  // number of inputs of unknown class that are predicted as the target class
  int right_of_target_ = 0;      // number of correctly classified inputs of the target class
  std::map<std::string, int> passed_over_;  // reason of PlanSource::unsuitable -> number of inputs
  int found_ = 0;                           // number of suitable inputs found, with those left out by `skip`
  bool ended_ = false;                      // true once one suitable input more than `wanted_` was found
  std::map<int, int> predicted_;            // queried input -> predicted class
  std::map<int, int> examples_;             // class -> first input that is correctly predicted as this class
  std::vector<CleanAnswer> answers_;        // answers to labelled inputs
  std::set<std::int64_t> contents_;         // hashes of labelled inputs
};

}  // namespace

Plan make_plan(PlanSource& source, const PlanOptions& options) {
  Plan plan = Planner(source, options).make();
  plan.clean_queries *= options.repeats;
  return plan;
}

void keep_share(Plan& plan, const Shard& shard) {
  plan.others_budget = plan.largest_budget();
  std::erase_if(plan.inputs, [&](const InputRow& row) { return !shard.holds(row.id); });
  std::erase_if(plan.instances, [&](const InstanceRow& row) { return !shard.holds(row.input); });
  for (std::size_t i = 0; i < plan.instances.size(); ++i) plan.instances[i].id = static_cast<int>(i);
}

std::string fingerprint(const Plan& plan) {
  std::string text;
  for (const InputRow& row : plan.inputs)
    text += fmt::format("input {} {} {} {} {} {}\n", row.id, row.record, row.label, row.predicted,
                        row.attacked ? 1 : 0, short_hash(row.content.data(), row.content.size()));
  for (const InstanceRow& row : plan.instances)
    text += fmt::format("instance {} {} {} {} {}\n", row.attack, row.input, row.target.value_or(-1), row.seed,
                        row.budget);
  return sha256(text);
}

void store(const Plan& plan, RunDatabase& database) {
  for (const auto& row : plan.inputs) database.add(row);
  for (const auto& row : plan.examples) database.add(row);
  for (const auto& row : plan.instances) database.add(row);
}

}  // namespace bora::attacks
