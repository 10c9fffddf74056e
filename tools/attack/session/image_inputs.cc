#include "tools/attack/session/image_inputs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <span>

#include <fmt/format.h>

#include "attacks/checks/checked_run.h"
#include "attacks/prior/training_overlap.h"
#include "attacks/record/image_content.h"
#include "common/error.h"
#include "common/order.h"
#include "common/text.h"
#include "data/files/split.h"
#include "data/images/image_files.h"
#include "data/images/load.h"
#include "models/victims/address.h"
#include "models/victims/evaluation.h"
#include "tools/attack/session/input_source.h"

namespace bora::tools {

ImageDataset load_images(const AttackConfig& config, const std::optional<ModelMetadata>& metadata,
                         std::string& order) {
  if (!config.data.image.empty()) {
    auto data = load_dataset(config.data.image, Part::all, {}, config.data.preparation);
    if (data.size() != 1)
      throw InputError("--image: {} is not one image but holds {}", config.data.image, data.size());
    data.labels[0] = config.data.label.value_or(-1);
    return data;
  }
  const DataSource source = data_source(config, metadata, "image");
  ImageDataset data = load_dataset(source.spec, config.data.part, source.split, source.preparation);
  const std::vector<int> rows = order_of_inputs(config, data.labels, order);
  return rows.empty() ? data : select(data, rows);
}

ClassOrder settle_class_order(Victim& victim, ImageDataset& data, bool label_only) {
  const std::vector<int> by_number = numeric_order(data.class_names);
  if (by_number.empty() || data.names.empty() || data.classes == 0 || data.shape != victim.spec().input)
    return {};
  constexpr int kMost = 256;
  std::vector<int> rows;
  const int count = std::min(kMost, data.size());
  for (int i = 0; i < count; ++i)
    rows.push_back(static_cast<int>(static_cast<std::int64_t>(i) * data.size() / count));
  const ImageDataset sample = select(data, rows);
  const Batch images = images_as_batch(sample, 0, count);
  std::vector<int> predicted;
  if (label_only) {
    predicted = victim.labels(images);
  } else {
    const Scores scores = victim.scores(images);
    for (int i = 0; i < count; ++i) predicted.push_back(predicted_class(scores, i));
  }
  int text = 0, number = 0;
  for (int i = 0; i < count; ++i) {
    const int label = sample.labels[static_cast<std::size_t>(i)];
    text += predicted[static_cast<std::size_t>(i)] == label ? 1 : 0;
    number += predicted[static_cast<std::size_t>(i)] == by_number[static_cast<std::size_t>(label)] ? 1 : 0;
  }
  const bool numeric = number > text;
  if (numeric) {
    std::vector<std::string> names(data.class_names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
      names[static_cast<std::size_t>(by_number[i])] = data.class_names[i];
    data.class_names = names;
    for (int& label : data.labels) label = by_number[static_cast<std::size_t>(label)];
  }
  return {fmt::format("folders are classes in the order of their {}", numeric ? "numbers" : "names as text"),
          fmt::format("in the order of the folders' numbers the model is right on {} of {}, in the order of "
                      "their names as text on {}",
                      number, count_of(count, "image"), text),
          count};
}

namespace {

// Returns a remark if --part was drawn at random here; else "".
std::string drawn_part(const AttackConfig& config, const std::optional<ModelMetadata>& metadata, int images) {
  if (!config.data.image.empty() || config.data.part == Part::all) return "";
  const DataSource source = data_source(config, metadata, "image");
  if ((metadata && of_models_data(config, *metadata)) || !parts_are_drawn(source.spec)) return "";
  return fmt::format("{} drawn at random as a {} part, since {} has none of its own; --part all: all of them",
                     count_of(images, "image"), config.data.part == Part::test ? "test" : "train",
                     source.spec);
}

}  // namespace

std::vector<std::string> remarks_on_images(const AttackConfig& config,
                                           const std::optional<ModelMetadata>& metadata, int images) {
  std::vector<std::string> remarks;
  for (const std::string& remark : {drawn_part(config, metadata, images), config.data.preparation.text()})
    if (!remark.empty()) remarks.push_back(remark);
  return remarks;
}

std::string describe_trained_on(const std::string& model, const Plan& plan) {
  const auto trained_on = is_torchscript(model) ? read_training_images(model) : std::nullopt;
  if (!trained_on) return "";
  int attacked = 0, known = 0;
  for (const InputRow& input : plan.inputs) {
    if (!input.attacked) continue;
    ++attacked;
    known += count_known(*trained_on, {input.content});
  }
  if (known == 0) return "";
  return fmt::format(
      "the model was trained or validated on {} of the {} attacked, so results on new images may differ",
      known, count_of(attacked, "image"));
}

std::vector<std::string> class_names(const std::optional<ModelMetadata>& metadata, const ImageDataset& data) {
  return metadata && !metadata->class_names.empty() ? metadata->class_names : data.class_names;
}

std::string shortage(const AttackConfig& config, const ImageDataset& data) {
  const int asked = config.data.skip + config.data.images;
  if (config.data.range || asked <= data.size() || !config.data.image.empty()) return "";
  return fmt::format("{} holds {}, {} were asked for", data.source, count_of(data.size(), "image"), asked);
}

std::string victim_line(const VictimSpec& spec) {
  return fmt::format("{}: {} input, {} classes, {}{}", spec.name, to_string(spec.input), spec.classes,
                     spec.labels_only ? "labels only" : to_string(spec.kind),
                     spec.top > 0 ? fmt::format(" of the {} best", spec.top) : "");
}

std::string describe_bound(const NormBall& ball) {
  if (ball.norm() == Norm::l0) return "L0 bound " + count_of(std::llround(ball.epsilon()), "pixel");
  if (ball.norm() == Norm::patch)
    return fmt::format("bound one square of {0:.0f} x {0:.0f} pixels", ball.epsilon());
  if (ball.norm() == Norm::l2) return fmt::format("L2 bound {:.4g}", ball.epsilon());
  if (ball.continuous()) return fmt::format("L-infinity bound {:.4g}", ball.epsilon());
  constexpr double kSame = 1e-4;  // relative difference of a bound that is typed with four digits
  const bool other = std::abs(ball.epsilon() - ball.epsilon_asked()) > kSame * ball.epsilon();
  return fmt::format("L-infinity bound {}/255 = {:.4f}{}", ball.levels(), ball.epsilon(),
                     other ? fmt::format(" (asked: {:.6g})", ball.epsilon_asked()) : "");
}

std::string describe_rounding(const NormBall& ball) {
  constexpr double kShare = 0.1;
  const double lost = 1 - ball.epsilon() / ball.epsilon_asked();
  if (ball.norm() != Norm::linf || ball.continuous() || lost < kShare) return "";
  return fmt::format(
      "the bound {:.4g} lies between two levels of the 8-bit grid and is rounded down to {}/255 = {:.4f}, {:.0f}% "
      "less; the next one is {}/255 = {:.4f}, and --continuous does not round it",
      ball.epsilon_asked(), ball.levels(), ball.epsilon(), 100 * lost, ball.levels() + 1,
      (ball.levels() + 1) / 255.0);
}

std::string describe_whole_range(const NormBall& ball, const ImageShape& shape) {
  double whole = 1;  // least epsilon of which the ball holds every image
  if (ball.norm() == Norm::l2) whole = std::sqrt(shape.size());
  if (ball.norm() == Norm::l0) whole = shape.height * shape.width;
  if (ball.norm() == Norm::patch) whole = std::max(shape.height, shape.width);
  if (ball.epsilon() < whole * (1 - 1e-9)) return "";
  return fmt::format(
      "the bound {:.4g} allows every image: an attack may replace the image by any other one, so its successes "
      "are no evidence about small changes",
      ball.epsilon());
}

std::string describe_tiny_bound(const NormBall& ball, const ImageShape& shape) {
  constexpr double kHalfLevel = 0.5 / 255, kTiny = 0.1;
  if (is_sparse(ball.norm())) return "";
  if (ball.epsilon() < kHalfLevel)
    return fmt::format(
        "the bound {:.4g} is below half a grey level ({:.4g}): rounding to 8 bits removes every change, so the "
        "figures do not apply to images of 8 bits",
        ball.epsilon(), kHalfLevel);
  const double usual = default_epsilon(shape, Norm::l2);
  if (ball.norm() != Norm::l2 || ball.epsilon() >= kTiny * usual) return "";
  return fmt::format(
      "the L2 bound {:.4g} is a distance between whole images of {} values, usually about {:g}: it allows a root "
      "mean square change of {:.2g} grey levels; a bound of each value goes with --norm linf",
      ball.epsilon(), shape.size(), usual, 255 * ball.epsilon() / std::sqrt(shape.size()));
}

namespace {

// Returns whether two images of 8 bits are within a distance of each other, linf or l2, in grey levels.
bool are_within(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b, Norm norm, double levels) {
  const double most = norm == Norm::l2 ? levels * levels : levels;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int change = std::abs(a[i] - b[i]);
    sum = norm == Norm::l2 ? sum + change * change : std::max<std::int64_t>(sum, change);
    if (static_cast<double>(sum) > most) return false;
  }
  return true;
}

}  // namespace

std::string describe_other_classes_within(const NormBall& ball, const ImageDataset& data, const Plan& plan) {
  constexpr int kMostAttacked = 200, kTolerated = 5;  // per cent of these
  constexpr std::int64_t kMostValues = 1'000'000'000;
  if (is_sparse(ball.norm())) return "";
  std::vector<int> attacked;
  for (const InputRow& input : plan.inputs)
    if (input.attacked && data.labels[input.id] >= 0) attacked.push_back(input.id);
  attacked = spread(attacked, kMostAttacked);
  if (attacked.empty()) return "";
  const std::vector<int> all = spread(
      consecutive(data.size()), static_cast<int>(std::clamp<std::int64_t>(
                                    kMostValues / data.shape.size() / std::ssize(attacked), 1, data.size())));
  const double levels = 255 * ball.epsilon() * (1 + 1e-9);
  int count = 0;
  std::string example;
  for (const int i : attacked) {
    const auto other = std::ranges::find_if(all, [&](int j) {
      return data.labels[j] >= 0 && data.labels[j] != data.labels[i] &&
             are_within(data.image(i), data.image(j), ball.norm(), levels);
    });
    if (other == all.end()) continue;
    if (count++ > 0) continue;
    example = fmt::format("image {} ({}) and image {} ({})", data.records[i], data.class_name(data.labels[i]),
                          data.records[*other], data.class_name(data.labels[*other]));
  }
  if (100 * count <= kTolerated * std::ssize(attacked)) return "";
  return fmt::format(
      "within the bound {:.4g} of {} of {} lies an image of another class of the same data, such as {}: a change "
      "of class within this bound need not be an error of the model",
      ball.epsilon(), count, count_of(std::ssize(attacked), "attacked image"), example);
}

InputFormat format_in_force(const VictimSpec& spec, const VictimOptions& options,
                            const std::optional<ModelMetadata>& metadata) {
  const ValueRange of_file = metadata && metadata->range ? *metadata->range : ValueRange{};
  InputFormat format{spec.input, options.range.value_or(of_file)};
  format.mean = options.mean;
  format.deviation = options.deviation;
  complete(format, spec.name);
  return format;
}

bool states_format(const VictimOptions& options) {
  return options.range || !options.mean.empty() || !options.deviation.empty();
}

RangeFound check_range_in_use(Victim& victim, const ImageDataset& data,
                              const std::vector<CleanAnswer>& answers, const InputFormat& fed,
                              const RangeCheck& options) {
  constexpr int kMore = 64;
  std::vector<int> which;
  RangeSample sample;
  std::set<int> asked, classes, of_data;
  for (const CleanAnswer& answer : spread(answers, kRangeImages)) {
    which.push_back(answer.input);
    sample.labels.push_back(answer.label);
    sample.predicted.push_back(answer.predicted);
    classes.insert(answer.label);
  }
  for (const CleanAnswer& answer : answers) asked.insert(answer.input);
  std::vector<int> others;
  for (int i = 0; i < data.size(); ++i) {
    if (data.labels[i] < 0) continue;
    of_data.insert(data.labels[i]);
    if (!asked.contains(i)) others.push_back(i);
  }
  if (classes.size() < of_data.size())
    for (const int i : spread(others, kMore)) {
      which.push_back(i);
      sample.labels.push_back(data.labels[i]);
      sample.predicted.push_back(-1);
    }
  sample.image = [&](int i) -> Pixels { return images_as_batch(data, which[i], 1).row(0); };
  Oracle<Pixels> oracle(victim);
  RangeFound found{check_input_range(oracle, sample, fed, options), oracle.queries()};
  if (found.check.status == "fail" || found.check.status == "warn")
    found.warning = "the model may get other values than it expects: " + found.check.text;
  return found;
}

StoredImages stored_images(const RunDatabase& database, int most) {
  StoredImages images{
      {database.get(&RunFacts::channels), database.get(&RunFacts::height), database.get(&RunFacts::width)},
      {}};
  images.first.resize(0, images.shape.size());
  for (const auto& input : database.inputs()) {
    if (!input.attacked || images.first.rows() == most) continue;
    const std::vector<float> pixels = pixels_of_content(input.content, false);
    images.first.conservativeResize(images.first.rows() + 1, Eigen::NoChange);
    images.first.bottomRows(1) =
        Eigen::Map<const Eigen::RowVectorXf>(pixels.data(), static_cast<Eigen::Index>(pixels.size()));
  }
  return images;
}

}  // namespace bora::tools
