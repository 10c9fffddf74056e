"""Expectation propagation for signs of a Gaussian process, one site after the other until it converges.

python3 probit_process.py > probit_process.json        (needs numpy, scipy)

Rasmussen and Williams 2006, algorithm 3.5, with a threshold c for each observation: likelihood Phi(y (f - c) / noise).
"""
import json

import numpy as np
from scipy.stats import norm

rng = np.random.default_rng(5)
n, m, noise = 8, 3, 0.2
X, T = rng.uniform(-2, 2, (n, 2)).round(6), rng.uniform(-2, 2, (m, 2)).round(6)
kernel = lambda a, b: np.exp(-0.5 * ((a[:, None] - b[None]) ** 2).sum(2))  # noqa: E731
K, c = kernel(X, X), rng.normal(0, 0.3, n).round(6)
y = np.where(np.sin(X[:, 0]) + X[:, 1] > c, 1, -1)

tau, nu = np.full(n, 1e-3), np.zeros(n)
for sweep in range(400):
    for i in range(n):
        S = np.linalg.inv(np.linalg.inv(K + 1e-12 * np.eye(n)) + np.diag(tau))
        mu = S @ nu
        t = 1 / S[i, i] - tau[i]
        mc, v = (mu[i] / S[i, i] - nu[i]) / t, 1 / t
        sd = np.sqrt(noise ** 2 + v)
        z = y[i] * (mc - c[i]) / sd
        h = np.exp(norm.logpdf(z) - norm.logcdf(z))
        mh, vh = mc + y[i] * v * h / sd, v - v * v * h * (z + h) / sd ** 2
        tau[i], nu[i] = max(1 / vh - t, 1e-8), mh / vh - mc * t
S = np.linalg.inv(np.linalg.inv(K + 1e-12 * np.eye(n)) + np.diag(tau))
mean = S @ nu
weights = np.linalg.solve(K + 1e-12 * np.eye(n), mean)
cross = kernel(X, T)
A = np.linalg.inv(K + np.diag(1 / tau))
variance = 1 - np.einsum("im,ij,jm->m", cross, A, cross)
print(json.dumps({"X": X.tolist(), "T": T.tolist(), "y": y.tolist(), "c": c.tolist(), "noise": noise,
                  "mean": mean.tolist(), "variance": np.diag(S).tolist(), "predicted": (cross.T @ weights).tolist(),
                  "predicted_variance": variance.tolist()}, indent=1))
