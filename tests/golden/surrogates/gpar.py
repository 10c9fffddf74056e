"""Joint likelihood, its gradient and predictions of a chain of Gaussian processes, by plain matrix inversion.

python3 gpar.py > gpar.json        (needs numpy)

Three outputs, the last observed at fewer points; kernels of Hutchinson, "Architecture search for Bayesian neural
networks", (2.31) and (2.32). Parameters are in the order of Gpar::parameters().
"""
import json

import numpy as np

rng = np.random.default_rng(20240612)
n, d, counts = 9, 2, [9, 7, 5]
X = rng.random((n, d)).round(6)
Y = np.stack([np.sin(3 * X[:, 0]) + X[:, 1], np.cos(2 * X[:, 1]) + 2, X[:, 0] * 3 - 1], 1)
Y[:, 1] += 0.7 * Y[:, 0]
Y[:, 2] += 1.5 * Y[:, 1]
Y = (Y + 0.1 * rng.normal(size=Y.shape)).round(6)
for j, count in enumerate(counts):
    Y[count:, j] = np.nan
means = np.array([np.nanmean(Y[:, j]) for j in range(3)])
deviations = np.array([np.nanstd(Y[:, j]) for j in range(3)])
Z = (Y - means) / deviations


def sizes(case, j):
    earlier = j if case["markov"] == 0 else min(j, case["markov"])
    return earlier


def blocks(case, p):
    """The parameters of each output by name."""
    at, out = 0, []

    def take(count):
        nonlocal at
        at += count
        return p[at - count: at]

    for j in range(3):
        earlier = sizes(case, j)
        b = {"earlier": list(range(j - earlier, j))}
        b["scales"] = out[0]["scales"] if case["tied"] and j > 0 else np.exp(take(d))
        b["variance"] = np.exp(take(1)[0])
        if case["linear_inputs"]:
            b["inputs"] = np.exp(take(d))
        if case["linear"] and earlier:
            b["bias"], b["slopes"], b["offsets"] = np.exp(take(1)[0]), np.exp(take(earlier)), take(earlier)
        if case["curve"] and earlier:
            b["curve"], b["curve_scales"] = np.exp(take(1)[0]), np.exp(take(earlier))
        b["noise"] = np.exp(take(1)[0])
        out.append(b)
    assert at == len(p)
    return out


def kernel(b, x, y, x2, y2):
    value = b["variance"] * np.exp(-(((x[:, None] - x2[None]) / b["scales"]) ** 2).sum(-1))
    if "inputs" in b:
        value = value + (x * b["inputs"]) @ x2.T
    u, v = y[:, b["earlier"]], y2[:, b["earlier"]]
    if "slopes" in b:
        value = value + b["bias"] + ((u - b["offsets"]) * b["slopes"]) @ (v - b["offsets"]).T
    if "curve" in b:
        value = value + b["curve"] * np.exp(-(((u[:, None] - v[None]) / b["curve_scales"]) ** 2).sum(-1))
    return value


def likelihood(case, p):
    total = 0
    for j, b in enumerate(blocks(case, p)):
        m = counts[j]
        K = kernel(b, X[:m], Z[:m], X[:m], Z[:m]) + b["noise"] * np.eye(m)
        z = Z[:m, j]
        total += -0.5 * z @ np.linalg.inv(K) @ z - 0.5 * np.linalg.slogdet(K)[1] - 0.5 * m * np.log(2 * np.pi)
    return total


def predict(case, p, x, known):
    z, variances = (known - means) / deviations, np.zeros(3)
    for j, b in enumerate(blocks(case, p)):
        if not np.isnan(z[j]):
            continue
        m = counts[j]
        inverse = np.linalg.inv(kernel(b, X[:m], Z[:m], X[:m], Z[:m]) + b["noise"] * np.eye(m))
        k = kernel(b, x[None], z[None], X[:m], Z[:m])[0]
        z[j] = k @ inverse @ Z[:m, j]
        variances[j] = (kernel(b, x[None], z[None], x[None], z[None])[0, 0] - k @ inverse @ k) * deviations[j] ** 2
    density = None
    if not np.isnan(known[1]):
        variance = variances[2] + blocks(case, p)[2]["noise"] * deviations[2] ** 2
        mean = z[2] * deviations[2] + means[2]
        density = float(-0.5 * np.log(2 * np.pi * variance) - 0.5 * (1.3 - mean) ** 2 / variance)
    return (z * deviations + means).tolist(), variances.tolist(), density


def plain(values):
    return [None if np.isnan(v) else float(v) for v in values]


cases = []
for tied, markov, linear_inputs, linear, curve in [
        (True, 1, False, True, False), (False, 0, True, True, True), (True, 0, False, False, True),
        (True, 1, False, False, False)]:
    case = {"tied": tied, "markov": markov, "linear_inputs": linear_inputs, "linear": linear, "curve": curve}
    count = 0
    for j in range(3):
        earlier = sizes(case, j)
        count += (0 if tied and j > 0 else d) + 2 + linear_inputs * d
        if earlier:
            count += linear * (1 + 2 * earlier) + curve * (1 + earlier)
    p = (0.5 * rng.normal(size=count) - 0.7).round(6)
    gradient = []
    for i in range(count):
        step = np.zeros(count)
        step[i] = 1e-3
        f = lambda t: likelihood(case, p + t * step)
        gradient.append((8 * (f(1) - f(-1)) - (f(2) - f(-2))) / 12e-3)
    x = rng.random(d).round(6)
    predictions = []
    for known in ([np.nan] * 3, [1.2, np.nan, np.nan], [1.2, 2.4, np.nan]):
        mean, variance, density = predict(case, p, x, np.array(known))
        predictions.append({"known": plain(known), "mean": mean, "variance": variance, "density": density})
    cases.append({**case, "parameters": p.tolist(), "likelihood": likelihood(case, p), "gradient": gradient,
                  "x": x.tolist(), "predictions": predictions})
print(json.dumps({"X": X.tolist(), "Y": [plain(row) for row in Y], "cases": cases}, indent=0))
