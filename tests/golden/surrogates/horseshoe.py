"""Golden numbers for tests/surrogates/linear/horseshoe_sampler_test.cc, by NumPy.

    python3 horseshoe.py > horseshoe.json      (NumPy 2)

"moments": mean and covariance of the weights given all variances, by a matrix inverse, with fewer and with more
columns than rows. "posterior": means over many chains of another Gibbs sampler of the same posterior. It has no
auxiliary variables: the logarithms of the half-Cauchy scales are drawn by slice sampling (Neal 2003).
"""
import json

import numpy as np

rng = np.random.default_rng(5)


def problem(n, p):
    X = (rng.uniform(size=(n, p)) < 0.5).astype(float)
    w = np.zeros(p)
    w[:2] = 1.5, -1
    y = X @ w + 0.4 * rng.normal(size=n)
    y -= y.mean()
    return X, y / y.std()


def slice_sample(x, log_density):
    """One slice sampling update of each entry of x, by itself; the bracket of fixed width shrinks to the slice."""
    level = log_density(x) + np.log(rng.uniform(size=x.shape))
    low = x - 10 * rng.uniform(size=x.shape)
    high = low + 10
    new, left = x.copy(), np.ones(x.shape, bool)
    while left.any():
        drawn = low + (high - low) * rng.uniform(size=x.shape)
        accepted = left & (log_density(drawn) > level)
        new[accepted] = drawn[accepted]
        left &= ~accepted
        low = np.where(left & (drawn < x), drawn, low)
        high = np.where(left & (drawn >= x), drawn, high)
    return new


def posterior(X, y, chains=400, sweeps=6000, dropped=1000):
    n, p = X.shape
    local, overall, noise = np.zeros((chains, p)), np.zeros((chains, 1)), np.ones((chains, 1))  # logarithms, s^2
    sums = 0
    for sweep in range(sweeps):
        precision = X.T @ X + np.apply_along_axis(np.diag, 1, np.exp(-2 * (local + overall)))
        factor = np.linalg.cholesky(precision)
        mean = np.linalg.solve(precision, np.broadcast_to(X.T @ y, (chains, p))[..., None])[..., 0]
        spread = np.linalg.solve(factor.transpose(0, 2, 1), rng.normal(size=(chains, p, 1)))[..., 0]
        w = mean + np.sqrt(noise) * spread
        scaled = w**2 * np.exp(-2 * local)
        scale = (((y - w @ X.T) ** 2).sum(1) + (scaled * np.exp(-2 * overall)).sum(1)) / 2
        noise = (scale / rng.gamma((n + p) / 2, size=chains))[:, None]
        local = slice_sample(
            local, lambda e: -(w**2) * np.exp(-2 * (e + overall)) / (2 * noise) - np.logaddexp(0, 2 * e))
        scaled = (w**2 * np.exp(-2 * local)).sum(1, keepdims=True)
        overall = slice_sample(
            overall, lambda e: (1 - p) * e - scaled * np.exp(-2 * e) / (2 * noise) - np.logaddexp(0, 2 * e))
        if sweep >= dropped:
            sums += np.column_stack([w, w**2, noise])
    means = sums / (sweeps - dropped)
    return means.mean(0), means.std(0) / np.sqrt(chains)


cases = []
for n, p in ((9, 4), (5, 8)):
    X, y = problem(n, p)
    variances = rng.gamma(1, size=p)
    covariance = np.linalg.inv(X.T @ X + np.diag(1 / variances))
    cases.append({"X": X.tolist(), "y": y.tolist(), "variances": variances.tolist(),
                  "mean": (covariance @ X.T @ y).tolist(), "covariance": covariance.tolist()})
posteriors = []
for n, p in ((12, 5), (5, 6)):
    X, y = problem(n, p)
    means, errors = posterior(X, y)
    posteriors.append({"X": X.tolist(), "y": y.tolist(), "weights": means[:p].tolist(), "squares": means[p:-1].tolist(),
                       "noise": means[-1], "errors": errors.tolist()})
print(json.dumps({"moments": cases, "posterior": posteriors}))
