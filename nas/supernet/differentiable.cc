#include "nas/supernet/differentiable.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/json.h"
#include "common/random.h"
#include "nas/supernet/dirichlet.h"
#include "nas/supernet/minibatches.h"

namespace bora::nas {
namespace {

using Json = nlohmann::json;
using Row = CellMix::value_type;

// Applies a function elementwise over edges and operations.
template <typename Function>
CellMix zipped(const CellMix& a, const CellMix& b, Function function) {
  CellMix out;
  for (std::size_t e = 0; e < a.size(); ++e)
    for (std::size_t o = 0; o < a[e].size(); ++o) out[e][o] = function(a[e][o], b[e][o]);
  return out;
}

Row softmax(const Row& alpha) {
  const double most = std::ranges::max(alpha);
  Row out;
  double sum = 0;
  for (std::size_t o = 0; o < out.size(); ++o) sum += out[o] = std::exp(alpha[o] - most);
  for (double& share : out) share /= sum;
  return out;
}

// Returns elu(alpha) + 1.
std::vector<double> concentration(const Row& alpha) {
  std::vector<double> out;
  for (const double a : alpha) out.push_back(a > 0 ? a + 1 : std::exp(a));
  return out;
}

std::string course_csv(const std::vector<DerivedCell>& course) {
  const SpacePtr space = make_space("nb201");
  std::string text = "epoch,loss,cell";
  for (const auto& [from, to] : Nb201Space::kEnds)
    for (int o = 0; o < Nb201Space::kOperations; ++o)
      text +=
          fmt::format(",{}_{}_{}", from, to,
                      space->operations()[static_cast<std::size_t>(Nb201Space::kFirstOperation + o)].name);
  text += "\n";
  for (std::size_t i = 0; i < course.size(); ++i) {
    text += fmt::format("{},{:.9g},{}", i + 1, course[i].loss, text_of(course[i].cell));
    for (const Row& row : course[i].alpha)
      for (const double alpha : row) text += fmt::format(",{:.9g}", alpha);
    text += "\n";
  }
  return text;
}

// State of a search apart from that of the supernet, which follows it in a checkpoint on the next line.
struct SearchState {
  MixedChoice& choice;
  AlphaOptimiser& optimiser;
  CellMix& sum;  // sum of the gradients since the last step
  std::vector<DerivedCell>& course;

  std::string text() const {
    Json rows = Json::array();
    for (const DerivedCell& one : course)
      rows.push_back({{"loss", one.loss}, {"alpha", one.alpha}, {"cell", one.cell}});
    return json_text(Json{{"alpha", choice.alpha},
                          {"first", optimiser.first},
                          {"second", optimiser.second},
                          {"steps", optimiser.steps},
                          {"sum", sum},
                          {"course", rows}});
  }
  void read(const std::string& line) const {
    const Json json = parse_valid_json(line);
    json.at("alpha").get_to(choice.alpha);
    json.at("first").get_to(optimiser.first);
    json.at("second").get_to(optimiser.second);
    json.at("steps").get_to(optimiser.steps);
    json.at("sum").get_to(sum);
    for (const Json& row : json.at("course"))
      course.push_back({row.at("cell").get<CellPath>(), row.at("loss"), row.at("alpha").get<CellMix>()});
  }
};

}  // namespace

MixedChoice::MixedChoice(bool drnas, std::uint64_t seed) : drnas_(drnas) {
  constexpr double kScale = 1e-3;
  Rng rng(mix_seed(seed, "alpha"));
  for (Row& row : alpha)
    for (double& one : row) one = kScale * rng.normal();
}

MixedChoice::Draw MixedChoice::draw(std::uint64_t seed) const {
  Draw out{.mix = mean(), .seed = seed};
  if (!drnas_) return out;
  for (std::size_t e = 0; e < alpha.size(); ++e) {
    const auto drawn = draw_dirichlet(concentration(alpha[e]), mix_seed(seed, e));
    std::ranges::copy(drawn.shares, out.mix[e].begin());
  }
  return out;
}

CellMix MixedChoice::pullback(const Draw& drawn, const CellMix& of_mix) const {
  CellMix out;
  for (std::size_t e = 0; e < alpha.size(); ++e) {
    const Row& shares = drawn.mix[e];
    if (!drnas_) {
      const double common = std::inner_product(shares.begin(), shares.end(), of_mix[e].begin(), 0.0);
      for (std::size_t o = 0; o < shares.size(); ++o) out[e][o] = shares[o] * (of_mix[e][o] - common);
      continue;
    }
    const DirichletDraw dirichlet{{shares.begin(), shares.end()}, concentration(alpha[e])};
    const auto gradient = dirichlet.pullback({of_mix[e].begin(), of_mix[e].end()});
    for (std::size_t o = 0; o < shares.size(); ++o)
      out[e][o] = gradient[o] * (alpha[e][o] > 0 ? 1 : std::exp(alpha[e][o]));
  }
  return out;
}

CellMix MixedChoice::mean() const {
  CellMix out;
  for (std::size_t e = 0; e < alpha.size(); ++e) {
    out[e] = softmax(alpha[e]);
    if (!drnas_) continue;
    std::ranges::copy(concentration(alpha[e]), out[e].begin());
    const double sum = std::accumulate(out[e].begin(), out[e].end(), 0.0);
    for (double& share : out[e]) share /= sum;
  }
  return out;
}

CellPath MixedChoice::cell() const {
  CellPath path;
  for (std::size_t e = 0; e < alpha.size(); ++e)
    path[e] = static_cast<int>(std::ranges::max_element(alpha[e]) - alpha[e].begin());
  return path;
}

void AlphaOptimiser::step(CellMix& alpha, const CellMix& gradient) {
  constexpr double kFirst = 0.5, kSecond = 0.999, kDecay = 1e-3, kSmall = 1e-8;
  ++steps;
  const CellMix g = zipped(gradient, alpha, [](double a, double b) { return a + kDecay * b; });
  first = zipped(first, g, [](double m, double x) { return kFirst * m + (1 - kFirst) * x; });
  second = zipped(second, g, [](double v, double x) { return kSecond * v + (1 - kSecond) * x * x; });
  const double of_first = 1 - std::pow(kFirst, steps), of_second = 1 - std::pow(kSecond, steps);
  const CellMix move = zipped(first, second, [&](double m, double v) {
    return rate_ * (m / of_first) / (std::sqrt(v / of_second) + kSmall);
  });
  alpha = zipped(alpha, move, std::minus<>());
}

double descend_weights(Supernet& net, const Minibatch& batch, const MixedChoice& choice, std::uint64_t seed,
                       double rate, CellMix& of_alpha) {
  const auto drawn = choice.draw(seed);
  CellMix of_mix;
  const double loss = net.add_gradients(batch, drawn.mix, of_mix);
  net.step(rate);
  of_alpha = zipped(of_alpha, choice.pullback(drawn, of_mix), std::plus<>());
  return loss;
}

std::optional<std::vector<DerivedCell>> derive_cells(Supernet& net, const SupernetData& data,
                                                     const SupernetPlan& plan, const SupernetRun& run) {
  const bool tse = plan.gradient == "tse";
  const Minibatches train(data.train, data.batch, data.augmentation, mix_seed(run.seed, "supernet"));
  const Minibatches judged(data.validation, data.batch, data.augmentation, mix_seed(run.seed, "validation"));
  MixedChoice choice(plan.kind == "drnas", run.seed);
  AlphaOptimiser optimiser(plan.alpha_rate);
  CellMix sum{};
  std::vector<DerivedCell> course;
  const SearchState state{choice, optimiser, sum, course};
  const CheckpointPlan checkpoints = run.checkpoints(plan);
  if (!run.folder.empty())
    if (const auto kept = read_checkpoint(checkpoints)) {
      const auto end = kept->state.find('\n');
      state.read(kept->state.substr(0, end));
      net.set_state(kept->state.substr(end + 1));
    }
  const int steps = train.steps();
  for (int epoch = static_cast<int>(course.size()); epoch < plan.epochs; ++epoch) {
    double loss = 0;
    for (int step = 0; step < steps; ++step) {
      if (run.stopped()) return std::nullopt;
      const std::int64_t number = static_cast<std::int64_t>(epoch) * steps + step;
      const std::uint64_t seed = mix_seed(mix_seed(run.seed, "draw"), static_cast<std::uint64_t>(number));
      if (!tse) {
        CellMix of_mix;
        const auto drawn = choice.draw(mix_seed(seed, "validation"));
        net.mix_gradient(judged.at(number), drawn.mix, of_mix);
        optimiser.step(choice.alpha, choice.pullback(drawn, of_mix));
      }
      CellMix of_alpha{};
      loss += descend_weights(net, train.at(number), choice, seed,
                              supernet_rate(plan.rate, epoch, plan.epochs), of_alpha);
      if (!std::isfinite(loss))
        throw InputError("the supernet's training diverged in epoch {}; try a rate below {}", epoch + 1,
                         plan.rate);
      if (tse) {
        sum = zipped(sum, of_alpha, std::plus<>());
        if ((number + 1) % plan.interval == 0) {
          optimiser.step(choice.alpha, sum);
          sum = {};
        }
      }
      run.say(static_cast<double>(number + 1) / (static_cast<double>(steps) * plan.epochs),
              fmt::format("{}, epoch {} of {}, loss {:.3f}", plan.kind, epoch + 1, plan.epochs,
                          loss / (step + 1)));
    }
    course.push_back({.cell = choice.cell(), .loss = loss / steps, .alpha = choice.alpha});
    if (!run.folder.empty()) {
      write_checkpoint(checkpoints,
                       {.epochs = epoch + 1, .best = {}, .state = state.text() + "\n" + net.state()});
      write_atomically(run.folder / "course.csv", course_csv(course));
    }
  }
  return course;
}

std::vector<Architecture> by_probability(const ArchitectureSpace& space, const SupernetPlan& plan,
                                         const CellMix& alpha) {
  MixedChoice choice(plan.kind == "drnas", 0);
  choice.alpha = alpha;
  const CellMix mean = choice.mean();
  std::vector<std::pair<double, const Architecture*>> order;
  const auto all = space.all();
  for (const Architecture& architecture : *all) {
    double log_probability = 0;
    for (std::size_t e = 0; e < mean.size(); ++e)
      log_probability += std::log(mean[e][static_cast<std::size_t>(architecture.code()[e])]);
    order.emplace_back(log_probability, &architecture);
  }
  std::ranges::stable_sort(order, std::greater<>(), &std::pair<double, const Architecture*>::first);
  std::vector<Architecture> out;
  for (const auto& [ignored, architecture] : order) out.push_back(*architecture);
  return out;
}

}  // namespace bora::nas
