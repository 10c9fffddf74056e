// Measures the size of runs in shards, and the time of merging them and of reporting on them. Writes shards
// as attacks would leave them, without a victim.
//
//   shards_benchmark --instances 100000 --shards 16 --queries 50 --classes 10 --size 784 --store all --folder
//   DIR
#include <sys/resource.h>

#include <filesystem>
#include <iostream>
#include <string>

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include "attacks/record/run_database.h"
#include "attacks/record/run_merge.h"
#include "attacks/record/run_reader.h"
#include "common/random.h"
#include "common/stopwatch.h"
#include "report/figures/summary.h"
#include "report/views/run_views.h"

namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;
using namespace bora;
using namespace bora::attacks;
using namespace bora::report;

struct Size {
  int instances = 0, shards = 0, queries = 0, classes = 0, pixels = 0;
  std::string store;
};

constexpr const char* kAttacks[] = {"bo", "square"};

void add_facts(RunDatabase& run, const Size& size, const Shard& shard) {
  const int side = static_cast<int>(std::lround(std::sqrt(size.pixels)));
  RunFacts facts;
  facts.status = "complete";
  facts.started = "2026-01-01T00:00:00Z";
  facts.finished = "2026-01-02T00:00:00Z";
  facts.version = "benchmark";
  facts.model = "m.pt";
  facts.model_sha256 = "0";
  facts.classes = size.classes;
  facts.channels = 1;
  facts.height = facts.width = side;
  facts.data = "generated";
  facts.threat = "linf";
  facts.epsilon = 0.2;
  facts.targeted = false;
  facts.budget = 2 * size.queries;
  facts.seed = "0";
  facts.attacks = {"bo", "square"};
  facts.keeps_queries = std::string(size.store) == "all";
  facts.shard = shard;
  facts.shard_clean = "own";
  facts.clean_inputs = 100;
  facts.clean_correct = 98;
  run.set(facts);
}

std::string noise(std::size_t bytes, Rng& rng) {
  std::string out(bytes, '\0');
  for (char& byte : out) byte = static_cast<char>(rng.bits());
  return out;
}

/// Writes a shard in which a quarter of the instances is exhausted. The others succeed after a uniform number
/// of queries within the budget, so that the mean is `queries` or somewhat more.
void write_shard(const Size& size, const Shard& shard, const fs::path& folder) {
  fs::create_directories(folder);
  Rng rng(static_cast<std::uint64_t>(shard.number));
  const std::size_t bytes = static_cast<std::size_t>(size.pixels);
  const int images = size.instances / 2;
  auto run = RunDatabase::create(folder / "run.sqlite", [&](RunDatabase& made) {
    add_facts(made, size, shard);
    int id = 0;
    for (int image = shard.number - 1; image < images; image += shard.count) {
      InputRow input;
      input.id = input.record = image;
      input.label = input.predicted = image % size.classes;
      input.attacked = true;
      input.content = noise(bytes, rng);
      input.scores.assign(static_cast<std::size_t>(size.classes), 0.5F);
      made.add(input);
      for (const char* attack : kAttacks) {
        InstanceRow row;
        row.id = id++;
        row.attack = attack;
        row.input = image;
        row.seed = rng.bits() >> 1;
        row.budget = 2 * size.queries;
        made.add(row);
      }
    }
  });
  constexpr int kTogether = 64;  // instances a transaction
  const auto rows = run.instances();
  QueryRow query;
  query.scores.assign(static_cast<std::size_t>(size.classes), 0.25F);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % kTogether == 0) run.begin();
    const bool success = rng.index(4) > 0;
    const int spent = success ? 1 + rng.index(rows[i].budget) : rows[i].budget;
    query.instance = rows[i].id;
    for (query.number = 1; query.number <= spent; ++query.number) {
      query.success = success && query.number == spent;
      query.predicted = query.success ? (rows[i].input + 1) % size.classes : rows[i].input % size.classes;
      query.input_hash = static_cast<std::int64_t>(rng.bits() >> 1);
      query.objective = rng.uniform();
      run.add(query);
    }
    if (success)
      run.add(AdversarialRow{rows[i].id, (rows[i].input + 1) % size.classes, 0.2, 3.0, noise(bytes, rng)});
    run.set_status(rows[i].id, success ? InstanceStatus::success : InstanceStatus::exhausted, spent, spent,
                   "");
    if (i % kTogether + 1 == kTogether || i + 1 == rows.size()) run.commit();
  }
}

double gigabytes(const fs::path& file) {
  return static_cast<double>(fs::file_size(file)) / 1e9;
}

void line(const std::string& what, double value, const char* unit) {
  fmt::print("{:<34}{:>12.3f} {}\n", what, value, unit);
  std::cout.flush();
}

template <typename Work>
void timed(const char* what, Work work) {
  double seconds = 0;
  {
    const ScopedTimer timer(seconds);
    work();
  }
  line(what, seconds, "s");
}

void measure(const Size& size, const fs::path& folder) {
  std::vector<fs::path> shards;
  timed("writing the shards", [&] {
    for (int number = 1; number <= size.shards; ++number) {
      shards.push_back(folder / fmt::format("shard-{}", number));
      write_shard(size, {number, size.shards}, shards.back());
    }
  });
  double stored = 0;
  for (const fs::path& shard : shards) stored += gigabytes(shard / "run.sqlite");
  const fs::path out = folder / "merged";
  timed("merging them", [&] { merge_shards(shards, out, false); });
  RunRecord run;
  timed("reading and checking the run", [&] { run = read_run(out); });
  std::int64_t queries = 0;
  for (const InstanceRecord& instance : run.instances) queries += instance.queries;
  RunSummary summary;
  timed("its figures", [&] { summary = summarise(run); });
  timed("its report", [&] { write_report(report_of(run, summary), out); });
  const double instances = static_cast<double>(run.instances.size());
  line("instances", instances, "");
  line("queries", static_cast<double>(queries), "");
  line("shards, all together", stored, "GB");
  line("the merged run", gigabytes(out / "run.sqlite"), "GB");
  line("bytes an instance, all in all", 1e9 * gigabytes(out / "run.sqlite") / instances, "");
  line("bytes a query, all in all", 1e9 * gigabytes(out / "run.sqlite") / static_cast<double>(queries), "");
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  line("most memory", static_cast<double>(used.ru_maxrss) / 1e6, "GB");
}

}  // namespace

int main(int argc, char** argv) {
  Size size;
  std::string folder;
  po::options_description options;
  options.add_options()("instances", po::value(&size.instances)->default_value(100000))(
      "shards", po::value(&size.shards)->default_value(16))("queries",
                                                            po::value(&size.queries)->default_value(50))(
      "classes", po::value(&size.classes)->default_value(10))("size",
                                                              po::value(&size.pixels)->default_value(784))(
      "store", po::value(&size.store)->default_value("all"))("folder", po::value(&folder)->required());
  try {
    po::variables_map given;
    po::store(po::parse_command_line(argc, argv, options), given);
    po::notify(given);
    measure(size, folder);
  } catch (const std::exception& error) {
    std::cerr << "shards_benchmark: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
