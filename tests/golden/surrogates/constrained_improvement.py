"""Log expected improvement plus the log probabilities of meeting two constraints (Gardner et al. 2014), from exact processes; the
slacks are seen as asinh(slack / upper quartile of |slack|).

python3 constrained_improvement.py > constrained_improvement.csv        (needs numpy and mpmath)
"""
import numpy as np
from mpmath import erfc, exp, log, mp, mpf, nstr, pi, sqrt

mp.dps = 60
rng = np.random.default_rng(39)
X = rng.random((12, 2)).round(6)
Z = np.vstack([rng.random((6, 2)).round(6), [[0.2, 0.4], [0.19, 0.41], [0.01, 0.01], [0.999, 0.999], [0.17, 0.23]]])
wave = np.sin(2 * np.pi * (X[:, 0] ** 2 - 2 * X[:, 1]))
value = (-X.sum(1)).round(6)  # larger is better
slacks = np.stack([X[:, 0] + 2 * X[:, 1] + 0.5 * wave - 1.5, 1.5 - (X**2).sum(1)]).round(6)  # met where >= 0
lengthscales = {"value": (0.8, 0.9), 0: (0.25, 0.2), 1: (0.7, 0.6)}
noise = 1e-6  # of the variance of standardised observations


def posterior(A, y, scale):
    """Means and standard deviations at A of a process with a Matern-5/2 kernel given y at X."""

    def kernel(P, Q):
        r = np.sqrt((((P[:, None, :] - Q[None, :, :]) / scale) ** 2).sum(-1))
        return (1 + np.sqrt(5) * r + 5 * r**2 / 3) * np.exp(-np.sqrt(5) * r)

    mean, deviation = y.mean(), y.std()
    K = kernel(X, X) + noise * np.eye(len(X))
    cross = kernel(A, X)
    variance = 1 - np.einsum("ij,ji->i", cross, np.linalg.solve(K, cross.T))
    return mean + deviation * cross @ np.linalg.solve(K, (y - mean) / deviation), deviation * np.sqrt(variance)


def cdf(z):
    return erfc(-z / sqrt(mpf(2))) / 2


feasible = (slacks >= 0).all(0)
incumbent = posterior(X[feasible], value, lengthscales["value"])[0].max()
log_feasibility = [mpf(0)] * len(Z)
for k in range(2):
    seen = np.arcsinh(slacks[k] / np.sort(np.abs(slacks[k]))[(len(X) - 1) * 3 // 4])
    for i, (mean, deviation) in enumerate(zip(*posterior(Z, seen, lengthscales[k]))):
        log_feasibility[i] += log(cdf(mpf(mean) / mpf(deviation)))
print("what,row,values...")
for i in range(len(X)):
    print("X", i, *(repr(float(v)) for v in [*X[i], value[i], *slacks[:, i]]), sep=",")
for i, (mean, deviation) in enumerate(zip(*posterior(Z, value, lengthscales["value"]))):
    z = (mpf(mean) - mpf(incumbent)) / mpf(deviation)
    improvement = mpf(deviation) * (exp(-z * z / 2) / sqrt(2 * pi) + z * cdf(z))
    row = [*(repr(float(v)) for v in Z[i]), nstr(log_feasibility[i], 12), nstr(log(improvement) + log_feasibility[i], 12)]
    print("Z", i, *row, sep=",")
