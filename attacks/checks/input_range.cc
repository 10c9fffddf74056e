#include "attacks/checks/input_range.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>

#include "attacks/checks/check.h"
#include "attacks/checks/checked_run.h"
#include "attacks/checks/input_formats.h"
#include "common/error.h"
#include "common/sign_test.h"
#include "common/text.h"
#include "models/victims/evaluation.h"

namespace bora::attacks {
namespace {

constexpr int kFewest = 10;            // smallest number of images for the sign test
constexpr int kScreened = 64;          // number of wrong and of right images on which a range is tried first
constexpr std::size_t kCompleted = 2;  // number of best formats there that are tried on all images
constexpr int kBlock = 64;             // number of images per call of the victim
constexpr double kClearlyMore = 0.05, kMore = 0.03;  // shares of images for fail and warn
constexpr double kLevelOfSignTest = 1e-3;
constexpr double kMuchMore = 0.1, kLevelOfMuchMore = 1e-2;  // on few images, a large difference for warn
constexpr double kLevelOfTie = 0.05;                        // a format must beat a simpler one at this level

// Answers of the victim in one format.
struct Trial {
  TriedFormat format;
  // For each image: whether it is classified correctly; nullopt: not queried.
  std::vector<std::optional<bool>> right;
  bool refused = false;  // whether the victim failed in this format
};

// Classifies images of the sample in different formats.
class RangeClassifier {
 public:
  // The oracle must convert images in [0, 1] to the format `fed`. Arguments must outlive this object.
  RangeClassifier(Oracle<Pixels>& oracle, const RangeSample& sample, const InputFormat& fed, bool label_only)
      : oracle_(oracle), sample_(sample), in_force_(fed), label_only_(label_only) {}

  // Returns the predicted classes of these images in a format.
  std::vector<int> classes(const std::vector<int>& which, const TriedFormat& format) {
    std::vector<int> found;
    for (std::size_t first = 0; first < which.size(); first += kBlock) {
      std::vector<Pixels> fed;
      for (std::size_t i = first; i < std::min(which.size(), first + kBlock); ++i) {
        fed.push_back(sample_.image(which[i]));
        change_format(fed.back(), format, in_force_);
      }
      std::vector<const Pixels*> asked;
      for (const Pixels& image : fed) asked.push_back(&image);
      for (const auto& reply : oracle_.ask(asked, label_only_)) found.push_back(reply.predicted);
    }
    return found;
  }

  // Returns the number of these images that are classified correctly in the format of `trial`. Queries those
  // that have no answer there yet.
  int right(const std::vector<int>& which, Trial& trial) {
    std::vector<int> unasked;
    std::ranges::copy_if(which, std::back_inserter(unasked), [&](int i) { return !trial.right[i]; });
    const std::vector<int> predicted = classes(unasked, trial.format);
    for (std::size_t k = 0; k < unasked.size(); ++k)
      trial.right[unasked[k]] = predicted[k] == sample_.labels[unasked[k]];
    return static_cast<int>(std::ranges::count_if(which, [&](int i) { return *trial.right[i]; }));
  }

 private:
  Oracle<Pixels>& oracle_;
  const RangeSample& sample_;
  const InputFormat& in_force_;
  bool label_only_;
};

// Images that the victim misclassifies and images that it classifies correctly in the current range.
struct Parts {
  std::vector<int> wrong, right;
};

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

// Calls `ask`, which queries the victim in the format of `trial`. Returns its result; nullopt if the victim
// fails, since it may refuse values outside its range.
template <typename Ask>
auto unless_refused(Trial& trial, const Ask& ask) -> std::optional<decltype(ask())> {
  try {
    if (!trial.refused) return ask();
  } catch (const VictimInterrupted&) {
    throw;
  } catch (const VictimError&) {
    trial.refused = true;
  }
  return std::nullopt;
}

// Returns the estimated Comparison::net() of a format with the current one, `now`, from the images `some`;
// nullopt if the format is not better by an estimate that is two standard deviations in its favour.
std::optional<double> estimated_gain(RangeClassifier& classifier, const Parts& now, const Parts& some,
                                     Trial& trial) {
  const auto per = [](const std::vector<int>& all, const std::vector<int>& part) {
    return static_cast<double>(all.size()) / std::max(1.0, static_cast<double>(part.size()));
  };
  const double n = static_cast<double>(now.wrong.size() + now.right.size());
  const int some_gained = classifier.right(some.wrong, trial);
  const double gained = some_gained * per(now.wrong, some.wrong);
  const double most_gained = gained + 2 * std::sqrt(some_gained + 1.0) * per(now.wrong, some.wrong);
  if (most_gained < kMore * n) return std::nullopt;
  const int some_lost = static_cast<int>(some.right.size()) - classifier.right(some.right, trial);
  const double lost = some_lost * per(now.right, some.right);
  if (most_gained <= lost - 2 * std::sqrt(some_lost) * per(now.right, some.right)) return std::nullopt;
  return gained - lost;
}

// Compares a format with the current one on all images. Returns nullopt if the victim refuses it.
std::optional<Comparison> compared(RangeClassifier& classifier, const Parts& now, Trial& trial) {
  return unless_refused(trial, [&] {
    const int gained = classifier.right(now.wrong, trial);
    return Comparison{gained, static_cast<int>(now.right.size()) - classifier.right(now.right, trial)};
  });
}

// Returns whether a format is better than a simpler one, both tried on all images.
bool beats_simpler(const Trial& trial, const Trial& simpler) {
  Comparison pairs;
  for (std::size_t i = 0; i < trial.right.size(); ++i) {
    pairs.gained += *trial.right[i] && !*simpler.right[i] ? 1 : 0;
    pairs.lost += !*trial.right[i] && *simpler.right[i] ? 1 : 0;
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
Parts parts_of(RangeSample& sample, RangeClassifier& classifier, const TriedFormat& in_force) {
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

// Result of a comparison of the current format with others.
struct BestFormat {
  const Trial* trial = nullptr;  // null: none is better
  Comparison comparison;         // comparison with it on all images
};

// Tries the other formats on some images. Tries those that are best there, and the simplest promising one, on
// all images. Of formats that do not differ significantly, the simplest is the best.
BestFormat best_format(RangeClassifier& classifier, const Parts& now, std::vector<Trial>& trials) {
  struct Promising {
    Trial* trial;
    double gain;
  };
  const Parts some{spread(now.wrong, kScreened), spread(now.right, kScreened)};
  const int n = static_cast<int>(now.wrong.size() + now.right.size());
  std::vector<Promising> promising;
  for (Trial& trial : trials) {
    const auto gain = unless_refused(trial, [&] { return estimated_gain(classifier, now, some, trial); });
    if (gain && *gain) promising.push_back({&trial, **gain});
  }
  const Trial* simplest = promising.empty() ? nullptr : promising.front().trial;
  std::ranges::stable_sort(promising, std::greater<>(), &Promising::gain);
  const auto rest = promising.begin() + static_cast<std::ptrdiff_t>(std::min(promising.size(), kCompleted));
  promising.erase(
      std::remove_if(rest, promising.end(), [&](const Promising& each) { return each.trial != simplest; }),
      promising.end());
  std::ranges::sort(promising, {}, &Promising::trial);
  BestFormat best;
  for (const Promising& each : promising) {
    const auto found = compared(classifier, now, *each.trial);
    if (!found || !found->better(n)) continue;
    if (best.trial == nullptr || beats_simpler(*each.trial, *best.trial)) best = {each.trial, *found};
  }
  return best;
}

// Compares the format that the user gave with the default one, `usual`, on the images. Returns a warning, or
// an open check, if accuracy does not show which is right; nullopt if the given one is clearly better, or if
// the victim does not answer in the default one. `as_it_is`: accuracy in the given format.
std::optional<EvaluationCheck> undecided(RangeClassifier& classifier, const Parts& now, Trial& usual,
                                         const InputFormat& fed, const std::string& as_it_is) {
  constexpr int kFewestToWarn = 100;
  const int n = static_cast<int>(now.wrong.size() + now.right.size());
  const auto pairs = compared(classifier, now, usual);
  if (!pairs || (pairs->net() < 0 && sign_test(pairs->lost, pairs->gained) <= kLevelOfTie))
    return std::nullopt;
  return make_check(
      check_id::kInputRange, pairs->net() >= 0 && n >= kFewestToWarn ? "warn" : "open",
      fmt::format("{}, {} on {}: accuracy does not show which of the two formats is right, so make "
                  "sure that the given one is that of the training",
                  as_it_is, text_of(usual.format, fed), static_cast<int>(now.right.size()) + pairs->net()));
}

// Queries some of the misclassified images again. Returns whether they get the same classes.
bool repeats_answers(RangeClassifier& classifier, const RangeSample& sample, const Parts& now,
                     const TriedFormat& in_force) {
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
  constexpr const char* kRandomAnswers =
      "the model's answers are random: its noise would be relatively smaller in a wider range, so accuracies in "
      "different ranges cannot be compared";
  if (oracle.randomised()) return result("open", kRandomAnswers);
  RangeClassifier classifier(oracle, sample, fed, options.label_only);
  const TriedFormat in_force{fed.range};
  const Parts now = parts_of(sample, classifier, in_force);
  const auto right = static_cast<int>(now.right.size()), wrong = static_cast<int>(now.wrong.size());
  const std::string given = is_normalised(fed) ? " and the given " + normalisation_of(fed) : "";
  const std::string as_it_is = fmt::format("with --input-range {}{} it is right on {} of {} images",
                                           text_of(fed.range), given, right, n);
  std::vector<Trial> trials;
  for (const TriedFormat& format : other_formats(fed))
    trials.push_back({format, std::vector<std::optional<bool>>(n)});
  BestFormat best;
  std::string none = "with so few errors, no other format can be clearly better";
  if (Comparison{wrong, 0}.better(n)) {
    best = best_format(classifier, now, trials);
    const auto answered = std::ranges::count(trials, false, &Trial::refused);
    if (answered == 0) return result("open", as_it_is + "; it answers in no other format");
    none = fmt::format("none of {} other formats is clearly better", answered);
  }
  if (best.trial == nullptr) {
    const bool doubtful = options.stated && !is_default(fed);
    if (doubtful && !options.thorough)
      return result("open", as_it_is + "; --checks basic does not compare it with the default format");
    std::optional<EvaluationCheck> tie;
    if (doubtful) {
      const auto is_usual = [&](const Trial& trial) { return is_default(trial.format, fed); };
      tie = undecided(classifier, now, *std::ranges::find_if(trials, is_usual), fed, as_it_is);
    }
    return tie.value_or(result("pass", fmt::format("{}; {}", as_it_is, none)));
  }
  const int more = best.comparison.net();
  if (as_by_one_class(sample.labels, right + more))
    return result("pass",
                  as_it_is + "; other formats are not better than always predicting the most frequent class");
  if (!repeats_answers(classifier, sample, now, in_force))
    return result("open",
                  as_it_is + "; queried again, it predicts other classes, so that ranges cannot be compared");
  return result(more >= kClearlyMore * n && best.comparison.p() <= kLevelOfSignTest ? "fail" : "warn",
                fmt::format("{}, {} it would be right on {}", as_it_is, text_of(best.trial->format, fed),
                            right + more));
}

}  // namespace bora::attacks
