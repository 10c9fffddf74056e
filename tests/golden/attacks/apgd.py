"""Auto-PGD by plain formulas (Croce and Hein, ICML 2020): step sizes on a fixed curve of losses, values of the
difference of logits ratio, and a whole run on a small model.

python3 apgd.py > apgd.json        (needs numpy)
"""
import json
from math import ceil

import numpy as np

rng = np.random.default_rng(7)
N, RHO = 100, 0.75


def checkpoints(n):
    p = [0, 0.22]
    while p[-1] < 1:
        p.append(p[-1] + max(p[-1] - p[-2] - 0.03, 0.06))
    return [ceil(round(q * n, 9)) for q in p]


class Steps:
    def __init__(self, n, first):
        self.at, self.curve, self.sizes, self.best_then, self.halved = checkpoints(n), [first], [2.0], first, True

    def add(self, loss):
        """Appends the loss of an iteration and the size of the next step; returns whether that was halved."""
        self.curve.append(loss)
        i = len(self.curve) - 1
        halve = False
        if i in self.at:
            since = self.at[self.at.index(i) - 1]
            rises = sum(b > a for a, b in zip(self.curve[since:i], self.curve[since + 1:i + 1]))
            best = max(self.curve)
            halve = rises <= RHO * (i - since) or (not self.halved and self.best_then >= best)
            self.best_then, self.halved = best, halve
        self.sizes.append(self.sizes[-1] / 2 if halve else self.sizes[-1])
        return halve


# A curve that rises fast, then slowly, then oscillates, then stays below its maximum.
curve = np.concatenate([np.cumsum(rng.exponential(1, 45)), 40 + 0.1 * np.arange(20), 42 + rng.normal(0, 0.2, 20),
                        np.linspace(30, 41, 16)])
steps = Steps(N, curve[0])
for loss in curve[1:]:
    steps.add(loss)

logits = rng.normal(0, 3, (6, 7))
labels = np.where(np.arange(6) < 3, logits.argmax(1), rng.integers(0, 7, 6))
targets = np.array([(y + 1 + i) % 7 for i, y in enumerate(labels)])


def dlr(z, y, t=None):
    order = np.sort(z)[::-1]
    if t is None:
        return (np.delete(z, y).max() - z[y]) / (order[0] - order[2])
    return (z[t] - z[y]) / (order[0] - (order[2] + order[3]) / 2)


# A model with the logits -k_j |x - c_j|^2, whose gradients change sign inside the ball.
C, D, EPS = 5, 12, 0.3
K = np.array([2.0, 5, 6, 7, 8])
x = np.round(rng.uniform(0.1, 0.9, D), 3)
centres = np.round(np.clip(x + rng.uniform(-0.25, 0.25, (C, D)), 0, 1), 3)
centres[0] = x  # the label's


def mt19937_64(seed, count):
    """Returns the first outputs of the generator of the C++ standard."""
    mask, n, m = 2 ** 64 - 1, 312, 156
    s = [seed]
    for i in range(1, n):
        s.append((6364136223846793005 * (s[-1] ^ (s[-1] >> 62)) + i) & mask)
    out = []
    for i in range(count):
        y = (s[i] & 0xFFFFFFFF80000000) | (s[i + 1] & 0x7FFFFFFF)
        z = s[i] = s[i + m] ^ (y >> 1) ^ (0xB5026F5AA96619E9 if y & 1 else 0)
        z ^= (z >> 29) & 0x5555555555555555
        z ^= (z << 17) & 0x71D67FFFEDA60000 & mask
        z ^= (z << 37) & 0xFFF7EEE000000000 & mask
        out.append(z ^ (z >> 43))
    return out


# The start that the attack draws with the seed 5.
draw = np.array([2 * (z >> 11) * 2.0 ** -53 - 1 for z in mt19937_64(5, D)])
start = np.clip(x + EPS * draw / np.abs(draw).max(), 0, 1)


def logits_of(point):
    return -K * ((point - centres) ** 2).sum(1)


def loss_and_gradient(point, loss):
    z, of_z = logits_of(point), -2 * K[:, None] * (point - centres)
    if loss == "cross-entropy":
        p = np.exp(z - z.max())
        p /= p.sum()
        return -np.log(p[0]), p @ of_z - of_z[0]
    h = 1e-6
    slope = np.array([(dlr(z + h * e, 0, 2) - dlr(z - h * e, 0, 2)) / (2 * h) for e in np.eye(C)])
    return dlr(z, 0, 2), slope @ of_z


def project(point):
    return np.clip(np.clip(point, x - EPS, x + EPS), 0, 1)


def run(loss):
    now = before = start
    value, gradient = loss_and_gradient(now, loss)
    steps, best, points, values = Steps(N, value), (now, gradient, value), [now], [value]
    for i in range(N):
        z = project(now + EPS * steps.sizes[-1] * np.sign(gradient))
        new = z if i == 0 else project(now + 0.75 * (z - now) + 0.25 * (now - before))
        before, now = now, new
        value, gradient = loss_and_gradient(now, loss)
        points.append(now)
        values.append(value)
        halved = steps.add(value)
        if value > best[2]:
            best = (now, gradient, value)
        if halved:
            now, gradient = best[:2]
    return {"images": np.array(points).round(7).tolist(), "losses": values, "steps": steps.sizes}


print(json.dumps({
    "curve": curve.tolist(), "sizes": steps.sizes, "logits": logits.tolist(), "labels": labels.tolist(),
    "targets": targets.tolist(), "dlr": [dlr(z, y) for z, y in zip(logits, labels)],
    "dlr_targeted": [dlr(z, y, t) for z, y, t in zip(logits, labels, targets)], "epsilon": EPS, "original": x.tolist(),
    "centres": centres.tolist(), "curvatures": K.tolist(), "start": start.tolist(), "cross-entropy": run("cross-entropy"), "dlr_run": run("dlr"),
}))
