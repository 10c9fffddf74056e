#include "attacks/checks/clean_accuracy.h"

#include <cmath>

#include <fmt/format.h>
#include <boost/math/distributions/binomial.hpp>

#include "attacks/checks/check.h"
#include "common/statistics.h"
#include "common/text.h"
#include "models/victims/evaluation.h"

namespace bora::attacks {
namespace {

constexpr double kLevelAgainstChance = 0.025;      // level of the test against chance
constexpr double kNormal9999 = 3.890591886413094;  // two-sided normal quantile at 0.01%

double percent(int count, int total) {
  return 100.0 * count / total;
}

}  // namespace

EvaluationCheck check_above_chance(const CleanCount& clean, const std::string& doubt) {
  const CheckMaker result{check_id::kAboveChance};
  if (clean.total == 0)
    return result("open", fmt::format("the classes of the {}s are not known", clean.noun));
  const std::string right =
      fmt::format("right on {} of {} ({:.1f}%)", clean.correct, count_of(clean.total, "clean " + clean.noun),
                  percent(clean.correct, clean.total));
  const double guessing = chance_level(clean.total, clean.commonest, clean.classes);
  if (worse_than_guessing(clean.correct, clean.total, guessing))
    return result("fail", fmt::format("{}; guessing at random would be right on {:.1f}%: attacks on it mean "
                                      "nothing, and the labels may use other class numbers than the model",
                                      right, 100 * guessing));
  if (clean.commonest == clean.total) return result("open", right + ", all of them of one class");
  const std::string chance = fmt::format("always naming the most frequent class would be right on {:.1f}%",
                                         percent(clean.commonest, clean.total));
  if (!doubt.empty()) return result("fail", right + "; " + chance + ": attacks on it mean nothing");
  const boost::math::binomial_distribution<double> guesses(
      clean.total, static_cast<double>(clean.commonest) / clean.total);
  const bool above = clean.correct > 0 && boost::math::cdf(boost::math::complement(
                                              guesses, clean.correct - 1)) <= kLevelAgainstChance;
  return above ? result("pass", right + "; " + chance)
               : result("open", right + "; " + chance + ": too few inputs to show a difference");
}

EvaluationCheck check_claim(const CleanCount& clean, const AccuracyClaim& claim) {
  const CheckMaker result{check_id::kAsClaimed};
  if (!claim.accuracy) return result("open", "the model's file claims no accuracy");
  const std::string claimed = fmt::format("its file claims {:.2f}%", 100 * *claim.accuracy);
  if (!claim.other_data.empty()) return result("open", claimed + ", but of other data: " + claim.other_data);
  if (clean.total == 0)
    return result("open", fmt::format("{}, but the classes of the {}s are not known", claimed, clean.noun));
  const double measured = static_cast<double>(clean.correct) / clean.total;
  const double deviation = std::sqrt(*claim.accuracy * (1 - *claim.accuracy) / clean.total);
  const double distance = measured - *claim.accuracy;
  const auto refused_at = [&](double quantile) { return std::abs(distance) > quantile * deviation + 1e-9; };
  const std::string text = fmt::format("{}; it is right on {} of {} ({:.2f}%)", claimed, clean.correct,
                                       count_of(clean.total, clean.noun), 100 * measured);
  if (!refused_at(kNormal95)) return result("pass", text + ": the claim lies inside the 95% interval");
  if (distance > 0) return result("warn", text + ": more than claimed, so these may be other data");
  return result(refused_at(kNormal9999) ? "fail" : "warn",
                text + ": less than claimed; the inputs may be prepared differently than in training");
}

}  // namespace bora::attacks
