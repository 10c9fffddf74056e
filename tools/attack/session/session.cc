#include "tools/attack/session/session.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "attacks/checks/clean_accuracy.h"
#include "attacks/checks/evaluation_checks.h"
#include "attacks/runner/batch_probe.h"
#include "attacks/runner/plan_budgets.h"
#include "attacks/semantic/transformed.h"
#include "common/error.h"
#include "common/process/shell_word.h"
#include "common/run_observer.h"
#include "common/text.h"
#include "models/victims/address.h"
#include "models/victims/load_victim.h"
#include "models/victims/remote/requests.h"
#include "report/conditions/outcome.h"
#include "report/views/run_views.h"
#include "runs/run_store.h"
#include "tools/attack/run_folder.h"
#include "tools/attack/session/doubtful_scores.h"
#include "tools/attack/session/input_source.h"
#include "tools/options/condition_exit.h"
#include "tools/options/print_error.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

EvaluationCheck check_of(const BatchDependence& batches, const std::string& noun) {
  if (batches.inputs < 2)
    return make_check(
        check_id::kBatches, "open",
        fmt::format("skipped: needs at least two {}s to compare single and batched queries", noun));
  const std::string asked = fmt::format("of {} clean {}s asked alone and together, ", batches.inputs, noun);
  if (!batches.found()) return make_check(check_id::kBatches, "pass", asked + "none gets another answer");
  return make_check(check_id::kBatches, "fail",
                    fmt::format("{}{} get other scores and {} another class", asked, batches.scores_changed,
                                batches.classes_changed));
}

std::string shard_text(const Shard& shard) {
  return fmt::format("shard {} of {}", shard.number, shard.count);
}

// Throws Interrupted if Ctrl-C was pressed before the first attack of this process. `resumed`: whether the
// run is resumed.
void end_if_interrupted(bool resumed = false) {
  if (interrupt_flag())
    throw Interrupted(resumed ? "interrupted before the run was resumed; all answers so far are kept"
                              : "interrupted before the first attack; nothing was stored");
}

std::string progress_text(const RunProgress& now) {
  std::string text =
      fmt::format("{}/{} attacks, {}", now.ended, now.instances, count_of(now.queries, "query", "queries"));
  for (const auto& [attack, counts] : now.success)
    text += fmt::format("; {} {}/{}", attack, counts.first, counts.second);
  return text;
}

// Warns of long waits for the victim as long as it lives.
class WaitWarnings {
 public:
  WaitWarnings(const std::string& model, Progress& progress) {
    Requests::set_wait_notice(
        [&](const std::string& text) { progress.warn(fmt::format("{}: {}", model, text)); });
  }
  ~WaitWarnings() { Requests::set_wait_notice({}); }
  WaitWarnings(const WaitWarnings&) = delete;
  WaitWarnings& operator=(const WaitWarnings&) = delete;
};

}  // namespace

std::string clean_line(const std::string& source, const std::string& noun, const Plan& plan) {
  if (plan.clean_inputs == 0)
    return fmt::format("{}: attacking {} of unknown class: the model's prediction is taken as their class",
                       source, count_of(plan.attacked(), noun));
  return fmt::format("{}: {} of {} classified correctly; attacking {}", source, plan.clean_correct,
                     count_of(plan.clean_inputs, "clean " + noun), plan.attacked());
}

template <typename Input>
Session<Input>::Session(const AttackConfig& config)
    : config_(config),
      plan_(config.plan()),
      folder_(choose_folder(config.output.folder, config.data.shard)),
      pool_(config.execution.threads),
      progress_(config.output.quiet),
      sent_before_(Requests::sent()) {}

template <typename Input>
int Session<Input>::run() {
  const WaitWarnings warnings(model(), progress_);
  try {
    if (config_.output.resume)
      reopen();
    else
      start();
  } catch (const InputError&) {
    end_if_interrupted(config_.output.resume);  // Ctrl-C may be the cause of the error
    throw;
  } catch (const VictimError& error) {
    end_if_interrupted(config_.output.resume);
    // A model that fails on clean inputs, before any attack, counts as wrong input.
    const std::string prefix = model() + ": ", why = error.what();
    throw InputError("{}fails on clean inputs: {}", prefix,
                     why.starts_with(prefix) ? why.substr(prefix.size()) : why);
  }
  RunEnd end = attack();
  const Verification verdict = verify(end);
  if (!down_.empty()) end = RunEnd::interrupted;
  return conclude(check(end), verdict);
}

template <typename Input>
void Session<Input>::open(typename Oracle<Input>::AskedVictim& victim) {
  oracle_ = std::make_unique<Oracle<Input>>(victim);
  if (config_.preset.empty() || oracle().has_gradients()) return;
  std::vector<std::string> left_out;
  std::erase_if(plan_.attacks, [&](const std::string& attack) {
    const bool white_box = summary_of(attack).access == AccessLevel::gradients;
    if (white_box) left_out.push_back(attack);
    return white_box;
  });
  if (!left_out.empty())
    warn(fmt::format("the model has no gradients: the white-box attacks of --preset {} are left out ({})",
                     config_.preset, join(left_out)));
}

template <typename Input>
AttackSummary Session<Input>::summary_of(const std::string& attack) const {
  ImageShape shape = kAnyShape;
  if constexpr (std::is_same_v<Input, Pixels>) shape = oracle_->victim().spec().input;
  return make_recipe<Input>(attack, shape, plan_.visible, plan_.norm).summary;
}

template <typename Input>
PlanOptions Session<Input>::plan_options(const std::string& noun, bool whole) {
  PlanOptions options = plan_;
  const bool randomised = oracle().randomised();
  repeats_ = config_.victim.answers().value_or(randomised ? kUsualRepeats : Repeats{});
  if (randomised && config_.threat.universal > 0)
    throw InputError("--universal: needs a model whose answers do not vary, but {} answers at random",
                     model());
  if (randomised) warn(warning_of_randomness(repeats_, noun, !is_file_address(model())));
  // From here on, Ctrl-C and SIGTERM set a flag. Before, they end the process, as a model may never answer
  // its first query.
  interrupt_flag();
  options.repeats = repeats_.most;
  if (options.range && !whole) options.own = config_.data.shard;
  planned_whole_ = !options.own;
  if constexpr (!std::is_same_v<Input, Graph>)
    if (!randomised && config_.victim.options.device == "cpu") options.part = clean_part();
  options.report_clean = [this, noun](int asked, int expected) {
    end_if_interrupted();
    progress_.update(static_cast<double>(asked) / expected,
                     fmt::format("clean {}s: {} of {} asked", noun, asked, expected));
  };
  return options;
}

// Returns the number of clean images per call of the model: whole chunks for every thread or connection, so
// that the model gets the same batches as in one call of 256 images.
template <typename Input>
int Session<Input>::clean_part() const {
  constexpr int kOwn = 64;  // files of other formats may have a fixed batch size, which usually divides this
  const VictimOptions options = config_.victim_of_images();
  const int part = options.chunk * std::max(pool_.threads(), options.endpoint.concurrency);
  const ModelPlace place = place_of(model());
  if (place == ModelPlace::torchscript || place == ModelPlace::process) return part;
  return (part + kOwn - 1) / kOwn * kOwn;
}

template <typename Input>
void Session<Input>::warn(const std::string& warning) {
  if (warning.empty() || std::ranges::find(warnings_, warning) != warnings_.end()) return;
  warnings_.push_back(warning);
  progress_.warn(warning);
  if (database_) database_->set(&RunFacts::warnings, warnings_);
}

template <typename Input>
void Session<Input>::add_check(EvaluationCheck check, std::int64_t queries) {
  if (check_level() == CheckLevel::none) return;
  checks_.push_back(std::move(check));
  check_queries_ += queries;
}

template <typename Input>
void Session<Input>::start() {
  check_folder(folder_);
  Plan plan = prepare();
  check_batches(plan);
  take_share(plan);
  end_if_interrupted();
  RunRecord outline;
  static_cast<RunFacts&>(outline) = facts(plan);
  for (const InstanceRow& row : plan.instances) outline.instances.push_back({row, {}, {}, {}, {}, {}});
  check_conditions(outline);
  for (const std::string& doubt : {plan.none_right, plan.doubt, plan.misnumbered}) warn(doubt);
  constexpr int kTolerated = 10;  // per cent
  if (const int copies = plan.copies(); 100 * copies > kTolerated * plan.attacked())
    warn(
        fmt::format("{} of the {} attacked {}s are copies of others, "
                    "so intervals are too narrow: they treat the {}s as independent",
                    copies, plan.attacked(), noun(), noun()));
  if (100 * plan.clean_copies > kTolerated * plan.clean_inputs)
    warn(fmt::format(
        "{} of the {} clean {}s are copies of others, so the interval of the clean accuracy is too "
        "narrow: it treats the {}s as independent",
        plan.clean_copies, plan.clean_inputs, noun(), noun()));
  if (!config_.data.range && !config_.data.shard && plan.attacked() < plan_.inputs)
    progress_.say(fmt::format("{} of the {} {}s asked for are attacked: no others in the data are suitable",
                              plan.attacked(), plan_.inputs, noun()));
  // With --universal, the budget is that of the search, which is not in the plan.
  if (config_.threat.universal == 0) {
    for (const std::string& attack : plan_.attacks)
      warn(describe_short_budget(plan, attack, summary_of(attack)));
    // A preset chooses its budgets for the worst case over all attacks, not to compare them.
    if (config_.preset.empty()) warn(describe_unequal_budgets(plan_.attacks, plan.largest_budget()));
  }
  const CleanCount clean{plan.clean_correct, plan.clean_inputs, plan.clean_commonest, noun(),
                         oracle().classes()};
  add_check(check_above_chance(clean, plan.doubt));
  add_check(check_claim(clean, accuracy_claim(config_, read_model_metadata(model()))));
  store(plan);
  for (const std::string& line : announcement(plan)) progress_.say(line);
  progress_.say(fmt::format("{}{}, visible: {}, {} in all, into {}",
                            config_.data.shard ? shard_text(*config_.data.shard) + ", " : "",
                            plan_.targeted ? "targeted" : "untargeted", plan_.visible.text(),
                            count_of(static_cast<std::int64_t>(plan.instances.size()), "attack"),
                            folder_.string()));
}

// Compares batched with single queries on attacked inputs: if scores depend on the other inputs of a batch,
// results are wrong, since attacks query in batches.
template <typename Input>
void Session<Input>::check_batches(Plan& plan) {
  constexpr std::size_t kMost = 16;
  std::vector<Input> inputs;
  for (const auto& row : plan.inputs)
    if (row.attacked && inputs.size() < kMost) inputs.push_back(task().original(row.content));
  if (inputs.empty()) return;  // the shard has no inputs
  if (oracle().randomised()) {
    add_check(
        make_check(check_id::kBatches, "open", "the model is random, so that answers differ in any batch"));
    return;
  }
  std::vector<const Input*> asked;
  for (const auto& input : inputs) asked.push_back(&input);
  const BatchDependence batches = probe_batches<Input>(oracle(), asked, plan_.visible.label_only());
  plan.clean_queries += batches.queries;
  if (batches.found()) {
    warn(batches.warning(noun(), !is_file_address(model())));
  } else if (config_.data.shard && config_.execution.batch > 1 && batches.rounded > 0) {
    warn(fmt::format(
        "the last bits of the model's scores depend on the inputs in a batch ({} of {} clean {}s), so the merged "
        "run may differ from a run without shards; with --batch 1 in both it does not",
        batches.rounded, batches.inputs, noun()));
  }
  add_check(check_of(batches, noun()));
}

// Reduces the plan to the inputs of the shard. If the plan is of all inputs, keeps its fingerprint, which
// must be the same for all shards.
template <typename Input>
void Session<Input>::take_share(Plan& plan) {
  if (!config_.data.shard) return;
  if (planned_whole_) plan_fingerprint_ = bora::attacks::fingerprint(plan);
  keep_share(plan, *config_.data.shard);
  const bool learning = std::ranges::any_of(
      plan_.attacks, [&](const std::string& attack) { return learns() && summary_of(attack).learns; });
  if (learning)
    warn(
        "with --prior learn the attacks of a shard learn only from those of the same shard, so the merged run "
        "differs from a run without shards: its attacks have learnt less");
}

// Waits for `pause` between two queries of an unavailable victim; `why`: its error. Returns false after
// Ctrl-C.
template <typename Input>
bool Session<Input>::wait(RetrySchedule::Milliseconds pause, const std::string& why) {
  progress_.warn(fmt::format("the model answers nothing, not even clean inputs ({}); asking again in {:g} s",
                             why, static_cast<double>(pause.count()) / 1000));
  const auto until = std::chrono::steady_clock::now() + pause;
  while (!interrupt_flag() && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::min(pause, RetrySchedule::Milliseconds(50)));
  return !interrupt_flag();
}

// Returns connections to the victim, one for each concurrent request; none if it cannot have several.
template <typename Input>
std::vector<std::unique_ptr<Oracle<Input>>> Session<Input>::connections() {
  std::vector<std::unique_ptr<Oracle<Input>>> connections;
  for (int i = 0; i < std::min(config_.victim.options.endpoint.concurrency, config_.execution.batch); ++i)
    if (auto connection = oracle().new_connection()) connections.push_back(std::move(connection));
  return connections;
}

template <typename Input>
RunEnd Session<Input>::attack() {
  RetrySchedule schedule;
  schedule.wait = [this](auto pause, const std::string& why) { return wait(pause, why); };
  try {
    if (!before_attacks(oracle(), schedule)) return RunEnd::interrupted;
  } catch (const VictimDown& error) {
    if (!interrupt_flag()) down_ = error.what();
    return RunEnd::interrupted;
  }
  Ledger<Input> ledger(oracle(), task(), *database_, plan_.visible, schedule, repeats_);
  const auto factory = attacks();
  const bool learn = database_->facts().prior.learn;
  Runner<Input> runner(task(), *factory, *database_, ledger, pool_, config_.execution.batch, learn);
  if (auto connections = this->connections(); connections.size() > 1 && !learn)
    runner.set_connections(std::move(connections));
  const auto& interrupted = interrupt_flag();
  const std::string shard = config_.data.shard ? shard_text(*config_.data.shard) + ": " : "";
  try {
    if (config_.output.resume) {
      const auto rows = database_->instances();
      if (std::ranges::any_of(rows,
                              [](const InstanceRow& row) { return row.status == InstanceStatus::running; }))
        progress_.say("replaying stored answers of the attacks that were in progress");
      runner.resume(died_);
      database_->set(&RunFacts::status, "running");
    }
    const std::int64_t failures_before = Requests::failures().count;
    bool warned = false;
    return runner.run(interrupted, [&](const RunProgress& done) {
      if (const auto failures = Requests::failures(); !warned && failures.count > failures_before) {
        warned = true;
        progress_.warn(
            fmt::format("the model failed on a request, which is sent again ({}); reports count attempts",
                        failures.latest));
      }
      progress_.update(done.share, shard + progress_text(done), done.remaining);
    });
  } catch (const VictimDown& error) {
    if (!interrupted) down_ = error.what();
    return RunEnd::interrupted;
  }
}

// Verifies the adversarial examples. If this is interrupted, sets `end` to interrupted: verification is
// repeated when the run is resumed.
template <typename Input>
Verification Session<Input>::verify(RunEnd& end) {
  progress_.finish();
  if (!down_.empty()) return {};
  try {
    // Each process of a resumed run verifies all examples, so the queries add up.
    return verify_run(*database_, oracle(), task(), folder_, config_.execution.batch, repeats_);
  } catch (const VictimInterrupted& interruption) {
    end = RunEnd::interrupted;
    progress_.say(fmt::format("not verified: {}", interruption.what()));
    return {};
  } catch (const VictimError& error) {
    if (end == RunEnd::complete) down_ = error.what();
    progress_.say(fmt::format("not verified: {}", error.what()));
    return {};
  }
}

// Makes the checks that follow the attacks, if these are complete and the checks were not made before.
template <typename Input>
RunEnd Session<Input>::check(RunEnd end) {
  if (end != RunEnd::complete || check_level() == CheckLevel::none || end_was_checked(checks_)) return end;
  CheckedRun<Input> run{*database_,
                        oracle(),
                        task(),
                        {},
                        plan_.visible,
                        noun(),
                        config_.execution.batch,
                        [this](Bound bound, const std::string& attack) { return make_setup(bound, attack); },
                        pool_,
                        interrupt_flag(),
                        repeats_,
                        plan_.norm};
  for (const std::string& attack : plan_.attacks) run.attacks[attack] = summary_of(attack);
  const CheckReport made = make_checks(run, check_level(), [this](double share, const std::string& id) {
    progress_.update(share, fmt::format("checking the evaluation itself: {}", id));
  });
  progress_.finish();
  if (made.stopped) return RunEnd::interrupted;
  checks_.insert(checks_.end(), made.checks.begin(), made.checks.end());
  database_->set(&RunFacts::checks, in_order(checks_));
  return end;
}

// Stores the status, writes the report, prints the results, and returns the exit code.
template <typename Input>
int Session<Input>::conclude(RunEnd end, const Verification& verdict) {
  database_->set(&RunFacts::status, end == RunEnd::complete ? "complete" : "interrupted");
  database_->set(&RunFacts::finished, timestamp());
  const RunRecord record = read_run(folder_);
  const RunReport report = report_of(record);
  write_report(report, folder_);
  if (config_.output.json) {
    fmt::print("{}", summary_json(report));
  } else if (!config_.output.silent) {
    fmt::print("{}\nreport: {}\n", text_summary(report), (folder_ / "report.html").string());
  }
  if (!down_.empty()) {
    print_error(
        "bo-attack: the model no longer answers, not even clean inputs ({}); all answers so far are kept. When it "
        "answers again, resume with: bo-attack --resume --out {}\n",
        down_, shell_quoted(folder_.string()));
    return kExitVictimFailed;
  }
  if (end == RunEnd::interrupted) {
    if (config_.output.silent) return kExitInterrupted;
    print_error("bo-attack: interrupted; all answers are kept. Resume with: bo-attack --resume --out {}\n",
                shell_quoted(folder_.string()));
    return kExitInterrupted;
  }
  // A randomised victim may answer differently during verification; the report counts these cases.
  if (verdict.within < verdict.examples || (repeats_.once() && !verdict.clean())) {
    print_error("bo-attack: {} of {} did not pass verification, see the report\n",
                verdict.examples - std::min(verdict.within, verdict.confirmed),
                count_of(verdict.examples, "adversarial example"));
    return kExitUnexpected;
  }
  const std::string instances = count_of(std::ssize(record.instances), "attack");
  const int failed = instances_of(report.failures), broken = instances_of(report.broken_off);
  if (failed > 0) print_error("bo-attack: {} of {} failed, the report says why\n", failed, instances);
  if (broken > 0)
    print_error("bo-attack: {} of {} ended by a fault after the first success, the report says why\n", broken,
                instances);
  ConditionVerdict conditions = verdict_of(report.conditions);
  if (config_.output.silent) conditions.lines.clear();
  return exit_code_with(failed + broken > 0 ? kExitVictimFailed : kExitOk, conditions, "bo-attack");
}

template class Session<Pixels>;
template class Session<Transformed>;
template class Session<Graph>;

}  // namespace bora::tools
