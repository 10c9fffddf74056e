// Whether a classifier shows that it knows anything of the classes it is asked for.
#pragma once

#include <vector>

namespace bora {

/// Whether `correct` right answers of `total` may as well come from always naming the commonest label, which
/// `commonest` of the inputs have: an exact one-sided binomial test at 2.5%. False of fewer than 100 inputs,
/// or of one class alone, which condemn no classifier. A victim that is fed wrongly (value range, layout), or
/// a substitute model that numbers the classes in another order, shows itself so before it misleads anybody.
bool no_better_than_guessing(int correct, int total, int commonest);

/// The same of inputs with these labels.
bool no_better_than_guessing(int correct, const std::vector<int>& labels);

/// How many of `labels` are the commonest of them.
int count_of_commonest(const std::vector<int>& labels);

}  // namespace bora
