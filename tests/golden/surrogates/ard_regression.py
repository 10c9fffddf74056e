"""Golden numbers for tests/surrogates/linear/ard_regression_test.cc, by scikit-learn's ARDRegression.

    python3 ard_regression.py > ard_regression.json      (scikit-learn 1.9.1, NumPy 2)

Its fixed-point updates stop where the evidence is stationary, with almost flat hyper-priors, so that a converged
fit of another method must find the same weights, precisions and noise. With more columns than rows the evidence has
several maxima; there the golden number is the evidence, which another method must reach.
"""
import json

import numpy as np
from sklearn.linear_model import ARDRegression


def problem(seed, n, d, relevant, noise, offset):
    rng = np.random.default_rng(seed)
    X = rng.poisson(0.6, size=(n, d)) - rng.poisson(0.3, size=(n, d))
    w = np.zeros(d)
    w[:relevant] = rng.normal(size=relevant) + np.sign(rng.normal(size=relevant))
    y = X @ w + offset + noise * rng.normal(size=n)
    return X.astype(float), y


cases = []
for name, seed, n, d, relevant, noise, offset, intercept in [
    ("more rows than columns", 1, 80, 12, 4, 0.3, 0.0, False),
    ("more columns than rows", 2, 30, 60, 4, 0.1, 0.0, False),
    ("with an intercept", 3, 60, 20, 5, 0.4, 2.5, True),
]:
    X, y = problem(seed, n, d, relevant, noise, offset)
    model = ARDRegression(
        max_iter=100000, tol=1e-12, threshold_lambda=1e8, alpha_1=1e-12, alpha_2=1e-12,
        lambda_1=1e-12, lambda_2=1e-12, fit_intercept=intercept,
    ).fit(X, y)
    centred = y - y.mean() if intercept else y
    A = X - X.mean(axis=0) if intercept else X
    covariance = np.eye(n) / model.alpha_ + A @ np.diag(1 / model.lambda_) @ A.T
    evidence = -0.5 * (
        np.linalg.slogdet(covariance)[1] + centred @ np.linalg.solve(covariance, centred)
        + (n - intercept) * np.log(2 * np.pi) + intercept * np.log(model.alpha_)
    )  # an intercept costs one direction, along which the centred covariance is the noise alone
    Z, _ = problem(seed + 100, 5, d, relevant, noise, offset)
    cases.append({
        "name": name, "intercept": intercept, "X": X.tolist(), "y": y.tolist(),
        "weights": model.coef_.tolist(), "precisions": model.lambda_.tolist(),
        "noise": 1 / model.alpha_, "log_evidence": float(evidence), "offset": float(model.intercept_),
        "Z": Z.tolist(), "predictions": model.predict(Z).tolist(),
    })
print(json.dumps(cases))
