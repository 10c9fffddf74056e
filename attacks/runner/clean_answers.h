// Warnings about data and model that follow from the answers to clean inputs.
#pragma once

#include <string>
#include <vector>

#include "attacks/runner/plan.h"

namespace bora::attacks {

/// Sets clean_commonest, doubt and misnumbered of a plan whose clean_inputs and clean_correct are set.
/// answers: one for each labelled input.
void judge_answers(Plan& plan, const PlanSource& source, const std::vector<CleanAnswer>& answers);

/// Returns a clause such as "but its lowest score is the right one on 198: ..." if the victim of more than
/// two classes seems to return negated scores, such as distances: the lowest score is that of the label on
/// more than half of the inputs, and more often than the highest (McNemar's test at 0.1%). Else "".
std::string describe_negated(const std::vector<CleanAnswer>& answers, int classes);

/// Returns Plan::none_right for a plan whose inputs are all misclassified, after judge_answers().
std::string none_right(const Plan& plan, const PlanSource& source);

}  // namespace bora::attacks
