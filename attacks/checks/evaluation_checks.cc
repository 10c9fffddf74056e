#include "attacks/checks/evaluation_checks.h"

#include <algorithm>

#include "attacks/checks/answers.h"
#include "attacks/checks/strength.h"
#include "attacks/semantic/transformed.h"
#include "common/error.h"
#include "common/files/storage_error.h"

namespace bora::attacks {
namespace {

// Check with its lowest level.
template <typename Input>
struct Step {
  const char* id;
  CheckLevel least;
  EvaluationCheck (*make)(const CheckedRun<Input>&);
};

// Returns the checks in the order of check_id. Those with no or few queries come first.
template <typename Input>
const std::vector<Step<Input>>& steps() {
  static const std::vector<Step<Input>> all = {
      {check_id::kDeterministic, CheckLevel::basic, check_deterministic<Input>},
      {check_id::kScoresInformative, CheckLevel::basic, check_scores_informative<Input>},
      {check_id::kScoresRespond, CheckLevel::basic, check_scores_respond<Input>},
      {check_id::kGradients, CheckLevel::full, check_gradients<Input>},
      {check_id::kUnbounded, CheckLevel::full, check_unbounded<Input>},
      {check_id::kLargerBound, CheckLevel::full, check_larger_bound<Input>},
      {check_id::kRandomWeaker, CheckLevel::full, check_random_weaker<Input>},
      {check_id::kWhiteBox, CheckLevel::full, check_white_box<Input>},
  };
  return all;
}

}  // namespace

template <typename Input>
CheckReport make_checks(CheckedRun<Input> run, CheckLevel level,
                        const std::function<void(double, const std::string&)>& report) {
  const CheckReport stopped{{}, true};
  CheckReport made;
  const auto& all = steps<Input>();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Step<Input>& step = all[i];
    if (run.stop) return stopped;
    if (report) report(static_cast<double>(i) / static_cast<double>(all.size()), step.id);
    if (level < step.least) {
      made.checks.push_back(make_check(step.id, "open", "left out by --checks basic"));
      continue;
    }
    try {
      made.checks.push_back(step.make(run));
    } catch (const ChecksStopped&) {
      return stopped;
    } catch (const VictimInterrupted&) {
      return stopped;
    } catch (const StorageError&) {
      throw;
    } catch (const VictimError& error) {
      made.checks.push_back(
          make_check(step.id, "open", fmt::format("the model failed while it was made: {}", error.what())));
    } catch (const std::exception& error) {
      made.checks.push_back(make_check(step.id, "open", fmt::format("could not be made: {}", error.what())));
    }
  }
  return made;
}

bool end_was_checked(const std::vector<EvaluationCheck>& checks) {
  return std::ranges::any_of(
      checks, [](const EvaluationCheck& check) { return check.id == check_id::kDeterministic; });
}

template CheckReport make_checks(CheckedRun<Pixels>, CheckLevel,
                                 const std::function<void(double, const std::string&)>&);
template CheckReport make_checks(CheckedRun<Transformed>, CheckLevel,
                                 const std::function<void(double, const std::string&)>&);
template CheckReport make_checks(CheckedRun<Graph>, CheckLevel,
                                 const std::function<void(double, const std::string&)>&);

}  // namespace bora::attacks
