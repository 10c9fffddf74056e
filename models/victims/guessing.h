// Tests of whether a classifier does better than guessing.
#pragma once

#include <vector>

#include "common/layers.h"

namespace bora::models {

/// Returns whether `correct` right answers of `total` are significantly fewer than guesses with success
/// probability `chance` would give (exact one-sided binomial test at 2.5%). This detects classes that are
/// numbered differently from the labels, even on few inputs.
bool worse_than_guessing(int correct, int total, double chance);

/// Returns whether a classifier of `classes` classes (0: unknown) shows no knowledge by `correct` right
/// answers of `total`, `commonest` of which have the commonest label. By exact one-sided binomial tests at
/// 2.5%: it is worse than guessing among the classes; or, on 100 inputs or more of several classes, not
/// better than always naming the commonest label. This detects a victim with a wrong value range or layout,
/// and a substitute model that numbers the classes in another order.
bool no_better_than_guessing(int correct, int total, int commonest, int classes = 0);

/// Returns the same for inputs with these labels.
bool no_better_than_guessing(int correct, const std::vector<int>& labels, int classes = 0);

/// Returns the share of right answers that guessing among `classes` classes gives; where their number is
/// unknown (0), always naming the label that `commonest` of `total` inputs have.
double chance_level(int total, int commonest, int classes);

/// Returns how often the commonest of `labels` occurs.
int count_of_commonest(const std::vector<int>& labels);

}  // namespace bora::models
