#include "report/assessment/synthetic_assessment.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/files/atomic_write.h"
#include "common/hash.h"
#include "common/json.h"
#include "common/random.h"

namespace bora::report {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

void add(SyntheticRun& run, const std::string& attack, int input, const std::string& status, int queries) {
  SyntheticInstance instance;
  instance.attack = attack;
  instance.input = input;
  instance.status = status;
  instance.queries = queries;
  run.instances.push_back(instance);
}

Json search_json(const SearchRecord& search) {
  Json networks = Json::array();
  for (const SearchedNetwork& each : search.networks)
    networks.push_back({{"number", each.number},
                        {"architecture", each.architecture},
                        {"accuracy", maybe(each.accuracy)},
                        {"robustness", maybe(each.robustness)},
                        {"weights", each.weights},
                        {"seconds", each.seconds},
                        {"finalist", each.finalist}});
  return {{"space", search.space},
          {"strategy", search.strategy},
          {"objective", search.objective},
          {"networks", networks}};
}

SyntheticRun empty_run(int epsilon_levels) {
  SyntheticRun run;
  run.targeted = false;
  run.epsilon_levels = epsilon_levels;
  return run;
}

/// Strength of one of the models in plausible_assessment().
struct Strength {
  double accuracy;  // share of images classified correctly without an attack
  double margin;    // larger is harder to fool
};

SyntheticRun plausible_run_of(const Strength& strength, int images, int epsilon_levels) {
  SyntheticRun run = empty_run(epsilon_levels);
  run.budget = 500;
  run.attacks = {"bo", "square", "random"};
  run.attack_facts["bo"] = {"bo", "Bayesian optimisation of a coarse perturbation", "scores", false};
  run.attack_facts["square"] = {"square", "random search with squares (Andriushchenko et al. 2020)", "scores",
                                false};
  run.attack_facts["random"] = {"random", "random corners of the ball", "scores", false};
  run.clean_correct = static_cast<int>(std::lround(1000 * strength.accuracy));
  run.checks = {{"deterministic", "The same image twice gives the same answer", "pass",
                 "20 of 20 asked twice were equal"},
                {"chance", "Clean accuracy is above chance", "pass", "far above 10%"},
                {"unbounded", "An attack without a bound always succeeds", "pass", "20 of 20 succeeded"}};
  Rng images_rng(5);  // properties of the images, which are the same for all models
  Rng own(mix_seed(static_cast<std::uint64_t>(1e3 * strength.margin),
                   static_cast<std::uint64_t>(epsilon_levels)));
  for (int i = 0; i < images; ++i) {
    const int label = images_rng.index(10);
    const double difficulty = images_rng.uniform();
    const double hardness = std::exp(0.6 * images_rng.normal());
    const bool wrong = difficulty > strength.accuracy;
    if (wrong) {
      run.inputs.push_back({label, (label + 3) % 10, false, "misclassified"});
      continue;
    }
    run.inputs.push_back({label, label, true, ""});
    const double strain = strength.margin * hardness / epsilon_levels;
    for (const auto& [attack, slowness] :
         std::vector<std::pair<std::string, double>>{{"bo", 1}, {"square", 1.4}, {"random", 6}}) {
      const int queries =
          std::max(1, static_cast<int>(30 * slowness * strain * strain * std::exp(0.7 * own.normal())));
      if (queries <= run.budget && strain < 4.5)
        add(run, attack, i, "success", queries);
      else
        add(run, attack, i, "exhausted", run.budget);
    }
  }
  return run;
}

}  // namespace

SyntheticRun run_of_outcomes(const std::string& outcomes, int epsilon_levels) {
  SyntheticRun run = empty_run(epsilon_levels);
  run.attacks = {"square", "random"};
  for (int i = 0; i < static_cast<int>(outcomes.size()); ++i) {
    const char outcome = outcomes[static_cast<std::size_t>(i)];
    const int label = i % 10;
    if (outcome == 'm') {
      run.inputs.push_back({label, (label + 1) % 10, false, "misclassified"});
      continue;
    }
    run.inputs.push_back({label, label, true, ""});
    const bool fooled = outcome == 's' || outcome == 'b';
    if (outcome == 'o') {
      add(run, "square", i, "running", 30);
      run.status = "interrupted";
    } else {
      add(run, "square", i, fooled ? "success" : "exhausted",
          outcome == 's'   ? 10
          : outcome == 'b' ? 40
                           : run.budget);
    }
    if (outcome == 'b')
      add(run, "random", i, "success", 20);
    else
      add(run, "random", i, "exhausted", run.budget);
  }
  return run;
}

SyntheticAssessment three_models() {
  SyntheticAssessment out;
  const std::vector<SyntheticRun> a{run_of_outcomes("rrrrrrrrrrrm", 4), run_of_outcomes("rrrrrrrrrrsm", 8)};
  const std::vector<SyntheticRun> b{run_of_outcomes("rrrrrrrrrrsm", 4), run_of_outcomes("rrrrrrrrrssm", 8)};
  const std::vector<SyntheticRun> c{run_of_outcomes("rrrrrrrrssmm", 4), run_of_outcomes("rrsssssssbmm", 8)};
  out.models = {{"a", "searched", "", 1000, 0.001, 60.0, a},
                {"b", "trained", "", 500, 0.002, 50.0, b},
                {"c", "given", "", 100, 0.003, {}, c}};
  const int correct[] = {900, 950, 900};
  for (std::size_t m = 0; m < 3; ++m)
    for (SyntheticRun& run : out.models[m].runs) run.clean_correct = correct[m];
  return out;
}

void write_synthetic_assessment(const SyntheticAssessment& assessment, const std::filesystem::path& folder) {
  Json models = Json::array();
  for (const SyntheticModel& model : assessment.models) {
    Json runs = Json::array();
    for (const SyntheticRun& run : model.runs) {
      const std::string name = fmt::format("attacks/{}/eps-{}", model.name, run.epsilon_levels);
      runs.push_back(name);
      if (run.inputs.empty()) continue;
      SyntheticRun named = run;
      named.model = "models/" + model.name + ".pt";
      named.model_sha256 = sha256(model.copied.empty() ? model.name : model.copied);
      write_synthetic_run(named, folder / name);
    }
    models.push_back({{"name", model.name},
                      {"origin", model.origin},
                      {"architecture", model.architecture},
                      {"file", "models/" + model.name + ".pt"},
                      {"weights", maybe(model.weights)},
                      {"latency", maybe(model.latency)},
                      {"seconds", maybe(model.seconds)},
                      {"runs", runs}});
  }
  Json json = {{"format", 1},
               {"command", "bo-assess --data digits --space nb201 --finalists 2 --out assessment"},
               {"version", "0.1.0"},
               {"started", "2026-03-01T10:00:00Z"},
               {"finished", assessment.status == "complete" ? "2026-03-01T10:38:12Z" : ""},
               {"status", assessment.status},
               {"models", models}};
  if (assessment.bound) json["bound"] = *assessment.bound;
  if (assessment.search) json["search"] = search_json(*assessment.search);
  std::filesystem::create_directories(folder);
  write_atomically(folder / "models.json", json_text(json, 1));
}

SyntheticAssessment plausible_assessment(int images) {
  SyntheticAssessment assessment;
  assessment.search = SearchRecord{"nb201", "nas-bowl", "robust", {}};
  const std::string cell =
      "|nor_conv_3x3~0|+|skip_connect~0|nor_conv_3x3~1|+|none~0|avg_pool_3x3~1|nor_conv_1x1~2|";
  Rng rng(9);
  for (int n = 1; n <= 24; ++n) {
    SearchedNetwork network;
    network.number = n;
    network.architecture = cell;
    network.architecture[cell.size() - 5] = static_cast<char>('0' + n % 10);
    network.architecture[1] = static_cast<char>('a' + n);
    network.weights = 20000 + rng.index(300000);
    network.seconds = 20 + 30 * rng.uniform();
    if (n != 7) {
      network.accuracy = 0.97 - 0.12 * rng.uniform() * rng.uniform();
      network.robustness = 0.2 + 0.4 * rng.uniform();
    }
    network.finalist = n == 12 || n == 17;
    assessment.search->networks.push_back(network);
  }
  const auto architecture = [&](std::size_t n) { return assessment.search->networks[n - 1].architecture; };
  assessment.models = {{"searched-1", "searched", architecture(12), 312044, 0.0031, 412.0, {}},
                       {"searched-2", "searched", architecture(17), 78128, 0.0017, 389.0, {}},
                       {"resnet8", "trained", "resnet8", 77850, 0.0012, 301.5, {}},
                       {"defended", "given", "", 78128, 0.0024, std::nullopt, {}},
                       {"tiny", "given", "lenet", 4310, 0.0003, std::nullopt, {}}};
  const std::vector<Strength> strengths{{0.95, 60}, {0.93, 52}, {0.94, 38}, {0.90, 75}, {0.84, 20}};
  for (std::size_t m = 0; m < strengths.size(); ++m)
    for (const int levels : {12, 24, 48})
      assessment.models[m].runs.push_back(plausible_run_of(strengths[m], images, levels));
  assessment.models[3].runs[2].checks[0] = {
      "deterministic", "The same image twice gives the same answer", "fail",
      "7 of 20 images got another class when they were asked about again"};
  assessment.models[4].runs[2].checks[2].status = "warn";
  return assessment;
}

}  // namespace bora::report
