#include "nas/supernet/one_shot.h"

#include <set>

#include <gtest/gtest.h>

#include "nas/supernet/small_supernet.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

using testing::small_supernet;
using testing::SmallData;
using testing::TemporaryFolder;

SupernetPlan small_plan(const std::string& kind = "random") {
  SupernetPlan plan;
  plan.supernet = kind;
  plan.epochs = 2;
  plan.paths = 3;
  plan.batches = 2;
  plan.cells = 6;
  return plan;
}

std::vector<CellPath> some_cells(const SupernetPlan& plan) {
  std::vector<CellPath> paths;
  for (const Architecture& cell : draw_cells(Nb201Space(), plan, 5)) paths.push_back(path_of(cell));
  return paths;
}

using Row = std::vector<double>;
std::vector<Row> rows_of(const std::vector<RankedCell>& cells) {
  std::vector<Row> rows;
  for (const RankedCell& cell : cells)
    rows.push_back({cell.tse, cell.accuracy, cell.sovl, cell.tlmini, cell.late});
  return rows;
}

// Trains and ranks as `one-shot` does. steps: number of calls of progress after which it is stopped; -1:
// never.
std::optional<std::vector<RankedCell>> one_shot(const SupernetPlan& plan, const std::filesystem::path& folder,
                                                int steps = -1, ThreadPool* pool = nullptr) {
  const SmallData small;
  Supernet net(small_supernet(), pool);
  std::atomic<bool> stop = false;
  SupernetRun run;
  run.folder = folder;
  run.seed = 9;
  run.stop = &stop;
  run.pool = pool;
  run.progress = [&](double share, const std::string&) {
    EXPECT_GT(share, 0);
    EXPECT_LE(share, 1 + 1e-12);
    if (steps >= 0 && --steps <= 0) stop = true;
  };
  if (!train_supernet(net, small.data, plan, run)) return std::nullopt;
  return evaluate_cells(net, some_cells(plan), small.data, plan, run);
}

TEST(Paths, FairStepsHaveEachOperationOnceOnEachEdge) {
  std::set<std::vector<CellPath>> all;
  for (int step = 0; step < 50; ++step) {
    const auto paths = paths_of_step(small_plan("fair"), 1, step);
    ASSERT_EQ(paths.size(), 5u);
    for (std::size_t e = 0; e < paths[0].size(); ++e) {
      std::set<int> seen;
      for (const CellPath& path : paths) seen.insert(path[e]);
      EXPECT_EQ(seen, (std::set<int>{0, 1, 2, 3, 4})) << e;
    }
    all.insert(paths);
  }
  EXPECT_EQ(all.size(), 50u);
}

TEST(Paths, AreUniformAndDependOnTheSeedAndTheStepAlone) {
  EXPECT_EQ(paths_of_step(small_plan(), 1, 0).size(), 1u);
  EXPECT_EQ(paths_of_step(small_plan("multi"), 1, 0).size(), 3u);
  for (const char* kind : {"random", "fair", "multi"}) {
    EXPECT_EQ(paths_of_step(small_plan(kind), 1, 4), paths_of_step(small_plan(kind), 1, 4));
    EXPECT_NE(paths_of_step(small_plan(kind), 1, 4), paths_of_step(small_plan(kind), 1, 5));
    EXPECT_NE(paths_of_step(small_plan(kind), 1, 4), paths_of_step(small_plan(kind), 2, 4));
  }
  std::array<std::array<int, 5>, 6> counts{};
  for (int step = 0; step < 2000; ++step) {
    const CellPath path = paths_of_step(small_plan(), 1, step).front();
    for (std::size_t e = 0; e < path.size(); ++e) ++counts[e][static_cast<std::size_t>(path[e])];
  }
  for (const auto& edge : counts)
    for (const int count : edge) EXPECT_NEAR(count, 400, 90);  // five standard deviations
}

TEST(DrawCells, AreDifferentAndDependOnTheSeed) {
  SupernetPlan plan = small_plan();
  plan.cells = 300;
  const auto cells = draw_cells(Nb201Space(), plan, 5);
  std::set<std::string> texts;
  for (const Architecture& cell : cells) texts.insert(cell.text());
  EXPECT_EQ(texts.size(), 300u);
  EXPECT_NE(cells.front().text(), draw_cells(Nb201Space(), plan, 6).front().text());
}

TEST(Minibatches, DependOnlyOnSeedAndNumber) {
  const SmallData small;
  const Minibatches images(small.train, 10, {.shift = 1}, 4);
  ASSERT_EQ(images.steps(), 3);
  for (const std::int64_t number : {0, 4, 1, 2, 3, 4, 0, 8}) {
    const Minibatch batch = images.at(number),
                    alone = Minibatches(small.train, 10, {.shift = 1}, 4).at(number);
    EXPECT_EQ(batch.labels, alone.labels) << number;
    EXPECT_EQ(batch.images, alone.images) << number;
    EXPECT_EQ(batch.size(), number % 3 == 2 ? 4 : 10);
  }
  EXPECT_NE(images.at(0).images, images.at(3).images) << "epochs have the same order";
}

TEST(OneShot, StatisticsAgreeWithATrainingByHand) {
  const SmallData small;
  const SupernetPlan plan = small_plan();
  Supernet net(small_supernet());
  SupernetRun run;
  run.seed = 9;
  ASSERT_TRUE(train_supernet(net, small.data, plan, run));
  const std::string before = net.state();
  const auto paths = some_cells(plan);
  const auto cells = *evaluate_cells(net, paths, small.data, plan, run);
  EXPECT_EQ(net.state(), before);  // cells are trained on copies
  const RankedCell& cell = cells[2];

  Supernet copy(small_supernet());
  copy.copy_weights(net);
  const Minibatches images(small.train, 12, {.shift = 1}, mix_seed(9, "ranking"));
  double sum = 0, last = 0;
  for (int b = 0; b < plan.batches; ++b) {
    sum += last = copy.add_gradients(images.at(b), paths[2]);
    copy.step(plan.rate);
  }
  EXPECT_EQ(cell.tse, sum);
  EXPECT_EQ(cell.tlmini, last);
  EXPECT_EQ(cell.accuracy,
            copy.evaluate(plain_minibatch(small.validation, 0, 12), paths[2]).accuracy.fraction());
  // A minibatch has all 12 images, so that the second validation loss is that of the cell after two
  // minibatches.
  SupernetPlan shorter = plan;
  shorter.batches = 1;
  EXPECT_NEAR(cell.sovl - (*evaluate_cells(net, paths, small.data, shorter, run))[2].sovl,
              copy.evaluate(plain_minibatch(small.validation, 0, 12), paths[2]).loss, 1e-5);

  EXPECT_EQ(cell.score("tse"), -cell.tse);
  EXPECT_EQ(cell.score("accuracy"), cell.accuracy);
  EXPECT_EQ(cell.score("sovl"), -cell.sovl);
  EXPECT_EQ(cell.score("tlmini"), -cell.tlmini);
}

TEST(OneShot, TrainingASupernetMakesCellsBetter) {
  const SmallData small;
  SupernetPlan plan = small_plan("fair");
  plan.epochs = 12;
  plan.rate = 0.1;
  Supernet net(small_supernet());
  const auto loss = [&] {
    double sum = 0;
    for (const CellPath& path : some_cells(plan))
      sum += net.evaluate(plain_minibatch(small.validation, 0, 12), path).loss;
    return sum / plan.cells;
  };
  const double before = loss();
  SupernetRun run;
  ASSERT_TRUE(train_supernet(net, small.data, plan, run));
  EXPECT_LT(loss(), 0.7 * before);
}

TEST(OneShot, ResumesWithTheSameResult) {
  const TemporaryFolder whole;
  ThreadPool pool(2);
  for (const char* kind : {"random", "fair", "multi"}) {
    const SupernetPlan plan = small_plan(kind);
    const auto expected = rows_of(*one_shot(plan, ""));
    std::filesystem::create_directories(whole / kind);
    EXPECT_EQ(rows_of(*one_shot(plan, whole / kind, -1, &pool)), expected);
    // Progress is called for two epochs of two steps, then twice for the ranking.
    for (const int steps :
         kind == std::string("random") ? std::vector<int>{1, 3, 4, 5} : std::vector<int>{3}) {
      const TemporaryFolder folder;
      EXPECT_FALSE(one_shot(plan, folder.path(), steps)) << steps;
      EXPECT_EQ(rows_of(*one_shot(plan, folder.path())), expected) << steps;
      EXPECT_EQ(rows_of(*one_shot(plan, folder.path())), expected) << steps;
    }
  }
}

TEST(OneShot, RefusesAnothersCheckpointAndSaysWhenItDiverges) {
  const TemporaryFolder folder;
  SupernetPlan plan = small_plan();
  one_shot(plan, folder.path());
  plan.rate = 0.05;
  testing::expect_input_error([&] { one_shot(plan, folder.path()); }, "rate '0.025'", "'0.05'");
  plan.rate = 1e30;
  testing::expect_input_error([&] { one_shot(plan, ""); }, "diverged");
}

TEST(SupernetPlan, SaysWhatIsWrong) {
  const auto refused = [](const std::function<void(SupernetPlan&)>& change, const char* what) {
    SupernetPlan plan;
    plan.check();
    change(plan);
    testing::expect_input_error([&] { plan.check(); }, what);
  };
  refused([](SupernetPlan& plan) { plan.supernet = "unfair"; }, "supernet: 'unfair'");
  refused([](SupernetPlan& plan) { plan.rank = "loss"; }, "rank: 'loss'");
  refused([](SupernetPlan& plan) { plan.batches = 0; }, "batches: got 0");
  refused([](SupernetPlan& plan) { plan.rate = 0; }, "rate: 0");
  refused([](SupernetPlan& plan) { plan.gradient = "train"; }, "gradient: 'train'");
}

}  // namespace
}  // namespace bora::nas
