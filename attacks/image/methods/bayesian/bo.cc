#include "attacks/image/methods/bayesian/bo.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "common/stopwatch.h"
#include "surrogates/search/ranking.h"

namespace bora::attacks {

void BoOptions::read(AttackSettings& settings) {
  settings.read("p", p, 1e-4, 1, "share of pixels that the first squares cover");
  schedule.read(settings);
  CompositeOptions::read(settings);
  settings.read("model", model, "no: no Gaussian process; every query is that of Square Attack");
  settings.read("composite", composite, 0, 1, "share of proposals that are two squares at once");
  settings.read_word(
      "window", window,
      {{"evidence", Window::evidence},
       {"centre", Window::centre},
       {"contrast", Window::contrast},
       {"none", Window::none}},
      "pixels with the largest weight in the model; evidence: the one of the other three with the largest evidence");
  settings.read("textures", textures, "no: starts from stripes and proposes squares only");
  settings.read("prior", uses_prior,
                "no: uses neither substitute models nor earlier instances, even if there are any");
  settings.read("transfers", transfers, 1, 1000,
                "with substitute models: number of further images that fool them");
  settings.read("crossover", crossover, 0, 1,
                "with substitute models: share of proposals with a window of an image that fools them");
  settings.read("prior-p", prior_p, 1e-4, 1, "with substitute models: p of half of the squares");
  settings.read("learnt-fill", learnt_fill, 0, 1,
                "with --prior learn: share of squares that are filled along the learnt slopes");
}

namespace {

// With substitute models: number of answers after which stripes are queried.
constexpr int kAnswersBeforeStripes = 2;

// With textures: number of answers before squares are proposed.
constexpr int kTextureAnswers = 6;

// Number of answers after which no new textures are proposed, which saves the time of ranking them.
constexpr int kLastFreshTexture = 50;

// Returns the log evidence per output that the texture features must gain to be used (FeatureGroup::cost).
// Scores of classes vary together, so the sum of their evidences overstates the gain, and features that
// explain little cost queries. For grey images a cost helps, since some of their networks are attacked faster
// without textures. For colour images the features help from the first queries on, before they have gained
// that much. Chosen on images 1-100 (docs/results/constants.md).
double texture_cost(const ImageShape& shape) {
  return shape.channels == 1 ? 1 : 0;
}

ShrinkSchedule schedule_of(const BoOptions& options, const AttackProblem& problem) {
  const bool from_prior = options.uses_prior && problem.substitutes;
  return from_prior ? options.schedule.from_prior() : options.schedule;
}

// Returns a hash by which repeated textures are recognised. It reads at most kHashed evenly spread values of
// the image, which suffice to tell textures apart. pixel(i, channel, y, x): value of a pixel, the i-th read.
template <typename Pixel>
std::size_t hash_of(const ImageShape& shape, const Pixel& pixel) {
  constexpr int kHashed = 4096;
  const int step = (shape.size() + kHashed - 1) / kHashed;
  std::vector<float> values;
  values.reserve(kHashed);
  int x = 0;  // column of the next value, counted from the first column of the row
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y, x -= shape.width)
      for (; x < shape.width; x += step) values.push_back(pixel(values.size(), c, y, x));
  return std::hash<std::string_view>()(
      {reinterpret_cast<const char*>(values.data()), sizeof(float) * values.size()});
}

// Format of a warm start: length of the trials of the texture bank (32 bits), these trials, the slopes.
std::string write_warm_start(const std::string& trials, const std::string& slopes) {
  const auto length = static_cast<std::uint32_t>(trials.size());
  std::string content(reinterpret_cast<const char*>(&length), sizeof length);
  return content + trials + slopes;
}

struct ParsedWarmStart {
  std::string trials, slopes;
};
ParsedWarmStart parse_warm_start(const std::string& content) {
  std::uint32_t length = 0;
  if (content.size() >= sizeof length) std::memcpy(&length, content.data(), sizeof length);
  if (content.size() < sizeof length + length)
    throw std::runtime_error("a warm start of an earlier instance is damaged: it is too short");
  return {content.substr(sizeof length, length), content.substr(sizeof length + length)};
}

// Returns warm starts whose content is that of LearntSlopes.
std::vector<WarmStart> slopes_of(const WarmStarts& warm_starts) {
  std::vector<WarmStart> out;
  if (warm_starts)
    for (const WarmStart& warm_start : *warm_starts)
      out.push_back({warm_start.label, warm_start.target, parse_warm_start(warm_start.content).slopes});
  return out;
}

}  // namespace

BoAttack::BoAttack(AttackProblem problem, const BoOptions& options)
    : problem_(std::move(problem)),
      options_(options),
      proposals_(problem_, options.p, schedule_of(options, problem_)),
      small_proposals_(problem_, options.prior_p, schedule_of(options, problem_)),
      transfers_(problem_),
      opening_(problem_),
      rng_(problem_.seed),
      pooling_(problem_.shape),
      learnt_(options.uses_prior ? slopes_of(problem_.warm_starts) : std::vector<WarmStart>(),
              problem_.classes, pooling_.pooled_shape().size()),
      texture_features_(problem_.shape, options.textures && options.model),
      ranker_(pooling_.pooled_shape().size(), problem_.classes,
              {{texture_features_.size(), texture_cost(problem_.shape)},
               learnt_.size() + (options.uses_prior && problem_.substitutes ? 1 + options.transfers : 0)},
              pixel_windows(problem_.original, pooling_, options.window)) {
  if (!options_.uses_prior) problem_.substitutes = nullptr;
  if (!options_.uses_prior || !problem_.warm_starts || !uses_textures() || has_substitutes()) return;
  bank_.emplace(problem_, problem_.run_seed);
  for (const WarmStart& warm_start : *problem_.warm_starts)
    bank_->learn(warm_start.label,
                 TextureBank::read(parse_warm_start(warm_start.content).trials, problem_.classes));
}

bool BoAttack::trusts_substitutes() const {
  constexpr int kEnough = 8;
  return has_substitutes() && !substitutes_rejected_ &&
         (!ranker_.fitted() || ranker_.size() < kEnough || ranker_.hyperparameters().features.back() > 0);
}

ChangedImages BoAttack::candidates(bool all) const {
  const bool textures =
      texture_features_.size() > 0 && (all || ranker_.hyperparameters().features.front() > 0);
  return {problem_, pooling_, {texture_features_, textures, transfers_.slopes()}};
}

Eigen::MatrixXd BoAttack::features(const ChangedImages& images) const {
  const auto of_images = images.features();
  if (learnt_.empty()) return of_images;
  Eigen::MatrixXd features(of_images.rows(), of_images.cols() + learnt_.size());
  features << of_images.leftCols(texture_features_.size()), learnt_.values(images.points(), images.changes()),
      of_images.rightCols(transfers_.size());
  return features;
}

ImageRows BoAttack::fresh_texture() {
  // Small families run out of new textures: there are only eight flat colours.
  constexpr int kTries = 8;
  for (int tries = 1;; ++tries) {
    Texture texture = draw_any_texture(problem_.shape, opening_.families(), rng_);
    const auto pixel = [&](std::size_t i, int c, int y, int x) {
      // These few values of the two large images are kept together, which saves cache misses.
      if (i == hashed_corners_.size())
        hashed_corners_.push_back(
            {proposals_.pixel_at_bound(c, y, x, -1), proposals_.pixel_at_bound(c, y, x, 1)});
      return hashed_corners_[i][texture.sign(c, y, x) > 0];
    };
    if (tries < kTries && queried_hashes_.contains(hash_of(problem_.shape, pixel))) continue;
    return [this, texture = std::move(texture)](int c, int y, float* out) {
      texture.write_row(c, y, out);
      proposals_.row_at_bound(c, y, out);
    };
  }
}

Eigen::RowVectorXf BoAttack::first_image() {
  if (has_substitutes()) {
    const ScopedTimer timer(prior_seconds_);
    transfers_.find_first();
    return transfers_.image(0);
  }
  if (problem_.start.size() > 0) return problem_.start;
  if (uses_textures()) return opening_texture();
  // Stripes, with learnt slopes the signs of these; stripes remain where a slope is 0.
  Eigen::RowVectorXf image = proposals_.stripes(rng_);
  if (learnt_.empty()) return image;
  Eigen::RowVectorXd towards = Eigen::RowVectorXd::Zero(problem_.classes);
  towards[problem_.goal.label] = -1;
  if (problem_.goal.target) towards[*problem_.goal.target] = 1;
  const Eigen::RowVectorXf slope = pooling_.expand(learnt_.direction(towards));
  const auto epsilon = static_cast<float>(problem_.ball.epsilon());
  for (Eigen::Index i = 0; i < image.size(); ++i)
    if (slope[i] != 0) image[i] = problem_.original[i] + (slope[i] > 0 ? epsilon : -epsilon);
  return image;
}

Eigen::RowVectorXf BoAttack::opening_texture() {
  if (bank_ && !opening_.coarse()) {
    asked_of_bank_ = bank_->pick(rng_);
    return proposals_.at_bound(bank_->signs(*asked_of_bank_));
  }
  if (const auto family = opening_.fixed())
    return proposals_.at_bound(Texture(problem_.shape, *family, rng_).signs());
  if (told_ < options_.warm_up) return image_of(problem_.shape, fresh_texture());
  fit_model();
  ChangedImages images = candidates(false);
  for (int i = 0; i < options_.candidates; ++i) images.add_whole(fresh_texture());
  CandidateRanker::InnerProducts products;
  return images.image(static_cast<int>(largest(upper_bounds_of(images, products), 1).front()));
}

std::optional<Pixels> BoAttack::ask() {
  asked_of_bank_.reset();
  if (told_ == 0) return first_image();
  if (has_substitutes() && told_ == 1 && transfers_.size() == 1) {
    // The others are found only now, because they are not needed if the first one succeeds, as it often does.
    const ScopedTimer timer(prior_seconds_);
    transfers_.find_others(options_.transfers, rng_);
    best_seen_ = learn(best_.image, best_.log_p);
  }
  if (!learnt_.empty() && direction_.size() == 0)
    direction_ = pooling_.expand(learnt_.direction(slope_of(options_.loss, problem_.goal, best_.log_p)));
  if (has_substitutes() && told_ < options_.warm_up) {
    if (told_ == 1) return transfers_.image(1);
    if (told_ == kAnswersBeforeStripes) return proposals_.stripes(rng_);
  }
  if (opens_with_textures() && told_ < kTextureAnswers) return opening_texture();
  if (told_ >= options_.warm_up && options_.model) return best_proposal();
  Eigen::RowVectorXf image = best_.image;
  change(image);
  return image;
}

Region BoAttack::change(Eigen::Ref<Eigen::RowVectorXf> image) {
  int side = proposals_.side(told_);
  // Without substitute models no random number is drawn here, so that without a model the queries are those
  // of Square Attack.
  if (trusts_substitutes()) {
    const double kind = rng_.uniform();
    const double small = (1 - options_.crossover) / 2;  // share of small squares
    if (kind < options_.crossover + small) side = small_proposals_.side(told_);
    if (kind < options_.crossover) {
      const int longest = std::min(problem_.shape.height, problem_.shape.width);
      const Eigen::RowVectorXf other = transfers_.image(rng_.index(transfers_.size()));
      return proposals_.add_window(image, side + rng_.index(longest - side + 1), other, rng_);
    }
  }
  if (!learnt_.empty() && rng_.uniform() < options_.learnt_fill)
    return proposals_.add_square_along(image, side, direction_, rng_);
  return proposals_.add_square(image, side, rng_);
}

Eigen::VectorXd BoAttack::confidence_bounds(const CandidateRanker::Ranking& ranking) const {
  // Factor of beta, chosen on the same networks as the coarse textures (texture_opening.cc).
  constexpr double kCoarse = 2;
  const double first_beta = opening_.coarse() ? kCoarse * options_.beta : options_.beta;
  return upper_bounds(ranker_, ranking, options_.loss, problem_.goal, {first_beta, options_.last_beta});
}

void BoAttack::fit_model() {
  const ScopedTimer timer(fit_seconds_);
  ranker_.fit();
}

Eigen::VectorXd BoAttack::upper_bounds_of(const ChangedImages& images,
                                          CandidateRanker::InnerProducts& products) {
  const ScopedTimer timer(rank_seconds_);
  auto ranking = ranker_.rank(images.points(), images.changes(), features(images), products);
  Eigen::VectorXd bounds = confidence_bounds(ranking);
  products = std::move(ranking.products);
  // Another query of the incumbent would give no information.
  for (int i = 0; i < images.size(); ++i)
    if (images.is(i, best_.image)) bounds[i] = -std::numeric_limits<double>::infinity();
  return bounds;
}

// Images from which a round of proposals is made.
struct BoAttack::Bases {
  PointRows images;                         // one per row
  std::vector<ChangedImages::Seen> seen;    // their model inputs
  CandidateRanker::InnerProducts products;  // inner products with the observed points
  Eigen::VectorXd bounds;                   // upper confidence bounds; empty for the incumbent
};

Eigen::RowVectorXf BoAttack::best_proposal() {
  fit_model();
  // The incumbent gets no bound, since it is not a candidate.
  Bases bases{best_.image, {best_seen_}, ranker_.observed(best_.number), {}};
  for (int round = 0; round < options_.rounds; ++round) {
    ChangedImages images = candidates(false);
    add_proposals(images, bases, round == 0);
    auto products = bases.products;
    const Eigen::VectorXd bounds = upper_bounds_of(images, products);
    // After the last round only the best is needed.
    bases = best_of(bases, images, products, bounds, round + 1 < options_.rounds ? options_.bases : 1);
  }
  return bases.images.row(0);
}

void BoAttack::add_proposals(ChangedImages& images, const Bases& bases, bool with_textures) {
  constexpr int kTextures = 20;
  const ScopedTimer timer(propose_seconds_);
  for (Eigen::Index i = 0; i < bases.images.rows(); ++i)
    images.add_base(bases.images.row(i), &bases.seen[static_cast<std::size_t>(i)]);
  for (int i = 0; i < options_.candidates; ++i)
    images.add_changed(rng_.index(static_cast<int>(bases.images.rows())),
                       [&](ChangedImages::Image image, std::vector<Region>& changed) {
                         changed.push_back(change(image));
                         if (rng_.uniform() < options_.composite) changed.push_back(change(image));
                       });
  if (!with_textures || !uses_textures() || told_ >= kLastFreshTexture) return;
  for (int i = 0; i < kTextures; ++i) images.add_whole(fresh_texture());
}

BoAttack::Bases BoAttack::best_of(const Bases& bases, const ChangedImages& images,
                                  const CandidateRanker::InnerProducts& products,
                                  const Eigen::VectorXd& bounds, int wanted) const {
  Bases best;
  best.bounds = bases.bounds;
  const Eigen::Index competing = bases.bounds.size();
  const std::vector<Eigen::Index> places = choose_bases(best.bounds, bounds, wanted);
  const auto count = static_cast<Eigen::Index>(places.size());
  best.images.resize(count, problem_.shape.size());
  best.products = {Eigen::MatrixXf(count, ranker_.size()), Eigen::VectorXd(count)};
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index place = places[static_cast<std::size_t>(i)];
    const bool is_base = place < competing;
    const Eigen::Index row = is_base ? place : place - competing;
    if (is_base) {
      best.images.row(i) = bases.images.row(row);
      best.seen.push_back(bases.seen[static_cast<std::size_t>(row)]);
    } else {
      images.write(static_cast<int>(row), best.images.row(i));
      best.seen.push_back(images.seen(static_cast<int>(row)));
    }
    const auto& from = is_base ? bases.products : products;
    best.products.with_observed.row(i) = from.with_observed.row(row);
    best.products.norms[i] = from.norms[row];
  }
  return best;
}

ChangedImages::Seen BoAttack::learn(const Eigen::RowVectorXf& image, const Eigen::RowVectorXd& log_p) {
  if (!options_.model) return {};
  ChangedImages images = candidates(true);
  images.add_whole(rows_of(problem_.shape, image.data()));
  // Centred log-probabilities are centred logits: they lack the common term, the log of the sum of
  // exponentials, so they are smoother. No loss depends on that term.
  ranker_.append(images.points().row(0), features(images).row(0), log_p.array() - log_p.mean());
  return images.seen(0);
}

void BoAttack::tell(const Pixels& queried, const Observation& seen) {
  if (asked_of_bank_) bank_->tell(*asked_of_bank_, seen.log_p);
  if (opens_with_textures()) opening_.tell(seen.log_p);
  if (uses_textures() && told_ < kLastFreshTexture)
    queried_hashes_.insert(hash_of(problem_.shape, [&](std::size_t, int c, int y, int x) {
      return queried[(c * problem_.shape.height + y) * problem_.shape.width + x];
    }));
  // The image that fools the substitute models should move the victim's margin a good part of the way from
  // that of stripes to 0, where the victim is fooled. Otherwise the substitute models differ too much from
  // the victim, and the attack continues without them.
  constexpr double kGoodPart = 0.4;
  if (has_substitutes() && told_ == kAnswersBeforeStripes && options_.warm_up > kAnswersBeforeStripes) {
    const double of_stripes = loss_value(Loss::margin, problem_.goal, seen.log_p);
    const double of_transfer = loss_value(Loss::margin, problem_.goal, best_.log_p);
    substitutes_rejected_ = of_transfer - of_stripes < -kGoodPart * of_stripes;
  }
  const double loss = loss_value(options_.loss, problem_.goal, seen.log_p);
  const bool best = best_.offer(queried, seen.log_p, loss, told_);
  if (best) direction_.resize(0);
  // With substitute models, ask() adds the first answer after it has found all slopes, which are features.
  if (!has_substitutes() || told_ > 0) {
    auto learnt = learn(queried, seen.log_p);
    if (best) best_seen_ = std::move(learnt);
  }
  ++told_;
}

std::string BoAttack::warm_start() const {
  if (!options_.uses_prior) return "";
  const std::string trials = bank_ ? TextureBank::write(bank_->trials()) : "";
  const std::string slopes =
      ranker_.fitted() ? LearntSlopes::warm_start(ranker_.trend(), problem_.goal, best_.log_p) : "";
  return trials.empty() && slopes.empty() ? "" : write_warm_start(trials, slopes);
}

std::map<std::string, double> BoAttack::seconds() const {
  std::map<std::string, double> parts = {
      {"fit", fit_seconds_}, {"proposals", propose_seconds_}, {"ranking", rank_seconds_}};
  if (has_substitutes()) parts["substitutes"] = prior_seconds_;
  return parts;
}

}  // namespace bora::attacks
