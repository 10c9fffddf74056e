#include "report/words/accuracy_matrix.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/observations.h"
#include "report/figures/published.h"
#include "report/figures/run_texts.h"
#include "report/figures/worst_case.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

/// Returns the name of a data set: for "data/PROTEINS.zip, test part" it is "PROTEINS".
std::string data_name(const std::string& data) {
  return std::filesystem::path(without_folders(path_of_data(data))).stem().string();
}

bool is_published_threat(const EditFacts& edits) {
  constexpr double kRatio = 0.03;
  return edits.mode == "flip" && edits.ratio == kRatio && edits.most_edits == 0 && edits.hops == 0 &&
         !edits.keep_connected;
}

// run: on graphs.
VictimKind victim_kind(const RunRecord& run) {
  const std::string data = data_name(run.data);
  const std::string stem = std::filesystem::path(run.model).stem().string();
  std::string architecture;
  for (const std::string& part : split(stem, '-'))
    for (const char* known : {"gcn", "gin", "cheb", "sage", "unet"})
      if (architecture.empty() && lower_case(part) == known) architecture = known;
  if (architecture.empty()) {
    architecture = stem.substr(0, stem.find_last_not_of("0123456789-_") + 1);
    if (architecture.empty()) architecture = stem;
  }
  return {architecture, data, threat_text(run), is_published_threat(*run.edits)};
}

void check_runs(const std::vector<RunRecord>& runs) {
  std::set<std::tuple<VictimKind, std::string, std::string>> seen;
  std::map<std::string, const RunRecord*> of_data;  // name of the data -> first run on them
  for (const RunRecord& run : runs) {
    if (!run.on_graphs())
      throw InputError("{}: a matrix of accuracies needs runs on graphs, this one is on {}",
                       run.folder.string(), run.task);
    if (!measures_accuracy(run))
      throw InputError(
          "{}: a matrix of accuracies needs untargeted attacks or all classes as targets, this run has some classes only",
          run.folder.string());
    const auto [first, is_new] = of_data.try_emplace(data_name(run.data), &run);
    if (!is_new) check_same_records(*first->second, run);
    if (seen.insert({victim_kind(run), run.model_sha256, run.seed}).second) continue;
    throw InputError(
        "{}: attacks the same victim with the same seed as another of the runs, so it is not a separate trial",
        run.folder.string());
  }
}

double share_of(const std::vector<bool>& correct) {
  return static_cast<double>(std::ranges::count(correct, true)) / static_cast<double>(correct.size());
}

void add_trial(std::optional<AccuracyCell>& cell, const GraphOutcomes& trial) {
  if (trial.records.empty()) return;
  if (!cell) cell.emplace();
  cell->trials_low.push_back(share_of(trial.correct));
  cell->trials_high.push_back(share_of(trial.possibly_correct));
  cell->graphs.append(trial);
}

/// Returns for each graph whether it is classified correctly without an attack.
GraphOutcomes before(const RunRecord& run) {
  GraphOutcomes trial;
  for (const InputRow& input : run.inputs) {
    const InputStatus status = status_of(input);
    if (status == InputStatus::excluded) continue;
    trial.add(static_cast<int>(input.record), status != InputStatus::misclassified, false);
  }
  return trial;
}

/// Returns for each graph whether it is still classified correctly under all attacks except `other_attacks`.
GraphOutcomes after(const RunRecord& run, const std::set<std::string>& other_attacks) {
  GraphOutcomes trial;
  const std::vector<InputOutcome> outcomes = outcomes_of(run, other_attacks);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i] == InputOutcome::excluded) continue;
    trial.add(static_cast<int>(run.inputs[i].record),
              outcomes[i] == InputOutcome::resisted || outcomes[i] == InputOutcome::safe,
              outcomes[i] == InputOutcome::open || outcomes[i] == InputOutcome::unconfirmed);
  }
  return trial;
}

std::string cell_text(const AccuracyCell& cell) {
  const int undecided = cell.graphs.undecided();
  std::string text = fmt::format("{:.2f}", 100 * cell.mean_low());
  if (undecided > 0) text += fmt::format(" to {:.2f}", 100 * cell.mean_high());
  if (const auto deviation = cell.deviation()) text += fmt::format(" \u00b1 {:.1f}", 100 * *deviation);
  text += " " + percent_interval(cell.interval());
  return undecided > 0 ? text + fmt::format(" ({} open)", undecided) : text;
}

bool has_undecided(const AccuracyMatrix& matrix) {
  for (const auto& row : matrix.cells)
    for (const auto& cell : row)
      if (cell && cell->graphs.undecided() > 0) return true;
  return false;
}

}  // namespace

void GraphOutcomes::add(int record, bool is_correct, bool is_undecided) {
  records.push_back(record);
  correct.push_back(is_correct);
  possibly_correct.push_back(is_correct || is_undecided);
}

void GraphOutcomes::append(const GraphOutcomes& other) {
  records.insert(records.end(), other.records.begin(), other.records.end());
  correct.insert(correct.end(), other.correct.begin(), other.correct.end());
  possibly_correct.insert(possibly_correct.end(), other.possibly_correct.begin(),
                          other.possibly_correct.end());
}

int GraphOutcomes::undecided() const {
  return static_cast<int>(std::ranges::count(possibly_correct, true) - std::ranges::count(correct, true));
}

double AccuracyCell::mean_low() const {
  return mean_of(trials_low).value;
}

double AccuracyCell::mean_high() const {
  return mean_of(trials_high).value;
}

std::optional<double> AccuracyCell::deviation() const {
  const Mean mean = mean_of(trials_low);
  if (!mean.error || graphs.undecided() > 0) return std::nullopt;
  return *mean.error * std::sqrt(static_cast<double>(trials_low.size()));
}

Interval AccuracyCell::interval() const {
  return {clustered_interval(graphs.records, graphs.correct).low,
          clustered_interval(graphs.records, graphs.possibly_correct).high};
}

AccuracyMatrix accuracy_matrix(const std::vector<RunRecord>& runs) {
  check_runs(runs);
  AccuracyMatrix matrix;
  std::vector<std::string> white_box;
  matrix.attacks.emplace_back();
  for (const RunRecord& run : runs) {
    const VictimKind kind = victim_kind(run);
    if (std::find(matrix.columns.begin(), matrix.columns.end(), kind) == matrix.columns.end())
      matrix.columns.push_back(kind);
    for (const std::string& attack : attack_names(run)) {
      auto& list = is_white_box(run, attack) ? white_box : matrix.attacks;
      if (std::find(list.begin(), list.end(), attack) == list.end()) list.push_back(attack);
    }
  }
  matrix.attacks.insert(matrix.attacks.end(), white_box.begin(), white_box.end());
  matrix.cells.assign(matrix.attacks.size(), std::vector<std::optional<AccuracyCell>>(matrix.columns.size()));
  for (const RunRecord& run : runs) {
    const auto column = static_cast<std::size_t>(
        std::find(matrix.columns.begin(), matrix.columns.end(), victim_kind(run)) - matrix.columns.begin());
    const std::vector<std::string> names = attack_names(run);
    for (std::size_t a = 1; a < matrix.attacks.size(); ++a) {
      if (std::find(names.begin(), names.end(), matrix.attacks[a]) == names.end()) continue;
      std::set<std::string> others(names.begin(), names.end());
      others.erase(matrix.attacks[a]);
      add_trial(matrix.cells[a][column], after(run, others));
    }
    add_trial(matrix.cells[0][column], before(run));
  }
  return matrix;
}

bool states_protocol(const RunRecord& run, const std::string& protocol) {
  const auto config = parse_valid_json(run.config_json);
  const auto stated = config.find("protocol");
  return stated != config.end() && *stated == protocol;
}

ReportTable matrix_table(const AccuracyMatrix& matrix) {
  ReportTable table{
      "Accuracy in % on the graphs looked at, of which misclassified ones count as wrong: mean over trials (one "
      "for each victim and seed) \u00b1 standard deviation over trials, and the 95% interval of all trials "
      "together, which does not treat trials on the same graph as independent. As published: " +
          published_accuracy().source + "; 50 queries for each edit in the text, 40 in the authors' code.",
      {"Attack"}};
  if (has_undecided(matrix))
    table.caption +=
        " Open: graphs whose attack has failed or has not ended, or whose adversarial example was not confirmed; they count as "
        "wrong in the first figure and as correct in the second.";
  std::set<std::string> threats;
  for (const VictimKind& kind : matrix.columns) threats.insert(kind.threat);
  if (threats.size() == 1) table.caption += " Threat: " + *threats.begin() + ".";
  for (const VictimKind& kind : matrix.columns)
    table.columns.push_back(kind.architecture + ", " + kind.data +
                            (threats.size() > 1 ? ", " + kind.threat : ""));
  for (std::size_t a = 0; a < matrix.attacks.size(); ++a) {
    std::vector<std::string>& row =
        table.add({matrix.attacks[a].empty() ? "none (clean)" : matrix.attacks[a]});
    std::vector<std::string> published{row.front() + ", as published"};
    bool any = false;
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      row.push_back(matrix.cells[a][c] ? cell_text(*matrix.cells[a][c]) : "");
      const VictimKind& kind = matrix.columns[c];
      const bool comparable = kind.as_published || matrix.attacks[a].empty();
      const auto* cell =
          comparable ? published_accuracy().find(matrix.attacks[a], kind.architecture, kind.data) : nullptr;
      published.push_back(cell == nullptr ? ""
                                          : fmt::format("{:.2f} \u00b1 {:.1f}", cell->mean, cell->deviation));
      any = any || cell != nullptr;
    }
    if (any) table.rows.push_back(std::move(published));
  }
  return table;
}

}  // namespace bora::report
