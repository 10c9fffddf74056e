"""A mean-field network's divergence, likelihood, gradients and hyper-prior update, with plain numpy.

python3 bayesian_network.py > bayesian_network.json        (needs numpy)

Equations of Hutchinson, "Architecture search for Bayesian neural networks", section 2.1. The gradients are those of
divergence - log likelihood by back-propagation written out by hand; the script checks them by central differences.
"""
import json

import numpy as np

rng = np.random.default_rng(20240611)
n, d, samples, hidden, alpha, beta = 6, 3, 4, [5, 4], 4.4798, 5.4798
sizes = [d, *hidden, 1]
X = rng.normal(size=(n, d)).round(6)
y = rng.normal(size=n).round(6)
layers = [
    (rng.normal(size=(sizes[i + 1], sizes[i] + 1)).round(6) * 0.5,
     (rng.normal(size=(sizes[i + 1], sizes[i] + 1)) * 0.3 - 1.5).round(6))
    for i in range(len(sizes) - 1)
]
log_noise = -0.4
draws = [rng.normal(size=(samples, n, sizes[i + 1])).round(6) for i in range(len(sizes) - 1)]


def updated_prior(mean, log_deviation):
    """(2.17)"""
    trace = (np.exp(2 * log_deviation) + mean**2).sum()
    return (trace + 2 * beta) / (mean.size + 2 * alpha + 2)


def divergence(mean, log_deviation, prior):
    """(2.8) with Tr(Sigma_2^-1 Sigma_1), summed."""
    variance = np.exp(2 * log_deviation)
    return 0.5 * (np.log(prior / variance) - 1 + variance / prior + mean**2 / prior).sum()


def evaluate(layers, log_noise, priors):
    """Log likelihood, divergence, gradient of divergence - log likelihood."""
    a, tape = np.broadcast_to(X, (samples, n, d)), []
    for i, (mean, log_deviation) in enumerate(layers):
        if i > 0:
            mask = b > 0
            a = b * mask
        else:
            mask = None
        variance = np.exp(2 * log_deviation)
        gamma = a @ mean[:, :-1].T + mean[:, -1]
        delta = a**2 @ variance[:, :-1].T + variance[:, -1]
        b = gamma + np.sqrt(delta) * draws[i]
        tape.append((a, mask, variance, delta))
    f = b[:, :, 0]
    error = (f - y) * np.exp(-log_noise)
    likelihood = (-0.5 * np.log(2 * np.pi) - log_noise - 0.5 * error**2).mean(0).sum()
    g = (error * np.exp(-log_noise) / samples)[:, :, None]  # of minus the likelihood w.r.t. b
    gradients = []
    for i in reversed(range(len(layers))):
        mean, log_deviation = layers[i]
        a, mask, variance, delta = tape[i]
        g_delta = g * draws[i] / (2 * np.sqrt(delta))
        ones = np.ones(a.shape[:2] + (1,))
        a1, a2 = np.concatenate([a, ones], 2), np.concatenate([a**2, ones], 2)
        g_mean = np.einsum("sno,sni->oi", g, a1) + mean / priors[i]
        g_variance = np.einsum("sno,sni->oi", g_delta, a2)
        g_log = 2 * variance * g_variance - 1 + variance / priors[i]
        gradients = [*g_mean.ravel(), *g_log.ravel(), *gradients]
        g = g @ mean[:, :-1] + 2 * a * (g_delta @ variance[:, :-1])
        if mask is not None:
            g = g * mask
    gradients.append((1 - (error**2).mean(0)).sum())
    return likelihood, sum(divergence(*l, p) for l, p in zip(layers, priors)), np.array(gradients)


def flat(layers, log_noise):
    return np.array([v for mean, rho in layers for v in (*mean.ravel(), *rho.ravel())] + [log_noise])


def unflat(values):
    out, at = [], 0
    for mean, _ in layers:
        out.append(tuple(values[at + k * mean.size: at + (k + 1) * mean.size].reshape(mean.shape) for k in (0, 1)))
        at += 2 * mean.size
    return out, values[-1]


priors = [updated_prior(*layer) for layer in layers]
for prior, layer in zip(priors, layers):  # (2.17) is where (2.16), with -log p(s) for the misprinted -log s, is least
    objective = lambda s: divergence(*layer, s) + (alpha + 1) * np.log(s) + beta / s
    assert objective(prior) < min(objective(prior * 1.001), objective(prior / 1.001))
likelihood, total, gradient = evaluate(layers, log_noise, priors)
parameters = flat(layers, log_noise)
for k in range(parameters.size):
    shifted = [parameters.copy() for _ in range(2)]
    shifted[0][k] += 1e-5
    shifted[1][k] -= 1e-5
    values = [b - a for a, b, _ in (evaluate(*unflat(p), priors) for p in shifted)]
    assert abs((values[0] - values[1]) / 2e-5 - gradient[k]) < 1e-6 * max(1, abs(gradient[k])), k

print(json.dumps({
    "hidden": hidden, "samples": samples, "X": X.tolist(), "y": y.tolist(), "parameters": parameters.tolist(),
    "draws": [d.ravel().tolist() for d in draws], "priors": priors, "log_likelihood": likelihood, "divergence": total,
    "divergences": [(0.5 * (np.log(p) - 2 * r - 1 + (np.exp(2 * r) + m**2) / p))[:, :-1].mean(1).tolist()
                    for p, (m, r) in zip(priors[:-1], layers[:-1])],
    "gradient": gradient.tolist()}, indent=0))
