// Runs of attacks that learn from earlier instances.
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "attacks/ledger/image_task.h"
#include "attacks/runner/run_contents.h"
#include "attacks/runner/runner.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks::learning_test {
namespace {

constexpr ImageShape kShape{1, 5, 5};
const LinfBall kBall{20.0 / 255, false};

// Warm starts that the instances of a run got, and number of calls of warm_start().
struct Record {
  std::map<int, WarmStarts> given;
  std::atomic<int> asked = 0;
};

// Attack whose queries depend on all warm starts and all answers.
class Pupil final : public Attack<Pixels> {
 public:
  Pupil(const InstanceRow& row, std::shared_ptr<const Pixels> original, const WarmStarts& warm_starts,
        Record& record)
      : id_(row.id), original_(std::move(original)), record_(record), state_(mix_seed(row.seed, row.attack)) {
    if (warm_starts)
      for (const auto& warm_start : *warm_starts)
        state_ = mix_seed(mix_seed(state_, warm_start.content), static_cast<std::uint64_t>(warm_start.label));
  }
  std::optional<Pixels> ask() override {
    if (id_ % 7 == 3 && told_ == 2) throw std::runtime_error("cannot ask");
    if (id_ % 11 == 5 && told_ == 3) return std::nullopt;
    Rng rng(state_);
    Pixels image = *original_;
    for (float& value : image) value += static_cast<float>(rng.uniform(-0.1, 0.1));
    kBall.project(original_->data(), image.data(), kShape.size());
    return image;
  }
  void tell(const Pixels&, const Observation& seen) override {
    ++told_;
    if (id_ % 7 == 6) throw std::runtime_error("cannot hear");
    state_ = mix_seed(state_, std::to_string(seen.objective));
  }
  std::string warm_start() const override {
    ++record_.asked;
    if (id_ % 13 == 8) return {};
    if (id_ % 13 == 9) throw std::runtime_error("cannot say");
    return std::string("\0'", 2) + std::to_string(told_) + " " + std::to_string(state_);
  }

 private:
  int id_;
  std::shared_ptr<const Pixels> original_;
  Record& record_;
  std::uint64_t state_;
  int told_ = 0;
};

class School final : public AttackFactory<Pixels> {
 public:
  School(const RunDatabase& database, const ImageTask& task, Record& record)
      : inputs_(database.inputs()), task_(task), record_(record) {}
  RunningAttack<Pixels> start(const InstanceRow& row, const WarmStarts& warm_starts) const override {
    record_.given[row.id] = warm_starts;
    const InputRow& input = inputs_[static_cast<std::size_t>(row.input)];
    const auto original = std::make_shared<const Pixels>(task_.original(input.content));
    return {std::make_unique<Pupil>(row, original, warm_starts, record_), Goal{input.label, {}},
            std::make_shared<ImageThreat>(kBall, original)};
  }
  bool learns(const std::string& attack) const override { return attack != "dull"; }

 private:
  std::vector<InputRow> inputs_;
  const ImageTask& task_;
  Record& record_;
};

// Victim that can kill the process during a query. The last bits of its scores depend on the row in the
// batch, as with real victims.
class MortalVictim final : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    if (calls_left-- == 0) throw std::runtime_error("killed");
    Scores scores = LinearVictim::scores(images);
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      scores.values(i, 0) += 1e-4F * static_cast<float>(i) + 1e-5F * static_cast<float>(images.rows());
    return scores;
  }
  int calls_left = -1;
};

class LearningTest : public ::testing::Test {
 protected:
  RunDatabase create(const std::string& name,
                     const std::vector<std::string>& attacks = {"keen", "dull", "eager"}) {
    std::filesystem::create_directories(folder_ / name);
    auto database = RunDatabase::create(folder_ / name / "run.sqlite");
    const ImageDataset data = testing::labelled_images(victim_, 12, 2);
    database.begin();
    for (int i = 0; i < data.size(); ++i) {
      InputRow row;
      row.id = i;
      row.label = data.labels[i];
      row.attacked = true;
      row.content.assign(data.image(i).begin(), data.image(i).end());
      database.add(row);
    }
    for (int i = 0; i < 36; ++i) {
      InstanceRow row;
      row.id = i;
      row.attack = attacks[i % attacks.size()];
      row.input = i / 3;
      row.seed = static_cast<std::uint64_t>(i);
      row.budget = i % 5 == 4 ? 23 : 3 + i % 4;  // some take much longer
      database.add(row);
    }
    database.commit();
    return database;
  }

  RunEnd run(RunDatabase& database, int threads, int rounds, bool resumed) {
    const ImageTask task(kShape, kBall, minimises_);
    const School school(database, task, record_);
    Oracle<Pixels> oracle(*asked_);
    Ledger<Pixels> ledger(oracle, task, database, {}, {}, repeats_);
    ThreadPool pool(threads);
    Runner<Pixels> runner(task, school, database, ledger, pool, window_, learn_);
    if (resumed) runner.resume();
    std::atomic<bool> stop = false;
    rounds_ = 0;
    return runner.run(stop, [&](const RunProgress&) { stop = ++rounds_ == rounds; });
  }

  // Warm starts of each instance.
  std::string knowledge() const {
    std::ostringstream out;
    for (const auto& [id, warm_starts] : record_.given) {
      out << id << (warm_starts ? " learns" : " does not") << '\n';
      if (warm_starts)
        for (const auto& warm_start : *warm_starts)
          out << "  " << warm_start.label << ' ' << warm_start.content << '\n';
    }
    return out.str();
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  MortalVictim victim_{kShape, 3, 3, 1.5};
  Victim* asked_ = &victim_;
  Repeats repeats_;
  Record record_;
  int window_ = 5;
  bool learn_ = true, minimises_ = false;
  int rounds_ = 0;
};

TEST_F(LearningTest, EveryInstanceGetsTheWarmStartsOfEarlierOnesOnly) {
  auto database = create("run");
  EXPECT_EQ(run(database, 2, 0, false), RunEnd::complete);
  std::map<int, std::string> warm_starts;
  for (const auto& warm_start : database.warm_starts()) warm_starts[warm_start.instance] = warm_start.content;
  const auto rows = database.instances();
  int failed = 0, silent = 0, learnt = 0;
  for (const auto& row : rows) {
    EXPECT_TRUE(has_ended(row));
    const bool dull = row.attack == "dull";
    failed += row.status == InstanceStatus::failed ? 1 : 0;
    silent += !dull && row.status != InstanceStatus::failed && !warm_starts.contains(row.id) ? 1 : 0;
    if (dull || row.status == InstanceStatus::failed) {
      EXPECT_FALSE(warm_starts.contains(row.id)) << row.id;
    }
    ASSERT_EQ(record_.given.at(row.id) == nullptr, dull);
    if (dull) continue;
    // A window of 5 makes blocks of 2; two of them are in progress at once.
    const int known = std::max(0, row.id / 3 / 2 - 1) * 2;
    std::vector<std::string> expected, given;
    for (int place = 0; place < known; ++place)
      if (const auto found = warm_starts.find(3 * place + row.id % 3); found != warm_starts.end())
        expected.push_back(found->second);
    for (const auto& warm_start : *record_.given.at(row.id)) given.push_back(warm_start.content);
    EXPECT_EQ(given, expected) << row.id;
    learnt += given.empty() ? 0 : 1;
  }
  EXPECT_GT(failed, 3) << "the setting is meant to show all ends";
  EXPECT_GT(silent, 1);
  EXPECT_GT(learnt, 12);
}

TEST_F(LearningTest, AWarmStartIncludesTheLastAnswer) {
  auto database = create("run");
  run(database, 1, 0, false);
  const auto rows = database.instances();
  ASSERT_FALSE(database.warm_starts().empty());
  for (const auto& warm_start : database.warm_starts()) {
    const std::string told = warm_start.content.substr(2, warm_start.content.find(' ') - 2);
    EXPECT_EQ(told, std::to_string(rows[static_cast<std::size_t>(warm_start.instance)].queries));
  }
}

// If the victim fails after the first success, the instance is a success, but its last input has no answer.
TEST_F(LearningTest, AnInputWithoutAnswerIsNotTold) {
  testing::FailingVictim failing(kShape, 3, 3, 1.5);
  failing.fails = [](const Eigen::RowVectorXf& image) { return std::lround(image[0] * 255) % 8 == 0; };
  asked_ = &failing;
  minimises_ = true;
  auto database = create("run");
  run(database, 1, 0, false);
  const auto rows = database.instances();
  int broken = 0;
  for (const auto& warm_start : database.warm_starts()) {
    const auto& row = rows[warm_start.instance];
    const std::string told = warm_start.content.substr(2, warm_start.content.find(' ') - 2);
    EXPECT_EQ(told, std::to_string(row.queries)) << row.id;
    broken += broke_off(row) ? 1 : 0;
  }
  EXPECT_GT(broken, 0) << "the setting is meant to show this end";
}

// An attack is told several answers to a question as one observation, which its warm start contains.
TEST_F(LearningTest, AWarmStartContainsTheOutcomeOfRepeatedAnswers) {
  testing::NoisyVictim noisy(kShape, 3, 3, 1.5, 0.5);
  asked_ = &noisy;
  for (const Repeats repeats : {Repeats{1, 3, 2}, Repeats{2, 3, 2}}) {
    repeats_ = repeats;
    const std::string name = "whole" + std::to_string(repeats.average);
    auto whole = create(name);
    EXPECT_EQ(run(whole, 2, 0, false), RunEnd::complete);
    const std::string known = knowledge();
    const int rounds = rounds_;
    const auto rows = whole.instances();
    int repeated = 0;
    for (const auto& warm_start : whole.warm_starts()) {
      const auto told = std::stoul(warm_start.content.substr(2));
      std::set<std::int64_t> questions;
      for (const QueryRow& query : whole.queries(warm_start.instance)) questions.insert(query.input_hash);
      EXPECT_EQ(told, questions.size());
      repeated += told < static_cast<std::size_t>(rows[static_cast<std::size_t>(warm_start.instance)].queries)
                      ? 1
                      : 0;
    }
    EXPECT_GT(repeated, 3);
    for (int stop = 1; stop < rounds; stop += 5) {
      auto parts = create(name + "parts" + std::to_string(stop));
      EXPECT_EQ(run(parts, 2, stop, false), RunEnd::interrupted);
      EXPECT_EQ(run(parts, 1, 0, true), RunEnd::complete);
      ASSERT_EQ(contents(parts), contents(whole)) << stop;
      ASSERT_EQ(knowledge(), known) << stop;
    }
  }
}

TEST_F(LearningTest, ThreadsDoNotChangeTheRun) {
  auto one = create("one"), four = create("four");
  run(one, 1, 0, false);
  const std::string known = knowledge();
  run(four, 4, 0, false);
  EXPECT_EQ(contents(one), contents(four));
  EXPECT_EQ(known, knowledge());
}

TEST_F(LearningTest, ARunInterruptedAfterAnyRoundResumesExactly) {
  auto whole = create("whole");
  run(whole, 2, 0, false);
  const std::string known = knowledge();
  const int rounds = rounds_;
  ASSERT_GT(rounds, 30);
  for (int stop = 1; stop < rounds; ++stop) {
    auto parts = create("parts" + std::to_string(stop));
    EXPECT_EQ(run(parts, 1 + stop % 2, stop, false), RunEnd::interrupted);
    EXPECT_EQ(run(parts, 1, 0, true), RunEnd::complete);
    ASSERT_EQ(contents(parts), contents(whole)) << stop;
    ASSERT_EQ(knowledge(), known) << stop;
  }
  auto steps = create("steps");
  while (run(steps, 1, 1, true) == RunEnd::interrupted) {
  }
  EXPECT_EQ(contents(steps), contents(whole));
}

TEST_F(LearningTest, ARunKilledInTheMiddleOfAnyRoundResumesExactly) {
  auto whole = create("whole");
  run(whole, 2, 0, false);
  const std::string known = knowledge();
  const int rounds = rounds_;
  for (int calls = 0; calls < rounds - 1; ++calls) {
    auto parts = create("parts" + std::to_string(calls));
    victim_.calls_left = calls;
    EXPECT_THROW(run(parts, 2, 0, false), std::runtime_error);
    EXPECT_EQ(run(parts, 2, 0, true), RunEnd::complete);
    ASSERT_EQ(contents(parts), contents(whole)) << calls;
    ASSERT_EQ(knowledge(), known) << calls;
  }
}

TEST_F(LearningTest, WithoutLearningNoInstanceWaitsAndNothingIsStored) {
  learn_ = false;
  auto database = create("run", {"keen"});
  run(database, 2, 0, false);
  EXPECT_EQ(record_.asked, 0);
  EXPECT_TRUE(database.warm_starts().empty());
  for (const auto& [id, warm_starts] : record_.given) EXPECT_EQ(warm_starts, nullptr);
  const int rounds = rounds_;
  learn_ = true;
  auto learning = create("learning", {"keen"});
  run(learning, 2, 0, false);
  EXPECT_GT(record_.asked, 0);
  EXPECT_GT(rounds_, rounds) << "stragglers are waited for";
}

}  // namespace
}  // namespace bora::attacks::learning_test
