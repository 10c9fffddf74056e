// Direction in which a quantity is usually optimised, guessed from its name.
#pragma once

#include <string_view>

namespace bora {

/// Direction in which a quantity is usually optimised.
enum class UsualGoal { unknown, minimise, maximise };

/// Returns a guess of the direction from the name of the quantity: minimise for names with a word such as
/// error, loss, rmse, time or latency, maximise for names with a word such as accuracy or score. A name with
/// words of both kinds, or with a word such as "neg", is unknown. Words begin after a character that is no
/// letter or digit and at a capital, as in "test_error_200", "valLoss" and "MSELoss"; digits at their end are
/// ignored. The guess may be wrong, so it is only good for a warning.
UsualGoal usual_goal(std::string_view name);

}  // namespace bora
