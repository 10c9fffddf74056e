#include "attacks/runner/verifier.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "attacks/ledger/counted_queries.h"
#include "attacks/semantic/transformed.h"
#include "attacks/threat/objective.h"
#include "common/error.h"

namespace bora::attacks {
namespace {

namespace fs = std::filesystem;

// First draw of the verification. Attacks use only the first few draws, from 0 on.
constexpr std::uint64_t kFreshDraws = std::uint64_t{1} << 32;

// Returns the stem of an input's file names: "record00012_label3", with the name of its source file in front,
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

// Writes the input to the file and returns it as read back.
template <typename Input>
Input round_trip(const Task<Input>& task, const fs::path& file, const Input& input) {
  fs::create_directories(file.parent_path());
  task.write(file, input);
  return task.read(file);
}

// Returns whether an answer reaches the goal; if there are scores, strictly (reaches()).
bool holds(const Goal& goal, const VictimReply& reply) {
  return goal.achieved(reply.predicted) &&
         (reply.scores.values.cols() == 0 || reaches(goal, reply.scores, 0));
}

// Original that was written to a file.
template <typename Input>
struct StoredOriginal {
  int label = 0;
  std::string stem;                                  // stem of its file names
  std::unique_ptr<const ThreatModel<Input>> threat;  // threat model around the original as read back
};

// Writes the originals of the attacked inputs, and returns them by InputRow::id.
template <typename Input>
std::map<int, StoredOriginal<Input>> write_originals(const RunDatabase& database, const Task<Input>& task,
                                                     const fs::path& folder) {
  std::map<int, StoredOriginal<Input>> originals;
  for (const auto& row : database.inputs()) {
    if (!row.attacked) continue;
    const std::string file = fmt::format("originals/{}{}", stem_of(row), task.extension());
    auto original =
        std::make_shared<const Input>(round_trip(task, folder / file, task.original(row.content)));
    originals[row.id] = {row.label, stem_of(row), task.threat(std::move(original))};
  }
  return originals;
}

// Examples that the victim is queried with in one batch.
template <typename Input>
struct ExampleBatch {
  std::vector<Input> inputs;
  std::vector<Goal> goals;
  std::vector<std::size_t> places;  // indices of their rows in the vector of VerificationRow
};

// Queries the victim with the batch Repeats::most times, and sets `predicted` and `confirmed` of its rows.
// Counts the queries in `database`.
template <typename Input>
void confirm(RunDatabase& database, const ExampleBatch<Input>& batch, Oracle<Input>& oracle, bool label_only,
             const Repeats& repeats, std::vector<VerificationRow>& rows) {
  const std::size_t size = batch.inputs.size();
  if (size == 0) return;
  std::vector<const Input*> inputs;
  for (const auto& input : batch.inputs) inputs.push_back(&input);
  std::vector<std::vector<VictimReply>> answers(size);
  std::vector<int> reached(size);
  const DrawScope scope(oracle);
  for (int time = 0; time < repeats.most; ++time) {
    oracle.draw(kFreshDraws + static_cast<std::uint64_t>(time));
    std::vector<VictimReply> replies(size);
    count_queries(database, &RunFacts::verification_queries, oracle, static_cast<std::int64_t>(size),
                  [&] { oracle.ask(inputs, label_only, replies); });
    for (std::size_t i = 0; i < size; ++i) {
      reached[i] += holds(batch.goals[i], replies[i]) ? 1 : 0;
      answers[i].push_back({replies[i].predicted, {}});
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    rows[batch.places[i]].predicted = majority(answers[i]).predicted;
    rows[batch.places[i]].confirmed = reached[i] >= repeats.needed;
  }
}

// Returns all examples to verify: the nearest one of each successful instance, then those of `firsts`.
std::vector<AdversarialRow> examples_of(const RunDatabase& database, const std::vector<FirstRow>& firsts) {
  auto examples = database.adversarials();
  for (const FirstRow& first : firsts)
    examples.push_back({first.instance, first.predicted, first.distance, first.l2, first.content});
  return examples;
}

// Returns the path of an example below the run's folder, without its extension. `kind`: adversarial or first.
std::string example_file(const char* kind, const std::string& attack_folder, const std::string& stem,
                         const InstanceRow& instance) {
  return fmt::format("{}/{}/{}_{}", kind, attack_folder, stem,
                     instance.target ? fmt::format("to{}", *instance.target) : "untargeted");
}

}  // namespace

std::map<std::string, std::string> folder_names(const std::vector<InstanceRow>& instances) {
  std::map<std::string, std::string> names;
  std::set<std::string> taken;
  for (const auto& instance : instances) {
    if (names.contains(instance.attack)) continue;
    // With the extension and a number, the name must not exceed the 255 bytes that file systems allow.
    constexpr std::size_t kLongest = 200;
    std::string name = instance.attack.substr(0, kLongest);
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
  const std::map<int, StoredOriginal<Input>> originals = write_originals(database, task, folder);
  const auto instances = database.instances();
  const auto folders = folder_names(instances);
  auto firsts = database.firsts();
  const std::vector<AdversarialRow> examples = examples_of(database, firsts);
  const std::size_t nearest = examples.size() - firsts.size();

  const bool label_only = database.get(&RunFacts::visible) == "label";
  const auto block = static_cast<std::size_t>(std::clamp(batch_size, 1, 64));
  Verification result;
  std::vector<VerificationRow> rows;
  for (std::size_t first = 0; first < examples.size(); first += block) {
    ExampleBatch<Input> batch;
    for (std::size_t i = first; i < std::min(first + block, examples.size()); ++i) {
      const auto& adversarial = examples[i];
      const InstanceRow& instance = instances.at(adversarial.instance);
      const StoredOriginal<Input>& original = originals.at(instance.input);
      VerificationRow row;
      row.instance = instance.id;
      row.file = example_file(i < nearest ? "adversarial" : "first", folders.at(instance.attack),
                              original.stem, instance) +
                 task.extension();
      try {
        Input shown =
            round_trip(task, folder / row.file, task.attacked(adversarial.content, adversarial.details));
        row.distance = original.threat->distance(shown);
        row.within = original.threat->violation(shown).empty();
        batch.inputs.push_back(std::move(shown));
        batch.places.push_back(rows.size());
        batch.goals.push_back({original.label, instance.target});
      } catch (const InputError&) {
        row.file.clear();  // the stored content is invalid; the other examples are still verified
      }
      rows.push_back(row);
    }
    confirm(database, batch, oracle, label_only, repeats, rows);
    result.queries += repeats.most * static_cast<int>(batch.inputs.size());
    for (const std::size_t place : batch.places) {
      result.within += rows[place].within ? 1 : 0;
      result.confirmed += rows[place].confirmed ? 1 : 0;
    }
  }
  result.examples = static_cast<int>(examples.size());
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
