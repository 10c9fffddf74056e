"""Posterior of the model of directions that bo with labels alone uses, by plain formulas.

python3 direction_model.py > direction_model.json        (needs numpy, scipy)
"""
import json

import numpy as np
from scipy.stats import norm

rng = np.random.default_rng(3)
C, S, n, m, eps = 2, 4, 7, 3, 0.3
mean, constant, deviation, linear, texture, length, noise = 0.7, 0.3, 0.12, 0.5, 2, 0.5, 0.05
x = (rng.integers(0, 256, C * S * S) / 255).astype(np.float32)
signs = rng.choice([-1, 1], (n + m, C * S * S))
c = rng.choice([1.0, 0.6, 0.35], n)
y = rng.choice([-1, 1], n)

low, high = np.maximum(-1, -x / eps), np.minimum(1, (1 - x) / eps)
u = np.clip(signs, low, high)
images = u.reshape(-1, C, S, S)
energy = (images ** 2).mean((1, 2, 3)) + 1e-6
phi = np.stack([(images[..., 1:] * images[..., :-1]).mean((1, 2, 3)) / energy,
                (images[:, :, 1:] * images[:, :, :-1]).mean((1, 2, 3)) / energy], 1)
centred = u - u[:n].mean(0)
products = centred @ centred.T
squared = ((u[:, None] - u[None]) ** 2).sum(2)
median = np.median(squared[:n, :n][np.triu_indices(n, 1)])
scale = np.trace(products[:n, :n]) / n
near = np.exp(-((phi[:, None] - phi[None]) ** 2).sum(2) / (2 * 0.16))
K = deviation ** 2 * (np.exp(-squared / (2 * median * length)) + linear * products / scale + texture * near) + constant ** 2

t, nu, k = np.full(n, 1e-3), np.zeros(n), K[:n, :n]
for sweep in range(5):
    B = np.linalg.inv(k + np.diag(1 / t))
    S_ = k - k @ B @ k
    mu = S_ @ nu
    if sweep == 4:
        break
    var = np.diag(S_)
    cavity = np.maximum(1 / var - t, 1e-6)
    mc, v = (mu / var - nu) / cavity, 1 / cavity
    sd = np.sqrt(noise ** 2 + v)
    z = y * (mc - (c - mean)) / sd
    h = np.exp(norm.logpdf(z) - norm.logcdf(z))
    mh, vh = mc + y * v * h / sd, v - v * v * h * (z + h) / sd ** 2
    t, nu = 0.2 * t + 0.8 * np.maximum(1 / vh - cavity, 1e-8), 0.2 * nu + 0.8 * (mh / vh - mc * cavity)
weights = nu - B @ (k @ nu)
cross = K[n:, :n]
print(json.dumps({"shape": [C, S, S], "epsilon": eps, "original": x.astype(float).tolist(), "signs": signs.tolist(),
                  "thresholds": c.tolist(), "answers": y.tolist(), "means": (mean + mu).tolist(),
                  "predicted": (mean + cross @ weights).tolist(),
                  "deviation": np.sqrt(np.diag(K)[n:] - np.einsum("mi,ij,mj->m", cross, B, cross)).tolist()}, indent=1))
