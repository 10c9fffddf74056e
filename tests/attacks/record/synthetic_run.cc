#include "attacks/record/synthetic_run.h"

#include <algorithm>
#include <cmath>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "attacks/record/schema.h"
#include "common/json.h"
#include "common/random.h"

namespace bora::attacks {
namespace {

struct Point {
  double x, y;
};

/// Strokes of each digit in a unit square, y downwards.
const std::vector<std::vector<Point>>& strokes(int digit) {
  static const std::vector<std::vector<std::vector<Point>>> kStrokes{
      {{{.5, .1}, {.25, .25}, {.2, .5}, {.25, .78}, {.5, .9}, {.75, .78}, {.8, .5}, {.75, .25}, {.5, .1}}},
      {{{.35, .25}, {.55, .1}, {.55, .9}}},
      {{{.25, .28}, {.4, .1}, {.65, .12}, {.75, .3}, {.6, .52}, {.22, .9}, {.8, .88}}},
      {{{.25, .15}, {.6, .1}, {.74, .28}, {.45, .47}, {.76, .66}, {.6, .9}, {.22, .84}}},
      {{{.6, .9}, {.6, .1}, {.2, .62}, {.85, .62}}},
      {{{.75, .1}, {.32, .1}, {.28, .46}, {.6, .44}, {.77, .65}, {.6, .9}, {.22, .85}}},
      {{{.68, .1}, {.35, .35}, {.24, .7}, {.45, .9}, {.74, .8}, {.7, .56}, {.4, .52}, {.27, .66}}},
      {{{.2, .12}, {.8, .12}, {.42, .9}}},
      {{{.5, .48}, {.26, .3}, {.5, .1}, {.72, .28}, {.5, .48}, {.22, .72}, {.5, .9}, {.78, .72}, {.5, .48}}},
      {{{.74, .34}, {.5, .5}, {.27, .34}, {.45, .1}, {.72, .2}, {.74, .34}, {.66, .9}}}};
  return kStrokes[digit];
}

double distance_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

std::vector<float> random_scores(int classes, int winner, Rng& rng) {
  std::vector<float> scores(classes);
  for (float& score : scores) score = static_cast<float>(rng.normal());
  scores[winner] = *std::max_element(scores.begin(), scores.end()) + 1;
  return scores;
}

template <typename T>
void bind_blob(SQLite::Statement& statement, int place, const std::vector<T>& values) {
  statement.bind(place, values.data(), static_cast<int>(values.size() * sizeof(T)));
}

class Writer {
 public:
  Writer(const SyntheticRun& run, const std::filesystem::path& file)
      : run_(run), database_(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    database_.exec("PRAGMA journal_mode = WAL");
    database_.exec("BEGIN");
    database_.exec(run_schema().sql);
    database_.exec(fmt::format("PRAGMA user_version = {}", kSchemaVersion));
  }

  void write() {
    facts();
    for (std::size_t i = 0; i < run_.inputs.size(); ++i) input(static_cast<int>(i));
    for (std::size_t i = 0; i < run_.instances.size(); ++i) instance(static_cast<int>(i));
    for (std::size_t a = 0; a < run_.attacks.size(); ++a) {
      timing(run_.attacks[a], "total", 12.5 * static_cast<double>(a + 1));
      if (run_.attacks[a] == "gp-bo") {
        timing(run_.attacks[a], "fit", 4.25);
        timing(run_.attacks[a], "acquisition", 6.5);
      }
    }
    database_.exec("COMMIT");
  }

 private:
  void fact(const std::string& key, const std::string& value) {
    SQLite::Statement row(database_, "INSERT INTO run VALUES (?, ?)");
    row.bind(1, key);
    row.bind(2, value);
    row.exec();
  }

  void facts() {
    using OrderedJson = nlohmann::ordered_json;
    OrderedJson config = {{"model", run_.model},   {"data", "digits"}, {"attack", run_.attacks},
                          {"budget", run_.budget}, {"eps", 0.3},       {"seed", std::stoi(run_.seed)}};
    for (const auto& [option, value] : run_.options) config[option] = value;
    OrderedJson attack_facts = OrderedJson::object();
    for (const auto& [attack, facts] : run_.attack_facts)
      attack_facts[attack] = {{"name", facts.name},    {"text", facts.text},
                              {"sight", facts.access}, {"leaves_ball", facts.leaves_ball},
                              {"prior", facts.prior},  {"learns", facts.learns}};
    OrderedJson substitutes = OrderedJson::array();
    for (const SubstituteRecord& substitute : run_.prior.substitutes)
      substitutes.push_back(
          {{"file", substitute.file},
           {"architecture", substitute.architecture},
           {"sha256", substitute.sha256},
           {"accuracy", substitute.accuracy ? OrderedJson(*substitute.accuracy) : OrderedJson()},
           {"training_seconds",
            substitute.training_seconds ? OrderedJson(*substitute.training_seconds) : OrderedJson()},
           {"trained_before", substitute.trained_before},
           {"set_aside", substitute.set_aside}});
    fact("prior", run_.prior.source);
    fact("prior_learn", run_.prior.learn ? "1" : "0");
    fact("prior_data", run_.prior.data);
    fact("prior_same_data", run_.prior.same_data);
    fact("prior_images", std::to_string(run_.prior.images));
    fact("prior_shared", std::to_string(run_.prior.shared));
    fact("prior_screened_on", run_.prior.screened_on);
    fact("substitutes", json_text(substitutes));
    fact("attack_facts", json_text(attack_facts));
    fact("visible", run_.visible);
    if (!run_.warnings.empty()) fact("warnings", json_text(OrderedJson(run_.warnings)));
    OrderedJson checks = OrderedJson::array();
    for (const EvaluationCheck& check : run_.checks)
      checks.push_back(
          {{"id", check.id}, {"title", check.title}, {"status", check.status}, {"text", check.text}});
    if (!checks.empty()) fact("checks", json_text(checks));
    if (run_.check_queries > 0) fact("check_queries", std::to_string(run_.check_queries));
    fact("started", "2026-03-01T10:15:00Z");
    if (run_.status == "complete") fact("finished", "2026-03-01T10:19:12Z");
    fact("status", run_.status);
    fact("version", "0.1.0");
    fact("libraries", R"({"libtorch": "2.7.0", "eigen": "3.4.0", "sqlite": "3.40.1"})");
    fact("command", "bo-attack --model victims/digits.pt --data digits --targets all --seed 7");
    fact("config", json_text(config));
    fact("seed", run_.seed);
    fact("model", run_.model);
    fact("model_sha256", run_.model_sha256);
    fact("score_kind", "logits");
    fact("classes", std::to_string(run_.classes));
    fact("class_names", json_text(OrderedJson(run_.class_names)));
    fact("channels", std::to_string(run_.channels));
    fact("height", std::to_string(run_.side));
    fact("width", std::to_string(run_.side));
    fact("data", "digits, test part");
    fact("task", "images");
    fact("threat", "linf");
    // 0.3 rounded down to the grid is 76 levels.
    const double asked = run_.epsilon_levels == 76 ? 0.3 : run_.epsilon_levels / 255.0;
    fact("epsilon_asked", fmt::format("{:.17g}", asked));
    fact("epsilon", fmt::format("{:.17g}", run_.continuous ? asked : run_.epsilon_levels / 255.0));
    fact("continuous", run_.continuous ? "1" : "0");
    fact("goal", run_.targeted ? "targeted" : "untargeted");
    fact("budget", std::to_string(run_.budget));
    fact("attacks", json_text(OrderedJson(run_.attacks)));
    fact("device", "cpu");
    fact("threads", "2");
    fact("clean_inputs", "1000");
    fact("clean_correct", std::to_string(run_.clean_correct));
    fact("clean_queries", "1000");
    fact("victim_seconds", "18.25");
    fact("wall_seconds", "252.0");
  }

  std::vector<std::uint8_t> pixels_of(int image) const {
    const auto grey = draw_digit(run_.inputs[image].label % 10, run_.side, image);
    std::vector<std::uint8_t> pixels;
    for (int c = 0; c < run_.channels; ++c)
      for (const std::uint8_t level : grey) pixels.push_back(static_cast<std::uint8_t>(level / (c + 1)));
    return pixels;
  }

  void input(int id) {
    const SyntheticInput& input = run_.inputs[id];
    SQLite::Statement row(database_, "INSERT INTO inputs VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)");
    row.bind(1, id);
    row.bind(2, 4000 + id);
    row.bind(3, "");
    row.bind(4, input.label);
    row.bind(5, input.predicted);
    row.bind(6, input.attacked ? 1 : 0);
    row.bind(7, input.reason);
    if (input.attacked) bind_blob(row, 8, pixels_of(id));
    bind_blob(row, 9, random_scores(run_.classes, input.predicted, rng_));
    row.exec();
  }

  void instance(int id) {
    const SyntheticInstance& instance = run_.instances[id];
    SQLite::Statement row(database_, "INSERT INTO instances VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row.bind(1, id);
    row.bind(2, instance.attack);
    row.bind(3, instance.input);
    if (instance.target) row.bind(4, *instance.target);
    row.bind(5, static_cast<std::int64_t>(rng_.bits() >> 1));
    row.bind(6, run_.budget);
    row.bind(7, instance.status);
    row.bind(8, instance.queries);
    row.bind(9, instance.queries + instance.unanswered);
    row.bind(10, instance.reason);
    row.exec();
    const int label = run_.inputs[instance.input].label;
    const bool success = instance.status == "success";
    const int led_to = instance.target.value_or((label + 1 + rng_.index(run_.classes - 1)) % run_.classes);
    SQLite::Statement query(database_, "INSERT INTO queries VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (int number = 1; number <= instance.queries; ++number) {
      const bool hit = success && number == instance.queries;
      query.bind(1, id);
      query.bind(2, number);
      query.bind(3, static_cast<std::int64_t>(rng_.bits() >> 1));
      query.bind(4, hit ? 0.5 : -1.0);
      query.bind(5, hit ? led_to : label);
      query.bind(6, hit ? 1 : 0);
      bind_blob(query, 7, random_scores(run_.classes, hit ? led_to : label, rng_));
      query.exec();
      query.reset();
    }
    if (success) adversarial(id, instance, led_to);
  }

  /// Returns a perturbation of blocks of +-epsilon, like that of Square.
  void adversarial(int id, const SyntheticInstance& instance, int led_to) {
    std::vector<std::uint8_t> pixels = pixels_of(instance.input);
    const std::vector<std::uint8_t> original = pixels;
    const int block = instance.attack == "random" ? 1 : 4;
    for (int c = 0; c < run_.channels; ++c) {
      for (int top = 0; top < run_.side; top += block) {
        for (int left = 0; left < run_.side; left += block) {
          const int change = rng_.sign() * run_.epsilon_levels;
          for (int y = top; y < std::min(top + block, run_.side); ++y) {
            for (int x = left; x < std::min(left + block, run_.side); ++x) {
              std::uint8_t& level = pixels[(c * run_.side + y) * run_.side + x];
              level = static_cast<std::uint8_t>(std::clamp(level + change, 0, 255));
            }
          }
        }
      }
    }
    int largest = 0;
    double squares = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      const int change = std::abs(pixels[i] - original[i]);
      largest = std::max(largest, change);
      squares += (change / 255.0) * (change / 255.0);
    }
    SQLite::Statement row(database_, "INSERT INTO adversarials VALUES (?, ?, ?, ?, ?)");
    row.bind(1, id);
    row.bind(2, led_to);
    row.bind(3, largest / 255.0);
    row.bind(4, std::sqrt(squares));
    if (run_.continuous) {
      std::vector<float> values;
      for (const std::uint8_t level : pixels) values.push_back(static_cast<float>(level) / 255.0F);
      bind_blob(row, 5, values);
    } else {
      bind_blob(row, 5, pixels);
    }
    row.exec();
    if (!instance.verified) return;
    SQLite::Statement seen(database_, "INSERT INTO verification VALUES (?, ?, ?, 1, ?, 1)");
    seen.bind(1, id);
    seen.bind(2, fmt::format("adversarial/{}.png", id));
    seen.bind(3, largest / 255.0);
    seen.bind(4, led_to);
    seen.exec();
  }

  void timing(const std::string& attack, const std::string& part, double seconds) {
    SQLite::Statement row(database_, "INSERT INTO timings VALUES (?, ?, ?)");
    row.bind(1, attack);
    row.bind(2, part);
    row.bind(3, seconds);
    row.exec();
  }

  const SyntheticRun& run_;
  SQLite::Database database_;
  Rng rng_{11};
};

}  // namespace

std::vector<std::uint8_t> draw_digit(int digit, int side, int variant) {
  Rng rng(mix_seed(17, static_cast<std::uint64_t>(variant)));
  const double slant = rng.uniform(-0.25, 0.2);
  const double pen = rng.uniform(0.05, 0.075);
  const double stretch = rng.uniform(0.85, 1.1);
  std::vector<std::uint8_t> pixels;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      // A digit fills the middle seven tenths, as in MNIST.
      const double y = ((row + 0.5) / side - 0.15) / 0.7;
      const double x = (((column + 0.5) / side - 0.15) / 0.7 - 0.5 + slant * (y - 0.5)) / stretch + 0.5;
      double nearest = 1;
      for (const auto& stroke : strokes(digit)) {
        for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
          nearest = std::min(nearest, distance_to_segment({x, y}, stroke[i], stroke[i + 1]));
        }
      }
      const double ink = std::clamp((pen + 0.03 - nearest) / 0.05, 0.0, 1.0);
      pixels.push_back(static_cast<std::uint8_t>(std::lround(255 * ink)));
    }
  }
  return pixels;
}

void add_instance(SyntheticRun& run, const std::string& attack, int image, int target, int queries) {
  SyntheticInstance instance;
  instance.attack = attack;
  instance.input = image;
  instance.target = target;
  instance.status = queries < run.budget ? "success" : "exhausted";
  instance.queries = queries;
  run.instances.push_back(instance);
}

RunRecord record_of(const SyntheticRun& run, const std::filesystem::path& folder) {
  write_synthetic_run(run, folder);
  return read_run(folder);
}

void write_synthetic_run(const SyntheticRun& run, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder / "run.sqlite");
  Writer(run, folder / "run.sqlite").write();
}

namespace {

/// Performance of an attack: log-normal queries, and a share of instances on which it never succeeds.
struct Behaviour {
  std::string attack;
  double median, spread, never;
};

SyntheticRun run_of(const std::vector<Behaviour>& behaviours, int images, bool targeted, double share_ended) {
  SyntheticRun run;
  run.budget = 1000;
  run.targeted = targeted;
  run.attacks.clear();
  for (const Behaviour& behaviour : behaviours) run.attacks.push_back(behaviour.attack);
  Rng rng(3);
  for (int attacked = 0; attacked < images;) {
    SyntheticInput image;
    image.label = image.predicted = rng.index(10);
    if (rng.uniform() < 0.05) {
      image = {image.label, (image.label + 3) % 10, false, "misclassified"};
    } else {
      ++attacked;
    }
    run.inputs.push_back(image);
  }
  for (std::size_t i = 0; i < run.inputs.size(); ++i) {
    if (!run.inputs[i].attacked) continue;
    const double hardness = std::exp(0.5 * rng.normal());  // shared by the image's instances
    for (int target = 0; target < (targeted ? 10 : 1); ++target) {
      if (targeted && target == run.inputs[i].label) continue;
      for (const Behaviour& behaviour : behaviours) {
        SyntheticInstance instance;
        instance.attack = behaviour.attack;
        instance.input = static_cast<int>(i);
        if (targeted) instance.target = target;
        const double ease = targeted ? 1.0 : 0.3;
        const double queries = behaviour.median * ease * hardness * std::exp(behaviour.spread * rng.normal());
        const bool hit = rng.uniform() > behaviour.never && queries <= run.budget;
        instance.queries = hit ? std::max(1, static_cast<int>(queries)) : run.budget;
        instance.status = hit ? "success" : "exhausted";
        run.instances.push_back(instance);
      }
    }
  }
  const auto ended = static_cast<std::size_t>(share_ended * static_cast<double>(run.instances.size()));
  for (std::size_t i = ended; i < run.instances.size(); ++i) {
    SyntheticInstance& instance = run.instances[i];
    const bool begun = i < ended + 12 && instance.queries > 2;
    instance.queries = begun ? instance.queries / 2 : 0;
    instance.status = begun ? "running" : "pending";
  }
  if (share_ended < 1) {
    run.status = "interrupted";
    for (SyntheticInstance& instance : run.instances) instance.verified = false;
  }
  return run;
}

}  // namespace

SyntheticRun plausible_run(int images, bool targeted, double share_ended) {
  return run_of({{"gp-bo", 110, 1.1, 0.05}, {"square", 90, 0.9, 0.02}, {"random", 400, 2.5, 0.5}}, images,
                targeted, share_ended);
}

SyntheticRun many_attacks_run(int images) {
  const std::vector<Behaviour> table{{"gp-bo", 60, 1, .05},
                                     {"addgp-bo", 40, 1, .01},
                                     {"autozoom", 220, .8, .02},
                                     {"genattack", 210, .7, .05}};
  std::vector<Behaviour> behaviours;
  for (const char* side : {"14", "16", "28"}) {
    for (Behaviour each : table) {
      each.attack += std::string(":side=") + side;
      behaviours.push_back(each);
    }
  }
  behaviours.push_back({"hopskipjump", 450, 0.9, 0.3});
  behaviours.push_back({"pgd", 4, 0.5, 0});
  behaviours.push_back(
      {"bayes-attack:side=14:acquisition=expected-improvement:refit=5:decoder=nearest:x=1", 300, 1, 0.2});
  behaviours.push_back(
      {"square:p=0.3:schedule=rescaled:loss=cross-entropy:window=stripes-first:q=12", 90, 1, 0});
  SyntheticRun run = run_of(behaviours, images, true, 1.0);
  for (const std::string& attack : run.attacks) {
    const std::string name = attack.substr(0, attack.find(':'));
    run.attack_facts[attack] = {name, "what " + name + " is", "scores", false};
  }
  run.attack_facts["hopskipjump"].access = "labels";
  run.attack_facts["hopskipjump"].leaves_ball = true;
  run.attack_facts["pgd"].access = "gradients";
  run.options = {{"protocol", "ru-a.6"},
                 {"images", std::to_string(images)},
                 {"targets", "all"},
                 {"eps", "0.3"},
                 {"continuous", "true"}};
  return run;
}

}  // namespace bora::attacks
