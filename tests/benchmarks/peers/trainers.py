#!/usr/bin/env python3
"""Programs that train, as problems of peers.py: real tuning, with data that comes with scikit-learn.

  trainers.py mlp-digits      error (%) of a multilayer perceptron on held-out digits, 5 numbers
  trainers.py boosting        error (%) of boosted trees on held-out cases of breast cancer, 6 numbers

Speaks as `optimiser_study --serve`: a line that describes the space, then a value for each line with a point. Everything is
seeded, so that a point has one value.
"""
import json, os, sys, warnings

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
warnings.filterwarnings("ignore")
import numpy as np
from sklearn import datasets
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.model_selection import ShuffleSplit
from sklearn.neural_network import MLPClassifier


def error_of(make, X, y):
    errors = []
    for fit, held_out in ShuffleSplit(1, test_size=0.5, random_state=0).split(X):
        errors.append(100 - 100 * make().fit(X[fit], y[fit]).score(X[held_out], y[held_out]))
    return float(np.mean(errors))


def mlp(x, X, y):
    """log10 rate, log10 decay, units, log2 batch, momentum."""
    rate, decay, units, batch, momentum = 10 ** x[0], 10 ** x[1], int(round(x[2])), int(round(2 ** x[3])), x[4]
    return error_of(lambda: MLPClassifier((units,), solver="sgd", learning_rate_init=rate, alpha=decay, batch_size=batch, momentum=momentum,
                                          max_iter=8, random_state=0), X, y)


def boosting(x, X, y):
    """log10 rate, trees, depth, share of rows, share of columns, least leaf."""
    return error_of(lambda: GradientBoostingClassifier(learning_rate=10 ** x[0], n_estimators=int(round(x[1])), max_depth=int(round(x[2])), subsample=x[3],
                                                       max_features=x[4], min_samples_leaf=int(round(x[5])), random_state=0), X, y)


PROGRAMS = {
    "mlp-digits": (mlp, datasets.load_digits, 16.0, [-4, -6, 4, 4, 0], [0.5, 0, 64, 8, 0.99]),
    "boosting": (boosting, datasets.load_breast_cancer, 1.0, [-3, 5, 1, 0.2, 0.05, 1], [0.3, 40, 5, 1, 1, 40]),
}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        raise SystemExit(f"usage: trainers.py {' | '.join(PROGRAMS)}")
    train, load, scale, lower, upper = PROGRAMS[sys.argv[1]]
    X, y = load(return_X_y=True)
    X = X / scale
    # The minimum is not known: what is reported is the error itself.
    print(json.dumps({"levels": [], "lower": lower, "upper": upper, "minimum": 0}), flush=True)
    for line in sys.stdin:
        print(repr(train([float(word) for word in line.split()], X, y)), flush=True)


if __name__ == "__main__":
    main()
