// Real trainers to tune: networks that predict prices of houses and recognise tumours.
#pragma once

#include <memory>
#include <string>

#include "common/layers.h"
#include "support/problems/mixed_problem.h"

namespace bora::tools {

/// Makes the problem Boston of Ru 2021, figure 3.6a: a network with one hidden layer, trained by Levenberg
/// and Marquardt's method, whose number of neurons and first damping factor are tuned. The value is the
/// smallest mean squared error on the validation houses during the training, in the square of the unit of the
/// prices. The minimum is not known.
///
/// The thesis names no further settings. They are those of the problem of Wang and Jegelka 2017 (MES) that it
/// cites, as their public code has them: neurons in [1, 100], rounded down; damping in [1e-6, 100], of which
/// log10 is tuned here; 80% of the houses to train and 10% to validate; 10 failures; no limit of the gradient
/// but 1e-15; for all else, MATLAB's defaults, with inputs and prices mapped to [-1, 1]. The split, drawn
/// once, and the first weights have a fixed seed, so that a point always has the same value.
///
/// name: a set of houses, as data::load_uci() takes it (bostonHousing). Throws InputError.
std::unique_ptr<MixedProblem> make_boston_network(const std::string& name);

/// Makes the problem Cancer of Ru 2021, figure 3.6c: a network with one hidden layer that tells benign from
/// malignant tumours, trained by scaled conjugate gradients, whose number of neurons, first damping factor,
/// decrease factor and increase factor are tuned. The value is the smallest cross-entropy on the validation
/// tumours during the training. The minimum is not known.
///
/// Settings are those of make_boston_network(), except for 70% of the tumours to train and 20% to validate.
/// Decrease factors are in [0.01, 1] and increase factors in [1.01, 20], as in the code of Wang and Jegelka.
/// Its call to MATLAB's trainscg leaves the two factors without an effect; here they multiply the damping as
/// train_conjugate_gradients() says.
///
/// file: breast-cancer-wisconsin.data of UCI: lines of a number, nine features from 1 to 10 (?: missing,
/// which becomes 3.5 as in MATLAB's cancer_dataset), and 2 (benign) or 4 (malignant). Throws InputError
/// naming the file and the line.
std::unique_ptr<MixedProblem> make_cancer_network(const std::string& file);

}  // namespace bora::tools
