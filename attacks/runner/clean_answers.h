// Warnings about data and model that follow from the answers to clean inputs.
#pragma once

#include <vector>

#include "attacks/runner/plan.h"

namespace bora::attacks {

/// Sets clean_commonest, doubt and misnumbered of a plan whose clean_inputs and clean_correct are set.
/// answers: one for each labelled input.
void judge_answers(Plan& plan, const PlanSource& source, const std::vector<CleanAnswer>& answers);

/// Returns Plan::none_right for a plan whose inputs are all misclassified, after judge_answers().
std::string none_right(const Plan& plan, const PlanSource& source);

}  // namespace bora::attacks
