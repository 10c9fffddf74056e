#include "attacks/checks/input_range.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>

#include "attacks/checks/check.h"
#include "attacks/checks/checked_run.h"
#include "common/error.h"
#include "common/sign_test.h"
#include "common/text.h"
#include "models/victims/evaluation.h"

namespace bora::attacks {
namespace {

constexpr int kFewest = 10;            // smallest number of images for the sign test
constexpr int kScreened = 64;          // number of wrong and of right images on which a range is tried first
constexpr std::size_t kCompleted = 2;  // number of best formats there that are tried on all images
constexpr const char* kRandomAnswers =
    "the model's answers are random: its noise would be relatively smaller in a wider range, so accuracies in "
    "different ranges cannot be compared";
constexpr int kBlock = 64;                           // number of images per call of the victim
constexpr double kClearlyMore = 0.05, kMore = 0.03;  // shares of images for fail and warn
constexpr double kLevelOfSignTest = 1e-3;
constexpr double kMuchMore = 0.1, kLevelOfMuchMore = 1e-2;  // on few images, a large difference for warn
constexpr double kLevelOfTie = 0.05;                        // a format must beat a simpler one at this level

// Change of the current format.
enum class FormatChange {
  range,       // another range, or no mean and deviation, or both
  reversed,    // the channels in reverse order, each with its own mean and deviation
  recoloured,  // the channels in reverse order, but not their means and deviations
  inverted,    // black and white exchanged
  transposed,  // rows and columns exchanged, of square images
};

// Range of values that a model may expect, or another change of the current format.
struct KnownRange {
  ValueRange range;  // the current range unless `change` is FormatChange::range
  const char* name;  // preprocessing that uses it; "": none
  FormatChange change = FormatChange::range;
  bool plain = false;  // without the mean and deviation of the current format, which has one of them
};

// The simplest and most usual ranges come first.
const KnownRange kKnownRanges[] = {
    {{0, 1}, "values as they are"},
    {{-1, 1}, "mean and deviation 0.5"},
    {{0, 255}, "8-bit levels"},
    {{-0.5F, 0.5F}, "mean 0.5"},
    {{-128, 127}, "8-bit levels around 0"},
    {{-0.42F, 2.82F}, "MNIST's mean and deviation"},
    {{-2, 2.4F}, "about ImageNet's means and deviations"},
};

std::string text_of(ValueRange range) {
  return fmt::format("{:g},{:g}", range.low, range.high);
}

bool is_normalised(const InputFormat& fed) {
  return !fed.mean.empty() || !fed.deviation.empty();
}

// Returns the options of a format that has a mean or a deviation: "--mean", "--std" or both.
std::string normalisation_of(const InputFormat& fed) {
  if (fed.deviation.empty()) return "--mean";
  return fed.mean.empty() ? "--std" : "--mean and --std";
}

// Returns which options give the format `known` in place of `fed`.
std::string text_of(const KnownRange& known, const InputFormat& fed) {
  switch (known.change) {
    case FormatChange::reversed:
      return "with the channels in reverse order (BGR instead of RGB)";
    case FormatChange::recoloured:
      return fmt::format(
          "with the channels in reverse order (BGR instead of RGB) and the numbers of {} in "
          "that order, too",
          normalisation_of(fed));
    case FormatChange::inverted:
      return "with black and white exchanged (1 minus each value)";
    case FormatChange::transposed:
      return "with rows and columns exchanged";
    case FormatChange::range:
      break;
  }
  const std::string without = "without " + normalisation_of(fed);
  if (known.plain && known.range == fed.range && known.range == ValueRange{}) return without;
  std::string text = "with --input-range " + text_of(known.range);
  if (known.plain) text += " and " + without;
  if (!known.plain && is_normalised(fed)) text += " and the given " + normalisation_of(fed);
  return *known.name == '\0' ? text : fmt::format("{} ({})", text, known.name);
}

// Classifies images of the sample in different ranges.
class RangeClassifier {
 public:
  // The oracle must convert images in [0, 1] to the format `fed`. Arguments must outlive this object.
  RangeClassifier(Oracle<Pixels>& oracle, const RangeSample& sample, const InputFormat& fed, bool label_only)
      : oracle_(oracle), sample_(sample), in_force_(fed), label_only_(label_only) {}

  // Returns the predicted classes of these images in the range `known`.
  std::vector<int> classes(const std::vector<int>& which, const KnownRange& known) {
    std::vector<int> found;
    for (std::size_t first = 0; first < which.size(); first += kBlock) {
      std::vector<Pixels> fed;
      for (std::size_t i = first; i < std::min(which.size(), first + kBlock); ++i) {
        fed.push_back(sample_.image(which[i]));
        if (known.range != in_force_.range || known.change != FormatChange::range || known.plain)
          prepare(fed.back(), known);
      }
      std::vector<const Pixels*> asked;
      for (const Pixels& image : fed) asked.push_back(&image);
      for (const auto& reply : oracle_.ask(asked, label_only_)) found.push_back(reply.predicted);
    }
    return found;
  }

  // Returns the number of these images that are classified correctly in the range `known`. `right`: one value
  // for each image of the sample; those of these images are set.
  int right(const std::vector<int>& which, const KnownRange& known, std::vector<bool>& right) {
    const std::vector<int> predicted = classes(which, known);
    int count = 0;
    for (std::size_t i = 0; i < which.size(); ++i) {
      right[which[i]] = predicted[i] == sample_.labels[which[i]];
      count += right[which[i]] ? 1 : 0;
    }
    return count;
  }

 private:
  // Changes an image so that the oracle's conversion gives the model values in the range `known`.
  void prepare(Pixels& image, const KnownRange& known) const {
    const auto [low, high] = in_force_.range;
    const Eigen::Index plane = in_force_.shape.size() / in_force_.shape.channels;
    switch (known.change) {
      case FormatChange::reversed:
        image.head(plane).swap(image.tail(plane));
        exchange_normalisation(image.head(plane), 0, in_force_.shape.channels - 1);
        exchange_normalisation(image.tail(plane), in_force_.shape.channels - 1, 0);
        return;
      case FormatChange::recoloured:
        image.head(plane).swap(image.tail(plane));
        return;
      case FormatChange::inverted:
        image = 1 - image.array();
        return;
      case FormatChange::transposed:
        for (int channel = 0; channel < in_force_.shape.channels; ++channel)
          Eigen::Map<Eigen::MatrixXf>(image.data() + channel * plane, in_force_.shape.height,
                                      in_force_.shape.width)
              .transposeInPlace();
        return;
      case FormatChange::range:
        break;
    }
    image = known.range.low + image.array() * (known.range.high - known.range.low);
    for (int channel = 0; known.plain && channel < in_force_.shape.channels; ++channel) {
      auto values = image.segment(channel * plane, plane).array();
      if (!in_force_.deviation.empty()) values *= in_force_.deviation[channel];
      if (!in_force_.mean.empty()) values += in_force_.mean[channel];
    }
    image = (image.array() - low) / (high - low);
  }

  // Changes the values of a channel, which the oracle normalises as `channel`, as if it were channel `other`.
  void exchange_normalisation(Eigen::Ref<Eigen::RowVectorXf> values, int channel, int other) const {
    const auto [low, high] = in_force_.range;
    values = (low + values.array() * (high - low)).matrix();
    if (!in_force_.mean.empty()) values.array() -= in_force_.mean[other];
    if (!in_force_.deviation.empty())
      values.array() *= in_force_.deviation[channel] / in_force_.deviation[other];
    if (!in_force_.mean.empty()) values.array() += in_force_.mean[channel];
    values = ((values.array() - low) / (high - low)).matrix();
  }

  Oracle<Pixels>& oracle_;
  const RangeSample& sample_;
  const InputFormat& in_force_;
  bool label_only_;
};

// Images that the victim misclassifies and images that it classifies correctly in the current range.
struct Parts {
  std::vector<int> wrong, right;
};

// Returns the numbers of `all` that are not in `some`, both in increasing order.
std::vector<int> others(const std::vector<int>& all, const std::vector<int>& some) {
  std::vector<int> rest;
  std::ranges::set_difference(all, some, std::back_inserter(rest));
  return rest;
}

// Comparison of the current range with another one.
struct Comparison {
  int gained = 0;  // number of images that are wrong now and right in the other range
  int lost = 0;    // number of images that are right now and wrong in the other range

  int net() const { return gained - lost; }
  double p() const { return sign_test(gained, lost); }
  // Returns whether the other range is better. n: number of images.
  bool better(int n) const {
    return gained > lost && ((net() >= kMore * n && p() <= kLevelOfSignTest) ||
                             (net() >= kMuchMore * n && p() <= kLevelOfMuchMore));
  }
};

// Range that was tried on some of the images.
struct Screened {
  const KnownRange* known;
  Comparison some;          // comparison on these images
  std::vector<bool> right;  // for each image: whether it was tried and is classified correctly
  double gain = 0;          // estimate of Comparison::net() on all images
};

// Tries the range `known` on `some` of the images. Returns nullopt if it is not better by an estimate that is
// two standard deviations in its favour. `now`: all images.
std::optional<Screened> screened(RangeClassifier& classifier, const Parts& now, const Parts& some,
                                 const KnownRange& known) {
  const auto per = [](const std::vector<int>& all, const std::vector<int>& part) {
    return static_cast<double>(all.size()) / std::max(1.0, static_cast<double>(part.size()));
  };
  const double n = static_cast<double>(now.wrong.size() + now.right.size());
  Screened found{&known, {}, std::vector<bool>(now.wrong.size() + now.right.size())};
  found.some.gained = classifier.right(some.wrong, known, found.right);
  const double gained = found.some.gained * per(now.wrong, some.wrong);
  const double most_gained = gained + 2 * std::sqrt(found.some.gained + 1.0) * per(now.wrong, some.wrong);
  if (most_gained < kMore * n) return std::nullopt;
  found.some.lost = static_cast<int>(some.right.size()) - classifier.right(some.right, known, found.right);
  const double lost = found.some.lost * per(now.right, some.right);
  if (most_gained <= lost - 2 * std::sqrt(found.some.lost) * per(now.right, some.right)) return std::nullopt;
  found.gain = gained - lost;
  return found;
}

// Tries a screened range on the other images. Returns the comparison on all images.
Comparison completed(RangeClassifier& classifier, const Parts& now, const Parts& some, Screened& found) {
  const std::vector<int> wrong = others(now.wrong, some.wrong), right = others(now.right, some.right);
  const int gained = classifier.right(wrong, *found.known, found.right);
  return {found.some.gained + gained, found.some.lost + static_cast<int>(right.size()) -
                                          classifier.right(right, *found.known, found.right)};
}

// Returns whether a format is better than a simpler one. Arguments: for each image, whether it is classified
// correctly.
bool beats_simpler(const std::vector<bool>& right, const std::vector<bool>& simpler) {
  Comparison pairs;
  for (std::size_t i = 0; i < right.size(); ++i) {
    pairs.gained += right[i] && !simpler[i] ? 1 : 0;
    pairs.lost += !right[i] && simpler[i] ? 1 : 0;
  }
  return pairs.net() > 0 && sign_test(pairs.gained, pairs.lost) <= kLevelOfTie;
}

// Returns whether a constant prediction of the most frequent of several labels would be right as often as
// `right`.
bool as_by_one_class(const std::vector<int>& labels, int right) {
  const int commonest = count_of_commonest(labels);
  return commonest < std::ssize(labels) && right <= commonest;
}

// Queries the images that were not queried yet, in the current range, and returns all images.
Parts parts_of(RangeSample& sample, RangeClassifier& classifier, const KnownRange& in_force) {
  std::vector<int> unasked;
  for (int i = 0; i < sample.size(); ++i)
    if (sample.predicted[i] < 0) unasked.push_back(i);
  const std::vector<int> answers = classifier.classes(unasked, in_force);
  for (std::size_t k = 0; k < unasked.size(); ++k) sample.predicted[unasked[k]] = answers[k];
  Parts now;
  for (int i = 0; i < sample.size(); ++i)
    (sample.predicted[i] == sample.labels[i] ? now.right : now.wrong).push_back(i);
  return now;
}

// Returns the formats with which the current one is compared, the simplest first.
std::vector<KnownRange> other_ranges(const InputFormat& fed) {
  constexpr int kColours = 3;
  const bool normalised = is_normalised(fed);
  std::vector<KnownRange> others;
  for (KnownRange known : kKnownRanges) {
    known.plain = normalised;
    if (normalised || known.range != fed.range) others.push_back(known);
  }
  if (normalised) {
    const bool usual = std::ranges::count(others, fed.range, &KnownRange::range) > 0;
    if (!usual) others.insert(others.begin() + 1, {fed.range, "", FormatChange::range, true});
    // Means and deviations are usually given for values from 0 to 1 or from 0 to 255. The range that suits
    // their size comes first, since what the user gave is more likely to be incomplete than superfluous.
    const std::vector<float>& sizes = fed.mean.empty() ? fed.deviation : fed.mean;
    const float suitable = std::ranges::max(sizes) > 1 ? 255 : 1;
    for (const KnownRange& known : kKnownRanges)
      if (known.range.low == 0 && known.range != fed.range)
        others.insert(known.range.high == suitable ? others.begin() : others.end(), known);
  }
  if (fed.shape.channels == kColours) {
    others.push_back({fed.range, "", FormatChange::reversed});
    if (normalised) others.push_back({fed.range, "", FormatChange::recoloured});
  }
  others.push_back({fed.range, "", FormatChange::inverted});
  if (fed.shape.height == fed.shape.width && fed.shape.height > 1)
    others.push_back({fed.range, "", FormatChange::transposed});
  return others;
}

// Result of a comparison of the current range with others.
struct BestRange {
  const KnownRange* known = nullptr;  // null: none is better
  Comparison comparison;              // comparison with it on all images
  int answered = 0;                   // number of ranges in which the victim answers
};

// Tries the other formats on some images. Tries those that are best there, and the simplest promising one, on
// all images. Of formats that do not differ significantly, the simplest is the best.
BestRange best_range(RangeClassifier& classifier, const Parts& now, const std::vector<KnownRange>& others) {
  const Parts some{spread(now.wrong, kScreened), spread(now.right, kScreened)};
  const int n = static_cast<int>(now.wrong.size() + now.right.size());
  std::vector<Screened> promising;
  BestRange best;
  for (const KnownRange& known : others) {
    try {
      if (auto found = screened(classifier, now, some, known)) promising.push_back(*found);
      ++best.answered;
    } catch (const VictimInterrupted&) {
      throw;
    } catch (const VictimError&) {
      // A victim may refuse values outside its range.
    }
  }
  const KnownRange* simplest = promising.empty() ? nullptr : promising.front().known;
  std::ranges::stable_sort(promising, std::greater<>(), &Screened::gain);
  const auto rest = promising.begin() + static_cast<std::ptrdiff_t>(std::min(promising.size(), kCompleted));
  promising.erase(
      std::remove_if(rest, promising.end(), [&](const Screened& each) { return each.known != simplest; }),
      promising.end());
  std::ranges::sort(promising, {}, &Screened::known);
  std::vector<bool> right_in_best;
  for (Screened& each : promising) {
    Comparison found;
    try {
      found = completed(classifier, now, some, each);
    } catch (const VictimInterrupted&) {
      throw;
    } catch (const VictimError&) {
      continue;
    }
    if (!found.better(n)) continue;
    if (best.known != nullptr && !beats_simpler(each.right, right_in_best)) continue;
    best.known = each.known;
    best.comparison = found;
    right_in_best = each.right;
  }
  return best;
}

// Returns whether the format is the default one: values from 0 to 1 without mean and deviation.
bool is_default(const InputFormat& fed) {
  return fed.range == ValueRange{} && !is_normalised(fed);
}

// Compares the format that the user gave with the default one on the images. Returns a warning, or an open
// check, if accuracy cannot tell them apart; nullopt if the given one is clearly better, or if the victim
// does not answer in the default one. `as_it_is`: accuracy in the given format.
std::optional<EvaluationCheck> undecided(RangeClassifier& classifier, const Parts& now,
                                         const InputFormat& fed, const std::string& as_it_is) {
  constexpr int kFewestToWarn = 100;
  const KnownRange usual{{}, kKnownRanges[0].name, FormatChange::range, is_normalised(fed)};
  const int n = static_cast<int>(now.wrong.size() + now.right.size());
  std::vector<bool> right(n);
  Comparison pairs;
  try {
    pairs.gained = classifier.right(now.wrong, usual, right);
    pairs.lost = static_cast<int>(now.right.size()) - classifier.right(now.right, usual, right);
  } catch (const VictimInterrupted&) {
    throw;
  } catch (const VictimError&) {
    return std::nullopt;
  }
  if (pairs.net() < 0 && sign_test(pairs.lost, pairs.gained) <= kLevelOfTie) return std::nullopt;
  return make_check(
      check_id::kInputRange, pairs.net() >= 0 && n >= kFewestToWarn ? "warn" : "open",
      fmt::format(
          "{}, {} on {}: accuracy cannot tell the two apart, so make sure that the given format is that "
          "of the training",
          as_it_is, text_of(usual, fed), static_cast<int>(now.right.size()) + pairs.net()));
}

// Queries some of the misclassified images again. Returns whether they get the same classes.
bool repeats_answers(RangeClassifier& classifier, const RangeSample& sample, const Parts& now,
                     const KnownRange& in_force) {
  const std::vector<int> again = spread(now.wrong, 4 * kScreened);
  const std::vector<int> predicted = classifier.classes(again, in_force);
  for (std::size_t k = 0; k < again.size(); ++k)
    if (predicted[k] != sample.predicted[again[k]]) return false;
  return true;
}

}  // namespace

EvaluationCheck check_input_range(Oracle<Pixels>& oracle, RangeSample sample, const InputFormat& fed,
                                  const RangeCheck& options) {
  const int n = sample.size();
  const CheckMaker result{check_id::kInputRange};
  if (n < kFewest) return result("open", count_of(n, "image") + " of known class: too few for this check");
  if (oracle.randomised()) return result("open", kRandomAnswers);
  RangeClassifier classifier(oracle, sample, fed, options.label_only);
  const KnownRange in_force{fed.range, ""};
  const Parts now = parts_of(sample, classifier, in_force);
  const auto right = static_cast<int>(now.right.size()), wrong = static_cast<int>(now.wrong.size());
  const std::string given = is_normalised(fed) ? " and the given " + normalisation_of(fed) : "";
  const std::string as_it_is = fmt::format("with --input-range {}{} it is right on {} of {} images",
                                           text_of(fed.range), given, right, n);
  const std::vector<KnownRange> others = other_ranges(fed);
  BestRange best;
  std::string none = "with so few errors, no other format can be clearly better";
  if (Comparison{wrong, 0}.better(n)) {
    best = best_range(classifier, now, others);
    if (best.answered == 0) return result("open", as_it_is + "; it answers in no other format");
    none = fmt::format("none of {} other formats is clearly better", best.answered);
  }
  if (best.known == nullptr) {
    const bool doubtful = options.stated && !is_default(fed);
    if (doubtful && !options.thorough)
      return result("open", as_it_is + "; --checks basic does not compare it with the default format");
    const auto tie = doubtful ? undecided(classifier, now, fed, as_it_is) : std::nullopt;
    return tie.value_or(result("pass", fmt::format("{}; {}", as_it_is, none)));
  }
  const int more = best.comparison.net();
  if (as_by_one_class(sample.labels, right + more))
    return result("pass",
                  as_it_is + "; other formats are not better than always predicting the most frequent class");
  if (!repeats_answers(classifier, sample, now, in_force))
    return result("open",
                  as_it_is + "; queried again, it predicts other classes, so that ranges cannot be compared");
  return result(
      more >= kClearlyMore * n && best.comparison.p() <= kLevelOfSignTest ? "fail" : "warn",
      fmt::format("{}, {} it would be right on {}", as_it_is, text_of(*best.known, fed), right + more));
}

}  // namespace bora::attacks
