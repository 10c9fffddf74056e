#!/usr/bin/env python3
"""Reference values for report/statistics: python3 report_statistics.py > report_statistics.json

Standard library only, exact fractions until the last step, straight from the definitions:
Wilson's interval as the roots of its quadratic, Kaplan-Meier as the product over distinct times,
Greenwood's sum, Rothman's effective number of trials; the variance between clusters from the derivative of
the weighted Kaplan-Meier estimate with respect to each cluster's weight, by central differences; McNemar's
exact test as the binomial tail, and for clusters by going through all signs; the standard error of a mean.
"""
import json
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)


def wilson(p, n):
    # The roots x of (x - p)^2 = z^2 x (1 - x) / n.
    a, b, c = 1 + Z * Z / n, -(2 * p + Z * Z / n), p * p
    root = sqrt(b * b - 4 * a * c)
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def kaplan_meier(observations, at):
    """observations: (queries, success). Success share, and Rothman's interval, after `at` queries."""
    survival, greenwood = Fraction(1), Fraction(0)
    for time in sorted({q for q, success in observations if success and q <= at}):
        risk = sum(1 for q, _ in observations if q >= time)
        events = sum(1 for q, success in observations if success and q == time)
        survival *= Fraction(risk - events, risk)
        greenwood += Fraction(events, risk * (risk - events))
    trials = (1 - survival) / (survival * greenwood)
    return {"queries": at, "rate": float(1 - survival), "interval": wilson(float(1 - survival), float(trials))}


def weighted_success(observations, weights, at):
    """Kaplan-Meier share of success after `at` queries; observations: (queries, success, cluster)."""
    survival = Fraction(1)
    for time in sorted({q for q, success, _ in observations if success and q <= at}):
        risk = sum(weights[c] for q, _, c in observations if q >= time)
        events = sum(weights[c] for q, success, c in observations if success and q == time)
        survival *= 1 - Fraction(events) / risk
    return 1 - survival


def clustered(observations, at):
    """Wilson's interval at F (1 - F) / Var(F), Var(F) between clusters, an instance no more than one trial; with
    one or two instances of the rarer outcome, the design effect is averaged with that of equal instances."""
    clusters = sorted({c for _, _, c in observations})
    m, n = len(clusters), len(observations)
    ones = {c: Fraction(1) for c in clusters}
    rate = weighted_success(observations, ones, at)
    step = Fraction(1, 10**9)
    squares = Fraction(0)
    for c in clusters:
        up, down = (weighted_success(observations, {**ones, c: 1 + s}, at) for s in (step, -step))
        squares += ((up - down) / (2 * step)) ** 2
    variance = squares * Fraction(m, m - 1) * Fraction(n - 1, n)
    greenwood = Fraction(0)
    for time in sorted({q for q, success, _ in observations if success and q <= at}):
        risk = sum(1 for q, _, _ in observations if q >= time)
        events = sum(1 for q, success, _ in observations if success and q == time)
        greenwood += Fraction(events, risk * (risk - events))
    independent = rate / ((1 - rate) * greenwood)
    trials = min(independent, rate * (1 - rate) / variance) if variance else independent
    succeeded = [c for q, success, c in observations if success and q <= at]
    others = [c for q, success, c in observations if not (success and q <= at)]
    rarer = min(succeeded, others, key=len)
    if len(rarer) <= 2:
        # Too few to estimate the design effect: it is averaged with that of equal instances, which counts as one cluster.
        w = len(set(rarer))
        trials = min(trials, independent / ((w * independent / trials + Fraction(n, m)) / (w + 1)))
    return {"queries": at, "rate": float(rate), "interval": wilson(float(rate), float(trials)),
            "independent": wilson(float(rate), float(independent))}


def mcnemar_clustered(differences):
    """Share of all signs of the clusters' differences whose sum is at least as far from 0."""
    seen = abs(sum(differences))
    signs = list(product((1, -1), repeat=len(differences)))
    return sum(1 for each in signs if abs(sum(s * d for s, d in zip(each, differences))) >= seen) / len(signs)


def mcnemar(first, second):
    """Two-sided exact binomial test of one half, on the discordant pairs."""
    n = first + second
    tail = sum(Fraction(comb(n, k), 2**n) for k in range(min(first, second) + 1))
    return float(min(Fraction(1), 2 * tail))


def mean(values):
    m = Fraction(sum(values), len(values))
    variance = sum((v - m) ** 2 for v in values) / (len(values) - 1)
    return {"values": values, "mean": float(m), "error": sqrt(variance / len(values))}


CENSORED = [(3, True), (5, False), (8, True), (8, True), (8, False), (12, True), (20, False), (31, True),
            (40, False), (100, False), (100, False), (100, True)]
# Four images: instances of one image have similar results, their numbers differ, and some are censored.
CLUSTERED = [(3, True, 1), (5, True, 1), (8, True, 1), (100, False, 2), (100, False, 2), (40, False, 2),
             (12, True, 3), (100, False, 3), (31, True, 4), (8, False, 4), (100, False, 4), (57, True, 4)]
# The same share of each image's instances succeeds, so there is no variance between images.
EVEN = [(5 + image, True, image) for image in range(6)] + [(100, False, image) for image in range(6)]

print(json.dumps({
    "wilson": [{"successes": k, "trials": n, "interval": wilson(k / n, n)}
               for k, n in ((1, 2), (5, 10), (170, 180), (3, 450), (449, 450))],
    "observations": CENSORED,
    "kaplan_meier": [kaplan_meier(CENSORED, at) for at in (3, 7, 8, 12, 30, 31, 99, 100)],
    "clustered": [{"observations": each, "points": [clustered(each, at) for at in points]}
                  for each, points in ((CLUSTERED, (3, 8, 12, 31, 57, 100)), (EVEN, (6, 20, 100)))],
    "mcnemar_clustered": [{"differences": d, "p": mcnemar_clustered(d)}
                          for d in ([9, 9, 9, 9, -1, 0], [3, -2, 5, 1, 1, -1, 4], [2], [1, -1, 1, 1, 1], [6, -6])],
    "mcnemar": [{"only_first": b, "only_second": c, "p": mcnemar(b, c)}
                for b, c in ((0, 0), (1, 0), (5, 5), (10, 40), (2, 9), (300, 340), (0, 60))],
    "mean": [mean([3, 5]), mean([829, 46, 95, 12, 12])],
}, indent=1))
