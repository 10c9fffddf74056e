#!/usr/bin/env python3
"""Reference values for tools/report/statistics: python3 report_statistics.py > report_statistics.json

Standard library only, exact fractions until the last step, straight from the definitions:
Wilson's interval as the roots of its quadratic, Kaplan-Meier as the product over distinct times,
Greenwood's sum, Rothman's effective number of trials, and the percentile bootstrap of clusters
that agree within themselves, which draws from a binomial distribution; McNemar's exact test as the
binomial tail; the standard error of a mean.
"""
import json
from fractions import Fraction
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


def binomial_percentiles(successes, clusters):
    """2.5% and 97.5% points of Binomial(clusters, successes / clusters) / clusters."""
    p = Fraction(successes, clusters)
    total, points = Fraction(0), []
    for k in range(clusters + 1):
        total += comb(clusters, k) * p**k * (1 - p) ** (clusters - k)
        for level in (Fraction(25, 1000), Fraction(975, 1000)):
            if total >= level and len(points) < (1 if level < Fraction(1, 2) else 2):
                points.append(k / clusters)
    return points


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

print(json.dumps({
    "wilson": [{"successes": k, "trials": n, "interval": wilson(k / n, n)}
               for k, n in ((1, 2), (5, 10), (170, 180), (3, 450), (449, 450))],
    "observations": CENSORED,
    "kaplan_meier": [kaplan_meier(CENSORED, at) for at in (3, 7, 8, 12, 30, 31, 99, 100)],
    "bootstrap": [{"successes": k, "clusters": m, "interval": binomial_percentiles(k, m)}
                  for k, m in ((10, 20), (30, 50), (4, 40))],
    "mcnemar": [{"only_first": b, "only_second": c, "p": mcnemar(b, c)}
                for b, c in ((0, 0), (1, 0), (5, 5), (10, 40), (2, 9), (300, 340), (0, 60))],
    "mean": [mean([3, 5]), mean([829, 46, 95, 12, 12])],
}, indent=1))
