// Whether a classifier that the attacker holds can know anything of the victim's classes.
#pragma once

#include <vector>

namespace bora {

/// Whether `correct` right answers of `labels.size()` may as well come from always naming the commonest of
/// the labels: an exact one-sided binomial test at 2.5%. False of fewer than 100 labels, which are too few to
/// condemn a classifier. Asked on clean images whose labels the attacker knows, it costs no query: a
/// surrogate that has its weights by chance, or its classes in another order than the victim, shows itself
/// before it misleads an attack.
bool no_better_than_guessing(int correct, const std::vector<int>& labels);

}  // namespace bora
