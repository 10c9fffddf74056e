#!/usr/bin/env python3
"""Coverage of the 95% intervals of a share by image (SuccessCurve::interval_at): python3 clustered_coverage.py

NumPy only; one minute. Each of m images has k instances. The success probability of an image is drawn from a
beta distribution, so that instances of an image have a given intraclass correlation. Two rules are compared:
"estimated" takes the design effect as it is estimated, "averaged" averages it with k where there are only one or
two successes, or failures. One line for each case: coverage and mean width, in %. Then the intervals of 0 to 5
successes, each on another image.
"""
from itertools import product

import numpy as np

Z = 1.959963984540054
DRAWS = 20_000


def wilson(p, n):
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * np.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return np.where(p <= 0, 0, np.maximum(0, centre - half)), np.where(p >= 1, 1, np.minimum(1, centre + half))


def successes(rng, share, correlation, m, k):
    """Successes of each image: DRAWS x m."""
    if correlation == 0:
        return rng.binomial(k, share, (DRAWS, m))
    if correlation == 1:
        return k * rng.binomial(1, share, (DRAWS, m))
    total = (1 - correlation) / correlation
    return rng.binomial(k, rng.beta(share * total, (1 - share) * total, (DRAWS, m)))


def effective_size(x, k):
    """Share and effective sample size F (1 - F) / Var(F), of images where none or all succeed."""
    m = x.shape[1]
    n = m * k
    share = x.sum(1) / n
    variance = ((x - k * share[:, None]) ** 2).sum(1) / n**2 * (m / (m - 1)) * ((n - 1) / n)
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(variance > 0, np.minimum(n, share * (1 - share) / variance), n)
    return share, np.where((share == 0) | (share == 1), m, size)


def estimated(x, k):
    return wilson(*effective_size(x, k))


def averaged(x, k):
    n = x.shape[1] * k
    share, size = effective_size(x, k)
    few_fail = (k - x).sum(1) < x.sum(1)
    rarer = np.where(few_fail, (k - x).sum(1), x.sum(1))
    images = np.where(few_fail, (x < k).sum(1), (x > 0).sum(1))
    design = (images * n / size + k) / (images + 1)
    return wilson(share, np.where((rarer > 0) & (rarer <= 2), np.minimum(size, n / design), size))


def main():
    rng = np.random.default_rng(1)
    print("images,instances,correlation,share,estimated,width,averaged,width")
    for m, k, correlation, share in product((10, 30, 100), (3, 9), (0, 0.3, 0.8, 1), (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)):
        x = successes(rng, share, correlation, m, k)
        cells = []
        for rule in (estimated, averaged):
            low, high = rule(x, k)
            cells += [100 * np.mean((low <= share) & (share <= high)), 100 * np.mean(high - low)]
        print(f"{m},{k},{correlation},{share}," + ",".join(f"{cell:.1f}" for cell in cells))
    print("successes of 90 on 10 images,estimated,averaged")
    for count in range(6):
        x = np.array([[1] * count + [0] * (10 - count)])
        intervals = [[f"{100 * end[0]:.1f}" for end in rule(x, 9)] for rule in (estimated, averaged)]
        print(f"{count}," + ",".join(f"[{low} {high}]" for low, high in intervals))


main()
