"""Densities of Optuna's Parzen estimator, from private parts of its TPESampler.

python3 parzen_mixture.py > parzen_mixture.json        (needs numpy, optuna 5.0)

Variables: a real number, a whole one, one whose exponential is whole (here as its logarithm), a category of 4.
"""
import json

import numpy as np
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers._tpe.parzen_estimator import _ParzenEstimator, _ParzenEstimatorParameters
from optuna.samplers._tpe.sampler import default_weights

# Optuna sorts equal observations in an order that depends on the processor (NumPy's default, vectorised where it can
# be); each then has the width of another. Here, as in bora, they stay in the order of the trials.
argsort = np.argsort
np.argsort = lambda values, kind="stable": argsort(values, kind=kind)
SPACE = {"real": FloatDistribution(-2, 3), "whole": IntDistribution(1, 9), "log": IntDistribution(2, 500, log=True),
         "category": CategoricalDistribution(list("abcd"))}
PARAMETERS = _ParzenEstimatorParameters(1.0, True, False, default_weights, True)
rng = np.random.default_rng(7)


def draw(n):
    return {"real": rng.uniform(-2, 3, n).round(4), "whole": rng.integers(1, 10, n).astype(float),
            "log": np.exp(rng.uniform(np.log(2), np.log(500), n)).round(), "category": rng.integers(0, 4, n).astype(float)}


def rows(columns):
    return np.column_stack([np.log(columns["log"]) if name == "log" else columns[name] for name in SPACE]).tolist()


cases = []
for n in (0, 1, 2, 9, 25, 26, 27, 40, 130):
    seen, at = draw(n), draw(6)
    together = _ParzenEstimator(seen, SPACE, PARAMETERS).log_pdf(at)
    alone = [_ParzenEstimator({name: seen[name]}, {name: SPACE[name]}, PARAMETERS).log_pdf({name: at[name]}).tolist()
             for name in SPACE]
    cases.append({"observations": rows(seen), "points": rows(at), "log_density": together.tolist(), "alone": alone})
print(json.dumps({"cases": cases}))
