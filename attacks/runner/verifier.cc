#include "attacks/runner/verifier.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <set>

#include <fmt/format.h>

#include "attacks/semantic/transformed.h"
#include "attacks/threat/objective.h"
#include "attacks/threat/ties.h"
#include "common/error.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

// First draw of the verification: rounds of attacks use draws from 0 on, a few at most.
constexpr std::uint64_t kFreshDraws = std::uint64_t{1} << 32;

// Returns the stem of an input's file names: "record00012_label3", after the name of the file it came from,
// if it has one, in characters that every file system accepts.
std::string stem_of(const InputRow& row) {
  constexpr std::size_t kLongest = 60;
  std::string name = fs::path(row.name).replace_extension().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '-' && c != '.'; }, '_');
  if (name.size() > kLongest) name.erase(0, name.size() - kLongest);
  if (!name.empty()) name += '_';
  return fmt::format("{}record{:05}_label{}", name, row.record, row.label);
}

// Writes the file and returns what a reader of it gets.
template <typename Input>
Input round_trip(const Task<Input>& task, const fs::path& file, const Input& input) {
  fs::create_directories(file.parent_path());
  task.write(file, input);
  return task.read(file);
}

// Returns whether an answer reaches the goal; where there are scores, a tie does not suffice.
bool holds(const Goal& goal, const VictimReply& reply) {
  return goal.achieved(reply.predicted) &&
         (reply.scores.values.cols() == 0 || reaches(goal, reply.scores, 0));
}

}  // namespace

std::map<std::string, std::string> folder_names(const std::vector<InstanceRow>& instances) {
  std::map<std::string, std::string> names;
  std::set<std::string> taken;
  for (const auto& instance : instances) {
    if (names.contains(instance.attack)) continue;
    std::string name = instance.attack;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ':' || c == '='; }, '-');
    const std::string stem = name;
    for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}-{}", stem, number);
    names[instance.attack] = name;
  }
  return names;
}

template <typename Input>
Verification verify_run(RunDatabase& database, Oracle<Input>& oracle, const Task<Input>& task,
                        const fs::path& folder, int batch_size, const Repeats& repeats) {
  struct Original {
    int label = 0;
    std::string stem;                                  // stem of its file names
    std::unique_ptr<const ThreatModel<Input>> threat;  // around the original as read back
  };
  std::map<int, Original> originals;
  for (const auto& row : database.inputs()) {
    if (!row.attacked) continue;
    const std::string file = fmt::format("originals/{}{}", stem_of(row), task.extension());
    auto original =
        std::make_shared<const Input>(round_trip(task, folder / file, task.original(row.content)));
    originals[row.id] = {row.label, stem_of(row), task.threat(std::move(original))};
  }
  const auto instances = database.instances();
  const auto folders = folder_names(instances);
  // The nearest examples, then those of the first successes.
  auto adversarials = database.adversarials();
  const std::size_t nearest = adversarials.size();
  auto firsts = database.firsts();
  for (const FirstRow& first : firsts)
    adversarials.push_back({first.instance, first.predicted, first.distance, first.l2, first.content});

  const bool label_only = database.get(&RunFacts::visible) == "label";
  const auto block = static_cast<std::size_t>(std::clamp(batch_size, 1, 64));
  Verification result;
  std::vector<VerificationRow> rows;
  for (std::size_t first = 0; first < adversarials.size(); first += block) {
    const std::size_t n = std::min(block, adversarials.size() - first);
    std::vector<Input> shown;
    std::vector<const Input*> batch;
    std::vector<std::size_t> places;  // places in `rows` of the inputs shown
    std::vector<Goal> goals;          // goals of the inputs shown
    for (std::size_t i = 0; i < n; ++i) {
      const auto& adversarial = adversarials[first + i];
      const InstanceRow& instance = instances.at(adversarial.instance);
      const Original& original = originals.at(instance.input);
      VerificationRow row;
      row.instance = instance.id;
      row.file = fmt::format("{}/{}/{}_{}{}", first + i < nearest ? "adversarial" : "first",
                             folders.at(instance.attack), original.stem,
                             instance.target ? fmt::format("to{}", *instance.target) : "untargeted",
                             task.extension());
      try {
        shown.push_back(
            round_trip(task, folder / row.file, task.attacked(adversarial.content, adversarial.details)));
        row.distance = original.threat->distance(shown.back());
        row.within = original.threat->violation(shown.back()).empty();
        places.push_back(rows.size());
        goals.push_back({original.label, instance.target});
      } catch (const InputError&) {
        row.file.clear();  // the database holds no valid input here; the others are still verified
      }
      rows.push_back(row);
    }
    if (shown.empty()) continue;
    for (const auto& input : shown) batch.push_back(&input);
    std::vector<std::vector<VictimReply>> answers(shown.size());
    std::vector<int> reached(shown.size());
    for (int time = 0; time < repeats.most; ++time) {
      oracle.draw(kFreshDraws + static_cast<std::uint64_t>(time));
      const std::vector<VictimReply> replies = oracle.ask(batch, label_only);
      for (std::size_t i = 0; i < shown.size(); ++i) {
        reached[i] += holds(goals[i], replies[i]) ? 1 : 0;
        answers[i].push_back({replies[i].predicted, {}});
      }
      result.queries += static_cast<int>(shown.size());
    }
    oracle.draw(0);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      auto& row = rows[places[i]];
      row.predicted = majority(answers[i]).predicted;
      row.confirmed = reached[i] >= repeats.needed;
      result.within += row.within ? 1 : 0;
      result.confirmed += row.confirmed ? 1 : 0;
    }
  }
  result.examples = static_cast<int>(adversarials.size());
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    firsts[i].file = rows[nearest + i].file;
    firsts[i].confirmed = rows[nearest + i].within && rows[nearest + i].confirmed;
  }
  rows.resize(nearest);
  database.replace_verification(rows, firsts);
  return result;
}

template Verification verify_run(RunDatabase&, Oracle<Pixels>&, const Task<Pixels>&, const fs::path&, int,
                                 const Repeats&);
template Verification verify_run(RunDatabase&, Oracle<Transformed>&, const Task<Transformed>&,
                                 const fs::path&, int, const Repeats&);
template Verification verify_run(RunDatabase&, Oracle<Graph>&, const Task<Graph>&, const fs::path&, int,
                                 const Repeats&);

}  // namespace bora::attacks
