#include "tools/attack/attack_run.h"

#include <chrono>
#include <cstdio>

#include <fmt/chrono.h>
#include <nlohmann/json.hpp>

#include "attacks/ledger/image_content.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/verifier.h"
#include "common/error.h"
#include "common/hash.h"
#include "common/whole_file.h"
#include "data/load.h"
#include "models/evaluation.h"
#include "tools/attack/run_folder.h"
#include "tools/attack/versions.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"
#include "tools/report/summary_json.h"
#include "tools/report/text_summary.h"
#include "tools/report/write_report.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

constexpr int kProbes = 64;

std::string now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
}

std::string format_number(double value) {
  return nlohmann::json(value).dump();
}

ImageDataset load_images(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata) {
  if (!text.image.empty()) {
    auto data = load_dataset(text.image, Part::all);
    if (data.size() != 1)
      throw InputError("--image: {} is not one image but holds {}", text.image, data.size());
    data.labels[0] = text.label;
    return data;
  }
  std::string source = text.data;
  SplitOptions split;
  if (metadata) {
    split = metadata->split;
    if (source.empty()) source = metadata->data;
  }
  if (source.empty())
    throw InputError("--data: {} does not say which images it was made for; give --data or --image",
                     text.model);
  const Part part = text.part == "test" ? Part::test : text.part == "train" ? Part::train : Part::all;
  return load_dataset(source, part, split);
}

// What each attack is, for the report. Throws InputError for settings that do not suit the images.
std::string describe_attacks(const PlanOptions& plan, const ImageShape& shape) {
  auto facts = nlohmann::json::object();
  for (const auto& attack : plan.attacks) {
    const AttackSummary summary = make_recipe(attack, shape, plan.visible).summary;
    facts[attack] = {{"name", summary.name},
                     {"text", summary.text},
                     {"sight", to_string(summary.sight)},
                     {"leaves_ball", summary.leaves_ball}};
  }
  return facts.dump();
}

std::string progress_text(const RunProgress& now) {
  std::string text = fmt::format("{}/{} attacks, {} queries", now.ended, now.instances, now.queries);
  for (const auto& [attack, counts] : now.success)
    text += fmt::format("; {} {}/{}", attack, counts.first, counts.second);
  return text;
}

// Everything that stands between the options and the first query.
class Session {
 public:
  Session(const AttackOptionsText& text, const AttackSetup& setup)
      : text_(text),
        setup_(setup),
        folder_(choose_folder(text.out)),
        pool_(setup.threads),
        progress_(text.quiet) {}

  int run(const std::string& command, const std::string& config_ini) {
    if (text_.resume) {
      reopen();
    } else {
      start(command, config_ini);
    }
    const RunEnd end = attack();
    const Verification verdict = verify(end);
    return conclude(end, verdict);
  }

 private:
  void start(const std::string& command, const std::string& config_ini) {
    check_folder(folder_);
    const auto metadata = read_metadata(text_.model);
    const ImageDataset data = load_images(text_, metadata);
    const std::string attack_facts = describe_attacks(setup_.plan, data.shape);
    TorchScriptOptions options = setup_.victim;
    options.data_shape = data.shape;
    victim_ = load_torchscript(options, images_as_batch(data, 0, std::min(kProbes, data.size())), &pool_);
    const double epsilon = setup_.epsilon.value_or(default_epsilon(data.shape));
    ball_ = LinfBall(epsilon, setup_.continuous);
    const std::string sha256 = sha256_file(text_.model);
    const Plan plan = plan_for(data);

    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) throw InputError("--out: {} cannot be made: {}", folder_.string(), error.message());
    database_ = std::make_unique<RunDatabase>(RunDatabase::create(folder_ / "run.sqlite"));
    database_->begin();
    for (const auto& row : plan.inputs) database_->add(row);
    for (const auto& row : plan.examples) database_->add(row);
    for (const auto& row : plan.instances) database_->add(row);
    const auto names = metadata && !metadata->class_names.empty() ? metadata->class_names : data.class_names;
    const auto& spec = victim_->spec();
    const std::map<std::string, std::string> facts = {
        {"started", now()},
        {"finished", ""},
        {"status", "running"},
        {"version", bora_version()},
        {"libraries", nlohmann::json(library_versions()).dump()},
        {"command", command},
        {"config", config_as_json(config_ini)},
        {"config_ini", config_ini},
        {"seed", std::to_string(text_.seed)},
        {"model", text_.model},
        {"model_sha256", sha256},
        {"score_kind", to_string(spec.kind)},
        {"classes", std::to_string(spec.classes)},
        {"class_names", nlohmann::json(names).dump()},
        {"channels", std::to_string(spec.input.channels)},
        {"height", std::to_string(spec.input.height)},
        {"width", std::to_string(spec.input.width)},
        {"data", data.source},
        {"task", "images"},
        {"threat", "linf"},
        {"epsilon_asked", format_number(ball_.epsilon_asked())},
        {"epsilon", format_number(ball_.epsilon())},
        {"continuous", ball_.continuous() ? "1" : "0"},
        {"goal", setup_.plan.targeted ? "targeted" : "untargeted"},
        {"budget", std::to_string(setup_.plan.budget)},
        {"attacks", nlohmann::json(setup_.plan.attacks).dump()},
        {"attack_facts", attack_facts},
        {"visible", setup_.plan.visible.text()},
        {"device", text_.device},
        {"threads", std::to_string(setup_.threads)},
        {"clean_inputs", std::to_string(plan.clean_images)},
        {"clean_correct", std::to_string(plan.clean_correct)},
        {"clean_queries", std::to_string(plan.clean_queries)},
        {"victim_seconds", "0"},
        {"wall_seconds", "0"}};
    for (const auto& [key, value] : facts) database_->set(key, value);
    database_->commit();
    write_whole_file(folder_ / "config.ini", config_ini);
    announce(plan, data);
  }

  Plan plan_for(const ImageDataset& data) {
    PlanOptions options = setup_.plan;
    if (options.skip + options.images > data.size() && text_.image.empty())
      progress_.say(fmt::format("{} holds {} images, {} were asked for", data.source, data.size(),
                                options.skip + options.images));
    try {
      return make_plan(*victim_, data, options);
    } catch (const VictimError& error) {
      // No query has been made yet: a model that fails on clean images is wrong input, not a failure of a
      // run.
      throw InputError("{}: fails on the clean images of {}: {}", text_.model, data.source, error.what());
    }
  }

  void announce(const Plan& plan, const ImageDataset& data) {
    const auto& spec = victim_->spec();
    progress_.say(fmt::format("{}: {} input, {} classes, {}", spec.name, to_string(spec.input), spec.classes,
                              to_string(spec.kind)));
    progress_.say(fmt::format("{}: {} of {} clean images classified correctly; attacking {}", data.source,
                              plan.clean_correct, plan.clean_images, plan.attacked()));
    const std::string bound = ball_.continuous()
                                  ? fmt::format("{:.4g}, continuous", ball_.epsilon())
                                  : fmt::format("{}/255 = {:.4f}", ball_.levels(), ball_.epsilon());
    progress_.say(
        fmt::format("L-infinity bound {}, {}, visible: {}, budget {} queries, {} attacks in all, into {}",
                    bound, setup_.plan.targeted ? "targeted" : "untargeted", setup_.plan.visible.text(),
                    setup_.plan.budget, plan.instances.size(), folder_.string()));
  }

  void reopen() {
    database_ = std::make_unique<RunDatabase>(RunDatabase::open(folder_ / "run.sqlite"));
    const std::string sha256 = sha256_file(text_.model);
    if (sha256 != database_->get("model_sha256"))
      throw InputError("{}: is not the file the run in {} was made with (SHA-256 {} instead of {})",
                       text_.model, folder_.string(), sha256, database_->get("model_sha256"));
    const ImageShape shape{std::stoi(database_->get("channels")), std::stoi(database_->get("height")),
                           std::stoi(database_->get("width"))};
    TorchScriptOptions options = setup_.victim;
    options.data_shape = shape;
    options.kind = parse_score_kind(database_->get("score_kind"), "run.sqlite");
    Batch probes(0, shape.size());
    for (const auto& image : database_->inputs()) {
      if (!image.attacked || probes.rows() == kProbes) continue;
      probes.conservativeResize(probes.rows() + 1, Eigen::NoChange);
      const std::vector<float> pixels = pixels_of_content(image.content, false);
      probes.bottomRows(1) = Eigen::Map<const Eigen::RowVectorXf>(pixels.data(), shape.size());
    }
    victim_ = load_torchscript(options, probes, &pool_);
    ball_ = LinfBall(setup_.epsilon.value_or(default_epsilon(shape)), setup_.continuous);
    database_->set("status", "running");
  }

  RunEnd attack() {
    Ledger ledger(*victim_, *database_, ball_, setup_.plan.visible);
    RunnerOptions options;
    options.shape = victim_->spec().input;
    options.classes = victim_->spec().classes;
    options.ball = ball_;
    options.visible = setup_.plan.visible;
    options.window = setup_.window;
    Runner runner(options, *database_, ledger, pool_);
    const auto& interrupted = interrupt_flag();
    if (text_.resume) {
      progress_.say("replaying stored answers of the attacks that were in progress");
      runner.resume();
    }
    return runner.run(interrupted, [&](const RunProgress& done) {
      // The share of the work, in time: attacks differ too much in cost for their number to say when the run
      // will end.
      const double share = done.remaining < 0 ? 0 : done.seconds / (done.seconds + done.remaining);
      progress_.update(done.ended == done.instances ? 1 : share, progress_text(done));
    });
  }

  Verification verify(RunEnd end) {
    progress_.finish();
    try {
      return verify_run(*database_, *victim_, ball_, folder_);
    } catch (const VictimError& error) {
      if (end == RunEnd::complete) throw;
      progress_.say(fmt::format("not verified: {}", error.what()));
      return {};
    }
  }

  int conclude(RunEnd end, const Verification& verdict) {
    database_->set("status", end == RunEnd::complete ? "complete" : "interrupted");
    database_->set("finished", now());
    const RunRecord record = read_run(folder_);
    const RunSummary summary = summarise(record);
    write_report(record, summary, folder_);
    if (text_.json) {
      fmt::print("{}", summary_json(record, summary));
    } else {
      fmt::print("{}\nreport: {}\n", text_summary(record, summary), (folder_ / "report.html").string());
    }
    if (end == RunEnd::interrupted) {
      fmt::print(stderr,
                 "bo-attack: interrupted; what was asked is kept. Go on with: bo-attack --resume --out {}\n",
                 folder_.string());
      return kExitInterrupted;
    }
    if (!verdict.clean()) {
      fmt::print(stderr,
                 "bo-attack: {} of {} adversarial examples did not pass verification, see the report\n",
                 verdict.examples - std::min(verdict.within, verdict.confirmed), verdict.examples);
      return kExitUnexpected;
    }
    int failed = 0;
    for (const auto& instance : record.instances) failed += instance.status == InstanceStatus::failed ? 1 : 0;
    if (failed == 0) return kExitOk;
    fmt::print(stderr, "bo-attack: {} of {} attacks failed, the report says why\n", failed,
               record.instances.size());
    return kExitVictimFailed;
  }

  const AttackOptionsText& text_;
  AttackSetup setup_;
  fs::path folder_;
  ThreadPool pool_;
  Progress progress_;
  std::unique_ptr<Victim> victim_;
  std::unique_ptr<RunDatabase> database_;
  LinfBall ball_{1.0, true};
};

}  // namespace

int run_attack(const AttackOptionsText& text, const AttackSetup& setup, const std::string& command,
               const std::string& config_ini) {
  return Session(text, setup).run(command, config_ini);
}

}  // namespace bora
