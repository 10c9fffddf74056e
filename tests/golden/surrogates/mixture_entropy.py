"""Entropy of equally weighted mixtures of normal distributions, to 15 digits.

python3 mixture_entropy.py > mixture_entropy.csv        (needs mpmath)
"""
from mpmath import mp, mpf, exp, log, pi, quad, sqrt, nstr

mp.dps = 30
MIXTURES = {  # means; variances
    "one": ([1.5], [0.3]),
    "two apart": ([0, 50], [1, 4]),
    "two near": ([0, 1], [1, 0.5]),
    "narrow in wide": ([0, 3], [1, 1e-6]),
    "five": ([-2, -1.5, 0.1, 0.2, 4], [0.5, 0.01, 2, 0.3, 0.05]),
}

print("name,means,variances,entropy")
for name, (means, variances) in MIXTURES.items():
    parts = [(mpf(m), sqrt(mpf(v))) for m, v in zip(means, variances)]

    def integrand(y):
        p = sum(exp(-((y - m) / s) ** 2 / 2) / (s * sqrt(2 * pi)) for m, s in parts) / len(parts)
        return -p * log(p) if p > 0 else mpf(0)

    edges = sorted({m + k * s for m, s in parts for k in range(-14, 15)})
    print(f"{name},{' '.join(map(str, means))},{' '.join(map(str, variances))},{nstr(quad(integrand, edges), 15)}")
