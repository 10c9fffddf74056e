#include "attacks/checks/input_range.h"

#include <algorithm>
#include <string>

#include "attacks/checks/check.h"
#include "attacks/checks/sign_test.h"
#include "attacks/ledger/question.h"
#include "common/error.h"

namespace bora {
namespace {

constexpr int kFewest = 10;           // of which the sign test can be sure
constexpr double kGoodEnough = 0.9;   // of the images right: no other range can be clearly better
constexpr double kClearlyMore = 0.1;  // of the images
constexpr double kLevel = 1e-3;

struct KnownRange {
  ValueRange range;
  const char* whose;  // that use it
};

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

// Whether the victim, fed `range` through an oracle that makes `in_force` of [0, 1], gets each image right.
std::vector<bool> right(Oracle<Pixels>& oracle, const std::vector<Pixels>& images,
                        const std::vector<int>& labels, ValueRange range, ValueRange in_force,
                        bool label_only) {
  const float width = in_force.high - in_force.low;
  std::vector<Pixels> fed = images;
  if (range != in_force)
    for (Pixels& image : fed)
      image = ((range.low - in_force.low) + image.array() * (range.high - range.low)) / width;
  std::vector<const Pixels*> asked;
  for (const Pixels& image : fed) asked.push_back(&image);
  const auto replies = replies_of<Pixels>(oracle, asked, label_only);
  std::vector<bool> found;
  for (std::size_t i = 0; i < replies.size(); ++i) found.push_back(replies[i].predicted == labels[i]);
  return found;
}

}  // namespace

EvaluationCheck check_input_range(Oracle<Pixels>& oracle, const std::vector<Pixels>& images,
                                  const std::vector<int>& labels, ValueRange range, bool label_only) {
  const auto n = static_cast<int>(images.size());
  const auto result = [](const char* status, std::string text) {
    return make_check(check_id::kInputRange, status, std::move(text));
  };
  if (n < kFewest) return result("open", fmt::format("{} images of known class are too few to tell", n));
  const auto count = [](const std::vector<bool>& each) {
    return static_cast<int>(std::count(each.begin(), each.end(), true));
  };
  const std::vector<bool> now = right(oracle, images, labels, range, range, label_only);
  const std::string as_it_is =
      fmt::format("with --input-range {} it is right on {} of {} images", text_of(range), count(now), n);
  if (count(now) >= kGoodEnough * n) return result("pass", as_it_is);

  const KnownRange* best = nullptr;
  int best_right = count(now), tried = 0;
  for (const KnownRange& known : kKnownRanges) {
    if (known.range == range) continue;
    std::vector<bool> then;
    try {
      then = right(oracle, images, labels, known.range, range, label_only);
    } catch (const VictimError&) {
      continue;  // it may refuse values that it does not take
    }
    ++tried;
    int gained = 0, lost = 0;
    for (int i = 0; i < n; ++i) {
      gained += then[i] && !now[i] ? 1 : 0;
      lost += now[i] && !then[i] ? 1 : 0;
    }
    if (count(then) <= best_right || gained - lost < kClearlyMore * n || sign_test(gained, lost) > kLevel)
      continue;
    best = &known;
    best_right = count(then);
  }
  if (best != nullptr)
    return result("fail", fmt::format("{}, with --input-range {} ({}) it would be right on {}", as_it_is,
                                      text_of(best->range), best->whose, best_right));
  if (tried == 0) return result("open", as_it_is + "; it answers in no other range");
  return result("pass", fmt::format("{}, with none of {} other ranges on clearly more", as_it_is, tried));
}

}  // namespace bora
